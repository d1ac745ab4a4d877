import {
  alternativesOf,
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
import { fullValue } from './plain';
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
    ...outOfCompany(schema, properties, valid),
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

/**
 * Objects with a member more, or less, than goes together, or with another choice, where a schema says so of members as a whole
 * (JSON Schema 2020-12 Core §10.2.2, Validation §6.5.4).
 */
function outOfCompany(
  schema: Schema,
  properties: readonly Property[],
  valid: Readonly<Record<string, unknown>>,
): readonly Broken[] {
  if (
    !alternativesOf(schema).some((one) => COMPANY.some((keyword) => own(one, keyword) !== undefined)) &&
    !isOfNames(schema)
  )
    return [];
  const optional = properties.filter(({ required }) => !required);
  const added = optional.flatMap(({ name, schema: member }) =>
    own(valid, name) === undefined ? [[name, fullValue(member)] as const] : [],
  );
  const pairs = added.flatMap((one, nth) => added.slice(nth + 1).map((other) => [one, other] as const));
  const all = { ...Object.fromEntries(added), ...valid };
  const without = (name: string, { [name]: _, ...rest }: Readonly<Record<string, unknown>>) => rest;
  const candidates: readonly Wrong[] = [
    ...added.map(([name, value]): Wrong => [`${name} beside the others`, { ...valid, [name]: value }]),
    ...properties.flatMap(({ name, schema: member }) =>
      (keywordOf(member, 'enum') ?? []).map((value): Wrong => [`${name} ${value}`, { ...valid, [name]: value }]),
    ),
    ...pairs
      .slice(0, MOST_PAIRS)
      .map(([[one, is], [other, and]]): Wrong => [`${one} beside ${other}`, { ...valid, [one]: is, [other]: and }]),
    ...optional.map(({ name }): Wrong => [`${name} alone left out`, without(name, all)]),
    ...optional.map(({ name }): Wrong => [`${name} left out`, without(name, valid)]),
  ];
  // Each member is good by itself.
  const areGood = (value: unknown): boolean =>
    properties.every(({ name, schema: member }) => {
      const part = own(Object(value), name);
      return part === undefined || fits(member, 'request', part);
    });
  const telling = candidates.filter(([, value]) => areGood(value));
  return brokenBy(
    'company',
    telling.map(([what, value]): Wrong => [what, value, 'telling']),
  );
}

const COMPANY = ['dependentRequired', 'dependentSchemas', 'if', 'not'];
const MOST_PAIRS = 10;

/** Whether the branches of a schema say which members there are, and nothing else. */
const isOfNames = (schema: Schema): boolean =>
  [schema.oneOf, schema.anyOf].some(
    (branches) =>
      Array.isArray(branches) &&
      branches.every((one) => isObject(one) && Object.keys(one).every((key) => key === 'required')),
  );

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
