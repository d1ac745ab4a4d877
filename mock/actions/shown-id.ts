/** Where replies show a record, and its id. */
import {
  type Contract,
  fits,
  formsOf,
  isObject,
  isUsualId,
  itemsOf,
  jsonMediaType,
  memoized,
  type Operation,
  partAt,
  plain,
  propertiesOf,
  type Resource,
  roleOf,
  type Schema,
  type Steps,
  schemaAt,
  schemaOfReply,
  successOf,
  typesOf,
  withPart,
  wordsOf,
} from '../../openapi/contract';
import { idOf } from '../resources/record';
import { hasSelfLink } from '../resources/self-links';
import type { StoredRecord } from '../world/stores/records';

/** Where in its reply an operation shows a record: as its role has it, or in an array there, as the only item. */
export const stepsTo = memoized((resource: Resource) =>
  memoized((operation: Operation): Steps => {
    const role = roleOf(resource, operation);
    const known = role && resource.shown[role];
    const reply = schemaOfReply(operation);
    if (known !== undefined || role === 'list' || reply === undefined) return known ?? [];
    const list = stepsToList(resource, reply);
    return list === undefined ? [] : [...list, '0'];
  }),
);

/** Where a reply has an array of records; undefined where it has none. */
export function stepsToList({ idProperty = '' }: Resource, reply: Schema): Steps | undefined {
  if (itemsOf(reply) !== undefined) return [];
  const list = [...propertiesOf(reply).values()].find(({ schema }) => {
    const items = itemsOf(schema);
    return items !== undefined && propertiesOf(items).has(idProperty);
  });
  return list && [list.name];
}

/** Where a reply of this schema has the id of the record that it shows; undefined where it has no place for one. */
const placeOfId = memoized((resource: Resource) =>
  memoized((operation: Operation): Steps | undefined => {
    const { idProperty = '', idParameter, name } = resource;
    const media = jsonMediaType(successOf(operation)?.reply.content ?? []);
    const reply = media?.schema;
    if (reply === undefined) return undefined;
    const types = typesOf(reply).filter((type) => type !== 'null');
    const isLone = types.length > 0 && types.every((type) => type === 'integer' || type === 'string');
    // An example may be a message.
    if (isLone) return roleOf(resource, operation) === 'create' && media?.examples.length === 0 ? [] : undefined;
    const steps = stepsTo(resource)(operation);
    const record = schemaAt(reply, steps) ?? reply;
    const properties = [...propertiesOf(record).values()];
    // A reply that names no member shows the record as it is.
    if (properties.length === 0)
      return typesOf(record).length === 0 || typesOf(record).includes('object') ? [...steps, idProperty] : undefined;
    // What shows nothing else of the record, and one id: `{"entity_id": 7, "warnings": []}`.
    const known = propertiesOf(resource.schema);
    const ids = properties.filter((one) => isIdName(one.name));
    if (ids[0] !== undefined && ids.length === 1 && properties.every((one) => !known.has(one.name)))
      return [...steps, ids[0].name];
    const names = [idParameter?.name ?? idProperty, ...formsOf(name).map((form) => `${form} ${idProperty}`)].map(plain);
    const found =
      properties.find((one) => one.name === idProperty) ?? properties.find((one) => names.includes(plain(one.name)));
    return found && [...steps, found.name];
  }),
);

const isIdName = (name: string): boolean => isUsualId(wordsOf(name).at(-1) ?? '');

/** The reply with the id of the record that it is about, where that was made up or left out and its schema lets it stand there. */
export function withIdOf(
  resource: Resource,
  operation: Operation,
  record: StoredRecord,
  schema: Schema,
  reply: unknown,
  at?: Steps,
): unknown {
  const { idProperty } = resource;
  const id = idProperty === undefined ? undefined : idOf(record, idProperty);
  const place = at === undefined ? placeOfId(resource)(operation) : [...at, idProperty ?? ''];
  if (id === undefined || place === undefined) return reply;
  const shown = partAt(reply, place);
  const holder = partAt(reply, place.slice(0, -1));
  if (shown === id || shown === String(id) || (place.length > 0 && !isObject(holder))) return reply;
  const named = [id, String(id)].map((one) => withPart(schema, reply, place, one));
  return named.find((one) => fits(schema, 'response', one)) ?? reply;
}

/** A sentence about the operations whose replies do not say the id of what they make; undefined where all do. */
export function noticeOfHiddenIds({ resources }: Contract): string | undefined {
  const hiding = resources.filter((resource) => resource.itemPath !== undefined && hidesId(resource));
  const [first] = hiding;
  if (first === undefined) return undefined;
  const lists = hiding.some(({ idProperty }) => idProperty !== undefined)
    ? 'Lists show it, and the Admin API'
    : 'The Admin API shows it';
  const named = hiding.slice(0, MOST_NAMED).map(({ operations: { create } }) => `${create?.method} ${create?.path}`);
  const more = hiding.length > MOST_NAMED ? ` and ${hiding.length - MOST_NAMED} more` : '';
  return `No reply shows the id of what is made by ${named.join(', ')}${more}: the document has no place for it. ${lists}.`;
}

const MOST_NAMED = 3;

function hidesId(resource: Resource): boolean {
  const {
    operations: { create },
    idProperty,
    idSentAs,
  } = resource;
  if (create === undefined || idSentAs !== undefined || hasSelfLink(resource)) return false;
  const isLocated = successOf(create)?.reply.headers.some(({ name }) => name.toLowerCase() === 'location') === true;
  return !isLocated && (idProperty === undefined || placeOfId(resource)(create) === undefined);
}
