import {
  alternativesOf,
  type Contract,
  fits,
  isObject,
  keywordOf,
  memoized,
  namedParents,
  parentsSpelled,
  propertiesOf,
  type Resource,
  validatorOf,
} from '../../openapi/contract';
import { readCollectionName } from '../resources/collection-names';
import { putAll } from '../values/shape';
import type { Collections, StoredRecord } from '../world/stores/records';
import { numberBelow } from './documented';
import { behaviour, type Fields, type NewRecord } from './model';

/**
 * A new record has one of the choices for each optional member that has choices, and that was not sent: all of them where
 * the contract lets a reply show that, else as many as fit beside the others.
 */
export const recordOmitted = behaviour('record.omitted', {
  filled: {
    newRecord: (attempts, made) => [
      ...attempts.map((fieldsOf) => () => {
        const fields = fieldsOf();
        return putAll({}, Object.fromEntries(drawn(made, fields)), fields);
      }),
      () => filledAsFits(made),
      ...attempts,
    ],
  },
});

/** Each member is tried twice, since one may need another that comes after it. */
function filledAsFits(made: NewRecord): Fields {
  const judge = validatorOf(made.resource.schema, 'response');
  const record: Fields = made.make();
  const members = drawn(made, record);
  return [...members, ...members.toReversed()].reduce((before, [name, value]) => {
    if (Object.hasOwn(before, name)) return before;
    const more = putAll({}, before, { [name]: value });
    return judge(more) === undefined ? more : before;
  }, record);
}

function drawn({ seed, resource, id, body }: NewRecord, fields: Fields): readonly Member[] {
  const isSent = (name: string): boolean =>
    Object.hasOwn(fields, name) || (isObject(body) && Object.hasOwn(body, name));
  const missing = optionalIn(resource).filter(({ name }) => !isSent(name));
  return missing.map(({ name, values }) => {
    const place = numberBelow(values.length, seed, `${resource.name} ${id} ${name}`);
    return [name, values[place]];
  });
}

type Member = readonly [name: string, value: unknown];

/** The optional members of a record with the values that they may have; `null` is said by those who mean it. */
const optionalIn = memoized(({ schema, idProperty }: Resource) =>
  [...propertiesOf(schema).values()]
    .filter(({ name, required, writeOnly }) => !required && !writeOnly && name !== idProperty)
    .map(({ name, schema: property }) => ({
      name,
      values: (keywordOf(property, 'enum') ?? []).filter(
        (value) => value !== null && fits(property, 'response', value),
      ),
    }))
    .filter(({ values }) => values.length > 0),
);

/** A world begins without the members that the schemas of its records do not require. */
export const recordOptional = behaviour('record.optional', {
  'left-out': { fixtures: (collections, contract) => withoutOptional(contract)(collections) },
});

/** The same object each time. */
const withoutOptional = memoized((contract: Contract) =>
  memoized(
    (collections: Collections): Collections =>
      new Map(
        [...collections].map(([name, records]) => {
          const leave = leavingIn(contract, name);
          return [name, new Map([...records].map(([id, record]) => [id, leave(record)]))];
        }),
      ),
  ),
);

function leavingIn(contract: Contract, collection: string): (record: StoredRecord) => StoredRecord {
  const named = readCollectionName(collection, contract);
  return 'resource' in named ? (record) => without(named.resource, record) : (record) => record;
}

/** A record whose schema asks for more than it seems to stays as it was. */
function without(resource: Resource, record: StoredRecord): StoredRecord {
  const kept = keptIn(resource);
  const left = Object.fromEntries(Object.entries(record).filter(([name]) => kept.has(name)));
  return fits(resource.schema, 'response', left) ? left : record;
}

/** What stays: all that is required, the id, and those of parents, by which paths and filters find the record. */
const keptIn = memoized((resource: Resource): ReadonlySet<string> => {
  const { schema, idProperty } = resource;
  const parents = [...namedParents(resource), ...parentsSpelled(resource)].map(({ property }) => property);
  const alternatives = alternativesOf(schema).map(({ required = [] }) => required);
  return new Set([...alternatives.flat(), ...parents, ...(idProperty === undefined ? [] : [idProperty])]);
});
