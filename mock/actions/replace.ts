import {
  itemsOf,
  memoized,
  type Operation,
  propertiesOf,
  type Reply,
  type Resource,
  type Role,
  schemaAt,
} from '../../openapi/contract';
import type { Outcome } from '../http/reply';
import type { Scope } from '../resources/scope';
import { putAll } from '../values/shape';
import type { Id, StoredRecord } from '../world/stores/records';
import { idMeant, putAt, updateAt } from './at-path';
import { keepReadOnly, settable, settableWithDefaults, toRecord } from './fields';
import { withLocation } from './location';
import type { Action, Task } from './model';
import { newRecord } from './new-record';
import { orExample } from './or-example';
import { withSetAtChange } from './set-by-service';
import { succeedWith } from './success';

/**
 * Puts what the body says in place of the record that the path names; the id and what is `readOnly` stay. Where the
 * operation documents that it creates, or nothing else does, a record that was not there is stored.
 */
export const replace: Action = (task, resource) => orExample(task, resource, () => put(task, resource));

async function put(task: Task, resource: Resource): Promise<Outcome> {
  const change = (before: StoredRecord, place: Scope, id: Id) => replaced(task, resource, before, place, id);
  if (!creates(task.operation, resource)) return succeedWith(task, resource, await updateAt(task, resource, change));
  const { record, isNew } = await putAt(task, resource, change, (place, id) => newRecord(task, resource, place, id));
  const operation = repliesOf(task.operation)[isNew ? 'created' : 'replaced'];
  const answering = { ...task, operation };
  const outcome = succeedWith(answering, resource, record, resource.shown.replace ?? []);
  return isNew ? withLocation(answering, resource, idMeant(task, resource), outcome) : outcome;
}

function replaced(task: Task, resource: Resource, before: StoredRecord, place: Scope, id: Id): StoredRecord {
  const kept = Object.fromEntries(Object.entries(before).filter(([name]) => unsendableIn(resource).has(name)));
  const attempts = [settableWithDefaults, settable].map((fieldsOf) => () => {
    const fields = putAll({}, kept, fieldsOf(task, resource));
    return withSetAtChange(task, resource, before, keepReadOnly(resource.schema, before, fields));
  });
  return toRecord(task, resource, place, id, ...attempts);
}

/** The properties of a record that are in no body which creates or changes it: none where such a body may have any. */
const unsendableIn = memoized(({ schema, operations, taken }: Resource): ReadonlySet<string> => {
  const bodies = WRITING.flatMap((role) =>
    (operations[role]?.body?.content ?? []).map((media) => schemaAt(media.schema ?? {}, taken[role] ?? [])),
  );
  const sent = bodies.map((body) => [...propertiesOf(body ?? {}).values()]);
  if (sent.some((properties) => properties.length === 0)) return new Set();
  // What is told of a file is not what was sent.
  const texts = sent.flat().filter((property) => (itemsOf(property.schema) ?? property.schema).format !== 'binary');
  const names = new Set(texts.map(({ name }) => name));
  return new Set([...propertiesOf(schema).keys()].filter((name) => !names.has(name)));
});

const WRITING = ['create', 'replace', 'patch'] as const satisfies readonly Role[];

const hasStatus = ({ replies }: Operation, wanted: number): boolean => replies.some(({ status }) => status === wanted);

/** What a 404 is documented for may be something else than the record, where the operation is called so: its parent, say. */
const UPSERT = /upsert|create/i;

const creates = (operation: Operation, { operations: { create } }: Resource): boolean =>
  hasStatus(operation, 201) ||
  (create === undefined && (!hasStatus(operation, 404) || UPSERT.test(`${operation.id} ${operation.summary}`)));

/** The operation as it answers when it has created a record, and when it has replaced one. */
const repliesOf = memoized((operation: Operation): { readonly created: Operation; readonly replaced: Operation } => {
  const isCreated = ({ status }: Reply): boolean => status === 201;
  const first = operation.replies.filter(isCreated);
  const others = operation.replies.filter((reply) => !isCreated(reply));
  return {
    created: { ...operation, replies: [...first, ...others] },
    replaced: { ...operation, replies: [...others, ...first] },
  };
});
