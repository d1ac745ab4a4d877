/** Conditions on properties that have few values: flags, and choices of which a record has one. */
import { itemsOf, keywordOf, type Parameter, type Property, plain, type Schema, typesOf } from '../../openapi/contract';
import { type Condition, isNameOf, only } from './condition';
import {
  INCLUDES,
  SAYS_ANY,
  SAYS_BOTH,
  SAYS_ELSE_LEFT_OUT,
  SAYS_NONE_OF,
  SAYS_ONLY,
  SAYS_OR_OTHERS,
  SAYS_WHETHER,
} from './list-words';

const isFlag = (schema: Schema): boolean =>
  typesOf(schema)
    .filter((type) => type !== 'null')
    .join() === 'boolean';

/** `false` may mean all; where the words speak of both, it means the others. */
export function flagBy(parameter: Parameter, properties: readonly Property[]): Condition | undefined {
  const { name, description, schema } = parameter;
  const property = flagCalled(plain(name), properties);
  if (property === undefined || !isFlag(schema)) return undefined;
  const isWhether = SAYS_WHETHER.test(description) || SAYS_OR_OTHERS.test(description);
  if (!isWhether && !SAYS_ONLY.test(description)) return undefined;
  const isBoth = isWhether || SAYS_BOTH.test(description);
  return {
    parameter,
    property: property.name,
    kind: 'flag',
    isInclusive: undefined,
    unasked: schema.default,
    keeps: (value, wanted) =>
      typeof value !== 'boolean' || (wanted !== true && !isBoth) ? undefined : value === wanted,
  };
}

const flagCalled = (name: string, properties: readonly Property[]): Property | undefined =>
  only(properties.filter((one) => isFlag(one.schema) && [name, `is${name}`].includes(plain(one.name))));

/** `include_x` shows those that are x as well, which a list otherwise leaves out. */
export function includedBy(parameter: Parameter, properties: readonly Property[]): Condition | undefined {
  const { name, description, schema } = parameter;
  const word = plain(name).replace(INCLUDES, '');
  const property = word === plain(name) ? undefined : flagCalled(word, properties);
  if (property === undefined || !isFlag(schema) || !SAYS_ELSE_LEFT_OUT.test(description)) return undefined;
  return {
    parameter,
    property: property.name,
    kind: 'included',
    isInclusive: undefined,
    unasked: schema.default ?? false,
    keeps: (value, wanted) => (typeof value === 'boolean' ? wanted === true || !value : undefined),
  };
}

/** Several values of a property, of which a record has one. */
export function anyBy(parameter: Parameter, properties: readonly Property[]): Condition | undefined {
  const { name, schema, description } = parameter;
  const items = itemsOf(schema);
  const choices = keywordOf(items ?? {}, 'enum') ?? [];
  const property = only(
    properties.filter(
      (one) =>
        isNameOf(name, one.name) &&
        typesOf(one.schema).includes('string') &&
        typesOf(items ?? {}).join() === 'string' &&
        // Texts of any kind, or those of the same choices.
        (choices.length > 0 || keywordOf(one.schema, 'enum') === undefined) &&
        choices.every((choice) => keywordOf(one.schema, 'enum')?.includes(choice) === true),
    ),
  );
  if (property === undefined || SAYS_NONE_OF.test(description) || !SAYS_ANY.test(description)) return undefined;
  return {
    parameter,
    property: property.name,
    kind: 'any',
    isInclusive: undefined,
    keeps: (value, wanted) => (Array.isArray(wanted) && typeof value === 'string' ? wanted.includes(value) : undefined),
  };
}
