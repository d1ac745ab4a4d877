import {
  fits,
  isObject,
  itemsOf,
  keywordOf,
  own,
  type Parameter,
  type Property,
  propertiesOf,
  type Schema,
  standInsOf,
  typesOf,
  validatorOf,
  valueOfText,
} from '../../openapi/contract';
import { brokenWithin, isClosed, UNNAMED } from './nested';
import { firstValue } from './schema';
import { type Broken, brokenBy, brokenValues, valuesAgainst, type Wrong } from './wrong-values';

/**
 * Bodies made from a valid one by breaking one constraint at a time; those that fit the schema are left out.
 *
 * @param valuesFor values that break the schema of a member
 */
export function brokenBodies(
  schema: Schema,
  valid: Readonly<Record<string, unknown>>,
  valuesFor: (schema: Schema) => readonly Broken[] = valuesAgainst,
): readonly Broken[] {
  const fitting = validatorOf(schema, 'request');
  // Whether a server ignores or refuses what comes in replies alone is its own choice.
  const properties = [...propertiesOf(schema).values()].filter(({ readOnly }) => !readOnly);
  const standIns = standInsOf(schema);
  const missing = properties
    .filter(({ required }) => required)
    .map(({ name }): Wrong => {
      const { [name]: _, ...rest } = valid;
      return [`${name} missing`, rest, 'telling'];
    });
  const isArray = ({ schema: property }: Property): boolean => itemsOf(property) !== undefined;
  const wrongIn = (some: readonly Property[]) =>
    some.flatMap((property) =>
      valuesFor(property.schema).map(({ what, value, ...more }): Broken => {
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
    ]),
    ...brokenBy('emptiness', [
      keywordOf(schema, 'minProperties') === undefined
        ? ['an empty object for the body', {}]
        : ['an empty object for the body', {}, 'telling'],
    ]),
    ...properties.flatMap((property) =>
      brokenWithin(property, own(valid, property.name), (one) => valuesFor(one.schema)).map(
        ({ what, value, ...more }): Broken => ({
          what: `${property.name}${what.startsWith('.') ? '' : ' '}${what}`,
          value: { ...valid, [property.name]: value },
          ...more,
        }),
      ),
    ),
    ...(isClosed(schema)
      ? brokenBy('added', [['a member that it does not name', { ...valid, [UNNAMED]: 'x' }, 'telling']])
      : []),
    ...misnamed(properties, valid),
  ].filter(({ value }) => fitting(isObject(value) ? { ...standIns, ...value } : value) !== undefined);
}

/** Objects that seem to have a required member: under a name in another case, inherited, or in company of an optional one. */
function misnamed(properties: readonly Property[], valid: Readonly<Record<string, unknown>>): readonly Broken[] {
  const broken = (kind: string, what: string, value: unknown): Broken => ({ what, value, isTelling: false, kind });
  const optional = properties.filter(({ required, name }) => !required && !Object.hasOwn(valid, name));
  const each = properties
    .filter(({ required }) => required)
    .flatMap(({ name }): readonly Broken[] => {
      const { [name]: value, ...rest } = valid;
      const other = inOtherCase(name);
      return [
        ...(other === name
          ? []
          : [broken('another case', `${name} under the name ${other}`, { [other]: value, ...rest })]),
        ...optional.map((beside) =>
          broken('missing beside', `${name} missing beside ${beside.name}`, {
            ...rest,
            [beside.name]: firstValue(beside.schema, beside.name),
          }),
        ),
      ];
    });
  // Who drops that name is left with nothing: where nothing has to be there, that is a good body.
  const isNothingOwed = !properties.some(({ required }) => required);
  const inherited = Object.fromEntries([['__proto__', valid]]);
  return isNothingOwed ? each : [...each, broken('inherited', 'every member in __proto__', inherited)];
}

/** Its first letter in the other case. */
export function inOtherCase(name: string): string {
  const first = name.slice(0, 1);
  const other = first === first.toUpperCase() ? first.toLowerCase() : first.toUpperCase();
  return other + name.slice(1);
}

/** Texts that break a parameter's schema. In a URL everything is text: only values whose text breaks it too can be sent. */
export function brokenTexts({ schema }: Pick<Parameter, 'schema'>): readonly string[] {
  const items = itemsOf(schema);
  const texts = [schema, ...(items === undefined ? [] : [items])]
    .flatMap((one) => brokenValues({ schema: one }))
    .flatMap(({ value }) =>
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
