/** One stored record: its id, its form, and whether a contract allows it. */
import {
  type Contract,
  exactInteger,
  isNumeric,
  isObject,
  memoized,
  own,
  propertiesOf,
  type Resource,
  type Schema,
  sentenceOf,
  stringifyJson,
  typesOf,
  validatorOf,
} from '../../openapi/contract';
import { shown } from '../values/shape';
import { createPauses } from '../world/rules/pauses';
import type { Collections, Id, StoredRecord } from '../world/stores/records';
import { readCollectionName } from './collection-names';

/** The id that a record has in a property; undefined where it has none there, or no text or number. */
export function idOf(record: unknown, property: string): Id | undefined {
  const id = isObject(record) ? own(record, property) : undefined;
  return isId(id) ? id : undefined;
}

export const isId = (value: unknown): value is Id => typeof value === 'string' || isNumeric(value);

/** The schema of the property that holds a record's id. */
export const idPropertyOf = ({ idProperty, schema }: Resource): Schema | undefined =>
  idProperty === undefined ? undefined : propertiesOf(schema).get(idProperty)?.schema;

/** A record that fits its schema as a world keeps it: its id first, then what replies may show of it. */
export function toStored({ schema, idProperty }: Resource, record: unknown, id: Id): StoredRecord {
  // It fits the schema of a record: it is an object.
  const kept = shown(schema, record) as StoredRecord;
  return idProperty === undefined ? kept : { [idProperty]: id, ...kept };
}

/** A value of a path as the record's property has it: `7` and `"7"` are the same id, whichever of them has texts. */
export function typedAs(schema: Schema | undefined, value: unknown): unknown {
  if (schema === undefined) return value;
  const convert = conversionTo(schema);
  return convert === undefined ? value : convert(value);
}

/** Undefined where a property may have values of any type. */
const conversionTo = memoized((schema: Schema): ((value: unknown) => unknown) | undefined => {
  const types = typesOf(schema);
  if (types.includes('string'))
    return types.some(isOfNumbers) ? undefined : (value) => (isNumeric(value) ? String(value) : value);
  if (!types.some(isOfNumbers)) return undefined;
  return (value) => (typeof value === 'string' && INTEGER.test(value) ? exactInteger(BigInt(value)) : value);
});

const INTEGER = /^-?(?:0|[1-9]\d{0,30})$/;
const isOfNumbers = (type: string): boolean => type === 'integer' || type === 'number';

/** Makes the test whether a contract allows a stored record where it is: undefined, or a sentence that says why not. */
export function createFit(
  contract: Contract,
): (collection: string, id: Id, record: StoredRecord) => string | undefined {
  const known = new Map<string, ReturnType<typeof readCollectionName>>();
  return (collection, id, record) => {
    const named = known.get(collection) ?? readCollectionName(collection, contract);
    known.set(collection, named);
    if ('problem' in named) return `${collection}: ${named.problem}`;
    const { schema, idProperty } = named.resource;
    const violation = validatorOf(schema, 'response')(record);
    if (violation !== undefined) return `${collection}, ${stringifyJson(id)}: ${sentenceOf(violation, 'it')}.`;
    if (idProperty === undefined || own(record, idProperty) === id) return undefined;
    return `${collection}, ${stringifyJson(id)}: "${idProperty}" is not its id.`;
  };
}

/** The records that a contract allows, found with pauses for other work; collections that it does not have are left out. */
export async function fittingOnly(contract: Contract, collections: Collections): Promise<Collections> {
  const misfitOf = createFit(contract);
  const pause = createPauses();
  const kept = new Map<string, ReadonlyMap<Id, StoredRecord>>();
  for (const [name, records] of collections) {
    const fitting = new Map<Id, StoredRecord>();
    for (const [id, record] of records) {
      if (misfitOf(name, id, record) === undefined) fitting.set(id, record);
      await pause();
    }
    if (fitting.size > 0) kept.set(name, fitting);
  }
  return kept;
}
