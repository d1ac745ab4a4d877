import {
  exactNumber,
  fits,
  itemsOf,
  memoized,
  type Parameter,
  type Property,
  propertiesOf,
  type Schema,
  typesOf,
  validatorOf,
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

type BrokenValue = Omit<Broken, 'kind'>;

/** Bodies made from a valid one by breaking one constraint at a time; those that fit the schema are left out. */
export function brokenBodies(schema: Schema, valid: Readonly<Record<string, unknown>>): readonly Broken[] {
  const fits = validatorOf(schema, 'request');
  // Whether a server ignores or refuses what comes in replies alone is its own choice.
  const properties = [...propertiesOf(schema).values()].filter(({ readOnly }) => !readOnly);
  const missing = properties
    .filter(({ required }) => required)
    .map(({ name }): Broken => {
      const { [name]: _, ...rest } = valid;
      return { what: `${name} missing`, value: rest, isTelling: true, kind: 'missing' };
    });
  const isArray = ({ schema: property }: Property): boolean => itemsOf(property) !== undefined;
  // Of arrays first: no type of a language bounds them.
  const [arrays, others] = [properties.filter(isArray), properties.filter((property) => !isArray(property))];
  const wrongIn = (some: readonly Property[]) =>
    some.flatMap((property) =>
      brokenValues(property).map(({ what, value, ...more }): Broken => {
        return { what: `${property.name} ${what}`, value: { ...valid, [property.name]: value }, ...more };
      }),
    );
  const containers: readonly Broken[] = [
    { what: 'an array for the body', value: [valid], isTelling: true, kind: 'container' },
    { what: 'null for the body', value: null, isTelling: false, kind: 'container' },
    { what: 'a text for the body', value: 'text', isTelling: false, kind: 'container' },
    { what: 'an empty object for the body', value: {}, isTelling: false, kind: 'container' },
  ];
  const misnamed = misnamedBodies(properties, valid).map(
    (one): Broken => ({ ...one, isTelling: false, kind: 'misnamed' }),
  );
  return [...wrongIn(arrays), ...missing, ...wrongIn(others), ...containers, ...misnamed].filter(
    ({ value }) => fits(value) !== undefined,
  );
}

/** Values that break the schema of one property. */
export const brokenValues = ({ schema }: Pick<Property, 'schema'>): readonly Broken[] => valuesAgainst(schema);

const valuesAgainst = memoized((schema: Schema): readonly Broken[] => {
  const fits = validatorOf(schema, 'request');
  const type = typesOf(schema).find((one) => one !== 'null') ?? '';
  const all = KINDS.flatMap(([kind, brokenOf]) =>
    brokenOf(schema).map((one): Broken => ({ ...one, kind: `${kind} ${type}` })),
  );
  return all.filter(({ value }) => fits(value) !== undefined);
});

const KINDS: readonly (readonly [string, (schema: Schema) => readonly BrokenValue[]])[] = [
  ['choice', ofEnum],
  ['type', ofType],
  ['format', ofFormat],
  ['bounds', ofBounds],
  ['items', ofItems],
  ['anything', ofAnything],
];

function ofEnum({ enum: values }: Schema): readonly BrokenValue[] {
  if (values === undefined) return [];
  const text = values.find((value) => typeof value === 'string');
  const inCase = text === undefined ? [] : [{ what: 'in another case', value: text.toUpperCase(), isTelling: true }];
  // What a careless reader finds in a table of the choices.
  const odd = [
    { what: 'its ordinal', value: 1, isTelling: false },
    { what: 'a name of every object', value: 'constructor', isTelling: false },
  ];
  const inTable = text === undefined ? [] : odd;
  const inSpace = text === undefined ? [] : [{ what: 'with space around', value: ` ${text} `, isTelling: false }];
  return [
    { what: 'out of its enumeration', value: 'no-such-value', isTelling: true },
    ...inCase,
    ...inSpace,
    ...inTable,
  ];
}

function ofType(schema: Schema): readonly BrokenValue[] {
  const types = typesOf(schema);
  if (types.includes('integer')) {
    return [
      { what: 'a text of digits', value: '1', isTelling: true },
      { what: 'a fraction', value: 1.5, isTelling: true },
      { what: 'beyond 64 bits', value: 2n ** 63n, isTelling: true },
      { what: 'below 64 bits', value: -(2n ** 63n) - 1n, isTelling: false },
    ];
  }
  return types.includes('string') ? [{ what: 'a number', value: 12345, isTelling: true }] : [];
}

/** A text that looks like one of its format, for a reader that does not take it apart. */
const AGAINST_FORMAT: Readonly<Record<string, string>> = {
  date: '2021-02-30',
  'date-time': '2021-02-30T25:61:00Z',
  uuid: '00000000-0000-0000-0000-00000000000g',
};

function ofFormat({ format = '' }: Schema): readonly BrokenValue[] {
  const value = AGAINST_FORMAT[format];
  return value === undefined ? [] : [{ what: 'against its format', value, isTelling: true }];
}

function ofBounds(schema: Schema): readonly BrokenValue[] {
  const { minimum, maximum, minLength, maxLength, pattern } = schema;
  return [
    ...(pattern === undefined ? [] : ofPattern(schema)),
    ...(minimum === undefined ? [] : [{ what: 'below its minimum', value: Number(minimum) - 1, isTelling: true }]),
    ...(maximum === undefined ? [] : [{ what: 'above its maximum', value: Number(maximum) + 1, isTelling: true }]),
    ...(minLength === undefined || minLength === 0
      ? []
      : [{ what: 'too short', value: 'x'.repeat(Math.min(minLength - 1, 1e5)), isTelling: true }]),
    ...(maxLength === undefined || maxLength > 1e5
      ? []
      : [{ what: 'too long', value: 'x'.repeat(maxLength + 1), isTelling: true }]),
  ];
}

/** Texts that a pattern does not match, or that it matches in part. */
function ofPattern(schema: Schema): readonly BrokenValue[] {
  const fitting = anotherValue(schema, [], 1);
  const none = { what: 'against its pattern', value: '~ none ~', isTelling: true };
  if (typeof fitting !== 'string') return [none];
  const [more, before] = [`${fitting}x`, `x${fitting}`];
  return [
    none,
    { what: 'of its pattern and more', value: more, isTelling: true },
    { what: 'of its pattern, something before it', value: before, isTelling: false },
  ];
}

/** Arrays that are too short, too long, or have an item twice; and one with an item that is none. */
function ofItems(schema: Schema): readonly BrokenValue[] {
  const items = itemsOf(schema);
  if (items === undefined) return [];
  const { minItems = 0, maxItems, uniqueItems } = schema;
  const some = distinctValues(items, Math.min(MOST_ITEMS, Math.max(minItems, maxItems ?? 0)) + 1);
  const [first] = some;
  const broken = ofType(items).at(-1)?.value ?? null;
  return [
    ...(minItems === 0 ? [] : [{ what: 'of too few items', value: some.slice(0, minItems - 1), isTelling: true }]),
    ...(maxItems === undefined ? [] : [{ what: 'of too many items', value: some, isTelling: true }]),
    ...(uniqueItems === true && first !== undefined
      ? [{ what: 'of an item twice', value: [first, ...some.slice(0, Math.max(1, minItems - 1))], isTelling: true }]
      : []),
    { what: 'of a wrong item', value: [broken, ...some.slice(1, minItems)], isTelling: true },
  ];
}

/** More are no body that a server would take. */
const MOST_ITEMS = 1000;

/** As many values of a schema as there are, at the most so many, each once. */
function distinctValues(schema: Schema, most: number): readonly unknown[] {
  const found: unknown[] = [];
  for (let seed = 1; found.length < most; seed += 1) {
    const value = anotherValue(schema, found, seed);
    if (value === undefined) break;
    found.push(value);
  }
  return found;
}

function ofAnything(_: Schema): readonly BrokenValue[] {
  return [
    { what: 'null', value: null, isTelling: true },
    { what: 'true', value: true, isTelling: false },
    { what: 'an array', value: [], isTelling: false },
    { what: 'an object', value: {}, isTelling: false },
    { what: 'an empty text', value: '', isTelling: false },
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

/** Whether any value that a text may stand for fits: digits are a text as well, and one item of an array. */
function isLawful(schema: Schema, text: string): boolean {
  const single = [text, ...(NUMBER.test(text) ? [exactNumber(text)] : []), ...(text === 'true' ? [true] : [])];
  const all = typesOf(schema).includes('array') ? [...single, ...single.map((one) => [one])] : single;
  return all.some((value) => fits(schema, 'request', value)) || typesOf(schema).includes('object');
}

const NUMBER = /^-?\d{1,100}(\.\d{1,100})?$/;

/** A JSON object that lacks a required member, and how. */
interface Misnamed {
  readonly what: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** Objects that seem to have a required member: under a name in another case, inherited, or in company of an optional one. */
export function misnamedBodies(
  properties: readonly Property[],
  valid: Readonly<Record<string, unknown>>,
): readonly Misnamed[] {
  const optional = properties.filter(({ required, name }) => !required && !Object.hasOwn(valid, name));
  const each = properties
    .filter(({ required }) => required)
    .flatMap(({ name }): readonly Misnamed[] => {
      const { [name]: value, ...rest } = valid;
      const other = inOtherCase(name);
      return [
        ...(other === name ? [] : [{ what: `${name} under the name ${other}`, value: { [other]: value, ...rest } }]),
        ...optional.map((beside) => ({
          what: `${name} missing beside ${beside.name}`,
          value: { ...rest, [beside.name]: firstValue(beside.schema) },
        })),
      ];
    });
  return [...each, { what: 'every member in __proto__', value: Object.fromEntries([['__proto__', valid]]) }];
}

/** Its first letter in the other case. */
export function inOtherCase(name: string): string {
  const first = name.slice(0, 1);
  const other = first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase();
  return other + name.slice(1);
}
