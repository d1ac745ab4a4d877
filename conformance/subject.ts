import {
  type Contract,
  documents,
  essence,
  isObject,
  jsonMediaType,
  type MediaType,
  type Operation,
  own,
  partsOf,
  propertiesOf,
  type Resource,
  replyFor,
  type Schema,
  successOf,
} from '../openapi/contract';
import type { Clause, Exchange, JsonRecord, Session, Subject } from './model';
import { toRequest } from './request';

/** Each operation of a contract with its part, in the document's order. */
export function subjectsOf(contract: Contract): readonly Subject[] {
  const parts = partsOf(contract);
  return contract.operations.map((operation) => ({ contract, operation, part: parts.get(operation) }));
}

/** Whether an operation succeeds with a stream of events: that ends when the client goes, so there is no whole reply. */
export function isStream(operation: Operation): boolean {
  const content = successOf(operation)?.reply.content ?? [];
  return content.length > 0 && content.every(({ type }) => essence(type) === 'text/event-stream');
}

/** The JSON body that an operation takes. */
export const bodyOf = ({ body }: Operation): (MediaType & { schema: Schema }) | undefined => {
  const media = jsonMediaType(body?.content ?? []);
  return media?.schema === undefined ? undefined : { ...media, schema: media.schema };
};

/** The JSON value of an exchange's reply; undefined where there is none. */
export function jsonOf({ response }: Exchange): unknown {
  const json = response?.body.json;
  return json !== undefined && 'value' in json ? json.value : undefined;
}

/** The records of a list's reply; undefined where it is none. */
export function recordsOf(exchange: Exchange, { listProperty }: Resource): readonly JsonRecord[] | undefined {
  const value = jsonOf(exchange);
  const list = listProperty === undefined ? value : isObject(value) ? own(value, listProperty) : undefined;
  return Array.isArray(list) && list.every(isObject) ? list : undefined;
}

/** The record of a reply that shows one. */
export function recordOf(exchange: Exchange): JsonRecord | undefined {
  const value = jsonOf(exchange);
  return isObject(value) ? value : undefined;
}

export const idOf = (record: JsonRecord, { idProperty }: Resource): unknown =>
  idProperty === undefined ? undefined : own(record, idProperty);

/** The properties of a record that the contract names: what else a server shows is its own business. */
export function namedOf(record: JsonRecord, { schema }: Resource): JsonRecord {
  const names = propertiesOf(schema);
  return Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name)));
}

/** The properties that a create takes and the record shows again. */
export function echoedProperties({ part, operation }: Subject): readonly string[] {
  const body = bodyOf(operation);
  if (part === undefined || body === undefined) return [];
  const shown = propertiesOf(part.resource.schema);
  return [...propertiesOf(body.schema).values()]
    .filter(({ name, schema }) => shown.has(name) && name !== part.resource.idProperty && schema.writeOnly !== true)
    .map(({ name }) => name);
}

/** A list of a resource, as long as its page size allows. */
export async function listAll(
  session: Session,
  resource: Resource,
  query: Readonly<Record<string, unknown>> = {},
): Promise<{ exchange: Exchange; records: readonly JsonRecord[] | undefined; isWhole: boolean } | undefined> {
  const { list } = resource.operations;
  if (list === undefined) return undefined;
  const size = maximumOf(resource);
  const paged =
    resource.pageSize === undefined || size === undefined ? query : { [resource.pageSize.name]: size, ...query };
  const exchange = await session.send(toRequest(list, { query: paged }));
  const records = exchange.response?.status === successOf(list)?.status ? recordsOf(exchange, resource) : undefined;
  for (const record of records ?? []) see(session, resource, record, exchange);
  if (Object.keys(query).length === 0) session.known.sawList(resource.name, records?.length ?? 0);
  // A page that is not full holds everything there is. Without a page size nobody knows.
  const isWhole = records !== undefined && size !== undefined && records.length < size;
  return { exchange, records, isWhole };
}

/** The largest page that may be asked for. */
export function maximumOf({ pageSize }: Resource): number | undefined {
  const { maximum } = pageSize?.schema ?? {};
  return typeof maximum === 'number' ? maximum : undefined;
}

/** Notes a record that the server has shown, if it has an id. */
export function see(
  { known }: Session,
  resource: Resource,
  record: JsonRecord,
  shownBy: Exchange,
  isNew = false,
): void {
  const id = idOf(record, resource);
  if (id !== undefined) known.see(resource.name, id, record, shownBy, isNew);
}

/** A record that the server has; one of before this run rather than one that it made. */
export async function someRecord(session: Session, resource: Resource): Promise<JsonRecord | undefined> {
  const pick = () => {
    const created = session.known.created(resource.name);
    const all = [...session.known.records(resource.name)];
    return (all.find(([id]) => !created.has(id)) ?? all[0])?.[1];
  };
  const known = pick();
  if (known !== undefined) return known;
  await listAll(session, resource);
  return pick();
}

/** The clause of an operation's documented reply: the document's own words for it. */
export function clauseOf({ operation }: Subject, status: number, sentence: string): Clause {
  const reply = replyFor(operation, status);
  const words = reply === undefined || reply.description === '' ? '' : ` (${status}: ${reply.description.trim()})`;
  return { sentence: `${sentence}${words}`, pointer: reply?.pointer ?? operation.pointer };
}

/** The status by which an operation documents that it refuses a body: 400, else 422, else none. */
export const refusalStatus = (operation: Operation): number | undefined =>
  [400, 422].find((status) => documents(operation, status));
