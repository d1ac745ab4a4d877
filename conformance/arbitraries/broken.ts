import {
  distinct,
  exactInteger,
  fits,
  itemsOf,
  leastNumber,
  memoized,
  mostNumber,
  type Parameter,
  type Property,
  propertiesOf,
  type Schema,
  typesOf,
  validatorOf,
  valueOfText,
} from '../../openapi/contract';
import { anotherValue } from './fresh';
import { firstValue } from './schema';

/** A body that breaks one constraint of its schema, and which. */
interface Broken {
  readonly what: string;
  /** A JSON value. */
  readonly value: unknown;
  /** Whether it is one of those that find most faults. */
  readonly isTelling: boolean;
  /** Which part of a server looks at such things: bodies of one kind mostly find the same. */
  readonly kind: string;
}

/** A value that may break a schema, and what is wrong with it. */
type Wrong = readonly [what: string, value: unknown, isTelling?: 'telling'];

const brokenBy = (kind: string, wrong: readonly Wrong[]): readonly Broken[] =>
  wrong.map(([what, value, telling]) => ({ what, value, isTelling: telling !== undefined, kind }));

/** Bodies made from a valid one by breaking one constraint at a time; those that fit the schema are left out. */
export function brokenBodies(schema: Schema, valid: Readonly<Record<string, unknown>>): readonly Broken[] {
  const fitting = validatorOf(schema, 'request');
  // Whether a server ignores or refuses what comes in replies alone is its own choice.
  const properties = [...propertiesOf(schema).values()].filter(({ readOnly }) => !readOnly);
  const missing = properties
    .filter(({ required }) => required)
    .map(({ name }): Wrong => {
      const { [name]: _, ...rest } = valid;
      return [`${name} missing`, rest, 'telling'];
    });
  const isArray = ({ schema: property }: Property): boolean => itemsOf(property) !== undefined;
  const wrongIn = (some: readonly Property[]) =>
    some.flatMap((property) =>
      brokenValues(property).map(({ what, value, ...more }): Broken => {
        return { what: `${property.name} ${what}`, value: { ...valid, [property.name]: value }, ...more };
      }),
    );
  return [
    // Of arrays first: no type of a language bounds them.
    ...wrongIn(properties.filter(isArray)),
    ...brokenBy('missing', missing),
    ...wrongIn(properties.filter((property) => !isArray(property))),
    ...brokenBy('container', [
      ...(itemsOf(schema) === undefined ? [['an array for the body', [valid], 'telling'] as const] : []),
      ['null for the body', null],
      ['a text for the body', 'text'],
      ['an empty object for the body', {}],
    ]),
    ...brokenBy('misnamed', misnamed(properties, valid)),
  ].filter(({ value }) => fitting(value) !== undefined);
}

/** Objects that seem to have a required member: under a name in another case, inherited, or in company of an optional one. */
function misnamed(properties: readonly Property[], valid: Readonly<Record<string, unknown>>): readonly Wrong[] {
  const optional = properties.filter(({ required, name }) => !required && !Object.hasOwn(valid, name));
  const each = properties
    .filter(({ required }) => required)
    .flatMap(({ name }): readonly Wrong[] => {
      const { [name]: value, ...rest } = valid;
      const other = inOtherCase(name);
      return [
        ...(other === name ? [] : [[`${name} under the name ${other}`, { [other]: value, ...rest }] as const]),
        ...optional.map(
          (beside) =>
            [
              `${name} missing beside ${beside.name}`,
              { ...rest, [beside.name]: firstValue(beside.schema, beside.name) },
            ] as const,
        ),
      ];
    });
  return [...each, ['every member in __proto__', Object.fromEntries([['__proto__', valid]])]];
}

/** Its first letter in the other case. */
export function inOtherCase(name: string): string {
  const first = name.slice(0, 1);
  const other = first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase();
  return other + name.slice(1);
}

/** Values that break the schema of one property. */
export const brokenValues = ({ schema }: Pick<Property, 'schema'>): readonly Broken[] => valuesAgainst(schema);

const valuesAgainst = memoized((schema: Schema): readonly Broken[] => {
  const fitting = validatorOf(schema, 'request');
  const type = typesOf(schema).find((one) => one !== 'null') ?? '';
  return KINDS.flatMap(([kind, wrongOf]) => brokenBy(`${kind} ${type}`, wrongOf(schema))).filter(
    ({ value }) => fitting(value) !== undefined,
  );
});

const KINDS: readonly (readonly [string, (schema: Schema) => readonly Wrong[]])[] = [
  ['choice', ofEnum],
  ['type', ofType],
  ['format', ofFormat],
  ['bounds', ofBounds],
  ['items', ofItems],
  ['anything', ofAnything],
];

function ofEnum({ enum: values }: Schema): readonly Wrong[] {
  if (values === undefined) return [];
  const none: Wrong = ['out of its enumeration', 'no-such-value', 'telling'];
  const text = values.find((value) => typeof value === 'string');
  if (text === undefined) return [none];
  return [
    none,
    ['in another case', text.toUpperCase(), 'telling'],
    ['with space around', ` ${text} `],
    // What a careless reader finds in a table of the choices.
    ['its ordinal', 1],
    ['a name of every object', 'constructor'],
  ];
}

