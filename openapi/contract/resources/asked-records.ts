/** The records of a resource by operations without a role: `POST /things/search`, `GET /things/count`, `POST /things/{thingId}`. */

import { findFilters } from '../lists/filters';
import { findPageSize, findPaging } from '../lists/paging';
import { memoized } from '../memo/memo';
import type { Operation, Parameter } from '../model/operation';
import type { Resource, Steps } from '../model/resource';
import type { Schema } from '../model/schema';
import { successOf } from '../operations/replies';
import {
  findList,
  findSameRecord,
  haveSameNames,
  type RecordHints,
  saysCreates,
  schemaOfBody,
  schemaOfReply,
} from '../records/record-place';
import { plain } from '../records/spelling';
import { keywordOf, propertiesOf, typesOf } from '../schema/properties';

/**
 * The word behind a collection's path that an operation is at: `search` for `/things/search` and `/things:search`; empty for a POST to
 * the collection that has no role there.
 */
function wordBehind({ collectionPath, operations }: Resource, operation: Operation): string | undefined {
  const { path, method } = operation;
  if (path === collectionPath && method === 'POST') return operations.create === operation ? undefined : '';
  const rest = path.startsWith(collectionPath) ? path.slice(collectionPath.length) : '';
  return /^[/:]([^/{}]+)\/?$/.exec(rest)?.[1];
}

const isQuestion = ({ method }: Operation): boolean => method === 'GET' || method === 'POST';

/** Of these the records may be shown in part. */
const SEARCHES = /^(?:advanced)?(?:search|filter|query|find|lookup|list|batchget)/;

/**
 * The resource with another operation in the place of its list, what is asked in its body in the place of the query; undefined where
 * that shows no list of these records.
 */
export const askedBy = memoized((resource: Resource) =>
  memoized((operation: Operation): Resource | undefined => {
    const { schema, name, operations } = resource;
    const word = wordBehind(resource, operation);
    const reply = schemaOfReply(operation);
    if (word === undefined || reply === undefined || operations.list === undefined || !isQuestion(operation))
      return undefined;
    const found = findList(reply, schema, hintsFor(resource));
    if (found === undefined || found.isByKey) return undefined;
    if (!haveSameNames(found.schema, schema) && !(SEARCHES.test(plain(word)) && isPart(found.schema, resource)))
      return undefined;
    const list = asQuestion(operation);
    const pageSize = findPageSize(schema, list);
    return {
      ...resource,
      operations: { list },
      shown: { list: found.steps },
      listsByKey: false,
      ...findFilters(schema, list),
      pageSize,
      paging: findPaging(schema, list, found.steps, name, pageSize),
    };
  }),
);

/** The resource whose records an operation counts, and where its reply has the number. */
export const countedBy = memoized((resource: Resource) =>
  memoized((operation: Operation): { readonly resource: Resource; readonly steps: Steps } | undefined => {
    const word = wordBehind(resource, operation);
    const reply = schemaOfReply(operation);
    if (word === undefined || reply === undefined || !isQuestion(operation) || !COUNTS.test(plain(word)))
      return undefined;
    const steps = stepsToNumber(reply);
    const list = asQuestion(operation);
    return steps && { resource: { ...resource, operations: { list }, ...findFilters(resource.schema, list) }, steps };
  }),
);

const COUNTS = /^(?:total)?(?:count|total)s?$/;

function stepsToNumber(reply: Schema): Steps | undefined {
  if (isNumber(reply)) return [];
  const found = [...propertiesOf(reply).values()].find(
    ({ name, schema }) => isNumber(schema) && /^(?:total)?(?:count|total|size|number|value)$/.test(plain(name)),
  );
  return found && [found.name];
}

const isNumber = (schema: Schema): boolean =>
  typesOf(schema).some((type) => type === 'integer' || type === 'number') && !typesOf(schema).includes('string');

/** Where a POST to an item's own path shows the record that it makes, as its words or its status say; undefined where it makes none. */
export const createdAt = memoized((resource: Resource) =>
  memoized((operation: Operation): Steps | undefined => {
    const { itemPath, schema, operations } = resource;
    if (operation.method !== 'POST' || operation.path !== itemPath || operations.create !== undefined) return undefined;
    if (!saysCreates(operation) && successOf(operation)?.status !== 201) return undefined;
    const [body, reply] = [schemaOfBody(operation), schemaOfReply(operation)];
    const shown = reply && findSameRecord(reply, schema, hintsFor(resource));
    if (shown !== undefined && isMostlyOf(shown.schema, schema)) return shown.steps;
    return body !== undefined && isMostlyOf(body, schema) ? [] : undefined;
  }),
);

/** Whether a schema names properties, most of them those of another. */
function isMostlyOf(one: Schema, other: Schema): boolean {
  const [names, known] = [[...propertiesOf(one).keys()], propertiesOf(other)];
  return names.length > 0 && names.filter((name) => known.has(name)).length * 2 >= names.length;
}

const hintsFor = ({ name, schema, idProperty = '' }: Resource): RecordHints => ({
  resourceName: name,
  alike: [schema],
  hasId: (one) => propertiesOf(one).has(idProperty),
  mayHaveId: () => false,
  hasItems: false,
});

/** Whether a schema has the id of the records and another of their properties. */
function isPart(one: Schema, { schema, idProperty = '' }: Resource): boolean {
  const names = propertiesOf(schema);
  const shared = [...propertiesOf(one).keys()].filter((name) => names.has(name));
  return shared.includes(idProperty) && shared.length > 1;
}

/** An operation whose body asks for what a list's query does: its members are parameters like those. */
function asQuestion(operation: Operation): Operation {
  const body = schemaOfBody(operation);
  const asked = [...propertiesOf(body ?? {}).values()].map(
    ({ name, schema }): Parameter => ({
      name,
      in: 'query',
      required: false,
      description: String(keywordOf(schema, 'description') ?? ''),
      schema,
      allowsEmpty: false,
      examples: [],
      pointer: operation.pointer,
      style: 'form',
      explode: true,
      separator: undefined,
      mediaType: undefined,
    }),
  );
  return asked.length === 0 ? operation : { ...operation, parameters: [...operation.parameters, ...asked] };
}