function ofType(schema: Schema): readonly Wrong[] {
  const types = typesOf(schema);
  if (types.includes('integer'))
    return [
      ['a text of digits', '1', 'telling'],
      ['a fraction', 1.5, 'telling'],
      ['beyond 64 bits', 2n ** 63n, 'telling'],
      ['below 64 bits', -(2n ** 63n) - 1n],
    ];
  return types.includes('string') ? [['a number', 12345, 'telling']] : [];
}

/** A text that looks like one of its format, for a reader that does not take it apart. */
const AGAINST_FORMAT: Readonly<Record<string, string>> = {
  date: '2021-02-30',
  'date-time': '2021-02-30T25:61:00Z',
  uuid: '00000000-0000-0000-0000-00000000000g',
};

function ofFormat({ format = '' }: Schema): readonly Wrong[] {
  const value = AGAINST_FORMAT[format];
  return value === undefined ? [] : [['against its format', value, 'telling']];
}

function ofBounds(schema: Schema): readonly Wrong[] {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = schema;
  const [least, most] = [leastNumber(schema), mostNumber(schema)];
  const wrong: readonly (Wrong | false)[] = [
    ...(pattern === undefined ? [] : ofPattern(schema)),
    least !== undefined && ['below its minimum', beyond(least, -1), 'telling'],
    most !== undefined && ['above its maximum', beyond(most, 1), 'telling'],
    minLength > 0 && ['too short', 'x'.repeat(Math.min(minLength - 1, MOST_LETTERS)), 'telling'],
    maxLength <= MOST_LETTERS && ['too long', 'x'.repeat(maxLength + 1), 'telling'],
  ];
  return wrong.filter((one) => one !== false);
}

const MOST_LETTERS = 1e5;

/** The number that is one more or less, exactly. */
const beyond = (bound: number | bigint, way: 1 | -1): number | bigint =>
  typeof bound === 'bigint' ? exactInteger(bound + BigInt(way)) : bound + way;

/** Texts that a pattern does not match, or that it matches in part. */
function ofPattern(schema: Schema): readonly Wrong[] {
  const fitting = anotherValue(schema, [], 1);
  const none: Wrong = ['against its pattern', '~ none ~', 'telling'];
  if (typeof fitting !== 'string') return [none];
  return [
    none,
    ['of its pattern and more', `${fitting}x`, 'telling'],
    ['of its pattern, something before it', `x${fitting}`],
  ];
}

/** Arrays that are too short, too long, or have an item twice; and one with an item that is none. */
function ofItems(schema: Schema): readonly Wrong[] {
  const items = itemsOf(schema);
  if (items === undefined) return [];
  const { minItems = 0, maxItems, uniqueItems } = schema;
  const plain = [anotherValue(items, [], 1)].filter((item) => item !== undefined);
  const count = Math.min(MOST_ITEMS, Math.max(minItems, maxItems ?? 0)) + 1;
  const some = plain.length < count ? drawnTo(count, items, distinct(items, plain, count, 'request')) : plain;
  const [first] = some;
  const wrong: readonly (Wrong | false)[] = [
    minItems > 0 && ['of too few items', some.slice(0, minItems - 1), 'telling'],
    maxItems !== undefined && ['of too many items', some, 'telling'],
    uniqueItems === true &&
      first !== undefined && ['of an item twice', [first, ...some.slice(0, Math.max(1, minItems - 1))], 'telling'],
    ['of a wrong item', [ofType(items).at(-1)?.[1] ?? null, ...some.slice(1, minItems)], 'telling'],
  ];
  return wrong.filter((one) => one !== false);
}

/** More are no body that a server would take. */
const MOST_ITEMS = 1000;

/** As many values of a schema, each once, as can be drawn: variants of one may not fit where it is of letters alone, or of parts. */
function drawnTo(count: number, schema: Schema, found: readonly unknown[]): readonly unknown[] {
  const drawn = [...found];
  for (let seed = 2; drawn.length < count; seed += 1) {
    const value = anotherValue(schema, drawn, seed);
    if (value === undefined) break;
    drawn.push(value);
  }
  return drawn;
}

function ofAnything(_: Schema): readonly Wrong[] {
  return [
    ['null', null, 'telling'],
    ['true', true],
    ['an array', []],
    ['an object', {}],
    ['an empty text', ''],
  ];
}

/** Texts that break a parameter's schema. In a URL everything is text: only values whose text breaks it too can be sent. */
export function brokenTexts({ schema }: Pick<Parameter, 'schema'>): readonly string[] {
  const texts = brokenValues({ schema }).flatMap(({ value }) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? [String(value)] : [],
  );
  const more = typesOf(schema).includes('integer') ? ['abc'] : [];
  return [...new Set([...more, ...texts])].filter((text) => text !== '' && !isLawful(schema, text));
}

/** Whether any value that a text may stand for fits: one item of an array as well. */
const isLawful = (schema: Schema, text: string): boolean =>
  typesOf(schema).includes('object') ||
  fits(schema, 'request', valueOfText(schema, text)) ||
  fits(schema, 'request', [valueOfText(itemsOf(schema) ?? {}, text)]);
