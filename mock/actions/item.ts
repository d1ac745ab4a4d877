/** What is done to one record by its path: it is read, replaced, patched, deleted. */
import {
  type Contract,
  essence,
  fits,
  isObject,
  itemsOf,
  memoized,
  namedParents,
  namesAbove,
  type Operation,
  propertiesOf,
  type Reply,
  type Resource,
  type Schema,
  type Steps,
  type Violation,
} from '../../openapi/contract';
import { idTaken, inapplicablePatch, invalidBody, refusalOfBody } from '../errors/problems';
import { refusalFor } from '../errors/refusal';
import type { Outcome } from '../http/reply';
import { idOf } from '../resources/record';
import { type Scope, scopeAt } from '../resources/scope';
import { applyJsonPatch, JsonPatchError } from '../values/json-patch';
import { pick, putAll, shown } from '../values/shape';
import type { Id, StoredRecord } from '../world/stores/records';
import { deleteAt, idMeant, putAt, recordAt, updateAt } from './at-path';
import { hasStatus, withTag } from './conditional';
import { orExample, otherwiseExample } from './example';
import { keepReadOnly, mergePatch, settable, settableWithDefaults, toRecord, unsendableIn } from './fields';
import type { Action, Task } from './model';
import { newRecord, withSetAtChange } from './new-record';
import { succeedWith, withLocation } from './success';
import { refuseTakenValues } from './taken';
import { viewed } from './view';

/** The record that the path names. */
export const read: Action = (task, resource) =>
  isAlias(task, resource) ? otherwiseExample(show, task, resource) : show(task, resource);

const show: Action = async (task, resource) => {
  const record = await recordAt(task, resource);
  const [seen = record] = await viewed(task, resource, [record]);
  const outcome = succeedWith(task, resource, seen);
  // The tag that a change asks for is that of the whole record.
  return seen === record ? outcome : withTag(task, outcome, record);
};

/** Whether a path has a name that is no id of a record (`/revisions/latest`): it means some record that the document does not name. */
function isAlias({ input: { path } }: Task, { idParameter, idProperty, otherKeys, schema }: Resource): boolean {
  const id = idParameter === undefined || otherKeys.length > 0 ? undefined : path[idParameter.name];
  // A client that asks for a name of JavaScript's own means no record, and tries whether there is one.
  if (typeof id !== 'string' || idProperty === undefined || !/^[a-z]/i.test(id) || id in Object.prototype) return false;
  const property = propertiesOf(schema).get(idProperty);
  return property !== undefined && !fits(property.schema, 'response', id);
}

/**
 * Puts what the body says in place of the record that the path names; the id and what is `readOnly` stay. Where the
 * operation documents that it creates, or nothing else does, a record that was not there is stored.
 */
export const replace: Action = (task, resource) => orExample(task, resource, () => replacedOrNew(task, resource));

/** Stores a new record at its own path, as a POST there says that it does. @param steps where its reply shows the record */
export const createAt = (task: Task, resource: Resource, steps: Steps): Promise<Outcome> =>
  orExample(task, resource, () => replacedOrNew(task, resource, steps));

async function replacedOrNew(task: Task, resource: Resource, steps = resource.shown.replace ?? []): Promise<Outcome> {
  const how = keepsOthers(task.operation) ? changed(merged) : replaced;
  const isPost = task.operation.method === 'POST';
  await refuseTakenValues(task, resource, idMeant(task, resource));
  const change = (before: StoredRecord, scope: Scope, id: Id): StoredRecord => {
    if (isPost && hasStatus(task.operation, 409)) throw idTaken(resource.name, id, task.operation);
    return how(task, resource, before, withName(task, scope), id);
  };
  if (!isPost && !creates(task.operation, resource))
    return succeedWith(task, resource, await updateAt(task, resource, change));
  const { record, isNew } = await putAt(task, resource, change, (scope, id) => newRecord(task, resource, scope, id));
  const operation = repliesOf(task.operation)[isNew ? 'created' : 'replaced'];
  const answering = { ...task, operation };
  const outcome = succeedWith(answering, resource, record, steps);
  const id = idOf(record, resource.idProperty ?? '') ?? idMeant(task, resource);
  return isNew ? withLocation(answering, resource, id, outcome) : outcome;
}

/** Whether a PUT is said to be a partial one: "Only the fields provided will be updated; any others remain unchanged." */
const keepsOthers = memoized(({ summary, description }: Operation): boolean =>
  PARTIAL.test(`${summary}\n${description}`),
);

const PARTIAL =
  /\bonly (?:the )?(?:\w+ )?(?:given|provided|specified|supplied|sent|passed|included)\b|\b(?:remains?|stays?|left|kept|are) unchanged\b|\bpartial(?:ly)? (?:updat|chang|modif)/i;

/** A record that is replaced keeps the name by which the path has it, where the body says no other. */
function withName({ named, input: { body } }: Task, scope: Scope): Scope {
  const isKept = named !== undefined && !(isObject(body) && Object.hasOwn(body, named.property));
  return isKept ? { ...scope, belongs: [...scope.belongs, named] } : scope;
}

function replaced(task: Task, resource: Resource, before: StoredRecord, scope: Scope, id: Id): StoredRecord {
  const { schema = {} } = task.input.bodyType ?? {};
  const named = propertiesOf(resource.schema);
  // What no schema names a client has sent, and leaves out now.
  const isSendable = (name: string): boolean =>
    !named.has(name) || (mayHave(schema)(name) && !unsendableIn(resource).has(name));
  const kept = Object.fromEntries(Object.entries(before).filter(([name]) => !isSendable(name)));
  const attempts = [settableWithDefaults, settable].map((fieldsOf) => () => {
    const fields = putAll({}, kept, fieldsOf(task, resource));
    return withSetAtChange(task, resource, before, keepReadOnly(resource.schema, before, fields, schema));
  });
  return toRecord(task, resource, scope, id, ...attempts);
}

/** Whether a body may have a property: what another operation alone can set is not meant to go. */
const mayHave = memoized((body: Schema): ((name: string) => boolean) => {
  const named = propertiesOf(body);
  return (name) => named.size === 0 || named.get(name)?.readOnly === false;
});

/** What a 404 is documented for may be something else than the record, where the operation is called so: its parent, say. */
const UPSERT = /upsert|create/i;
/** "Updates or adds", "creates or replaces": no "changes the address or name", and no "adds or removes members". */
const EITHER =
  /\b(?:create|add|insert)s? or (?:update|replace|change|overwrite|modif|edit|set)|\b(?:update|replace|change|overwrite|modify|modifie|edit|set)s? or (?:create|add|insert)s?\b|upsert/i;

const creates = (operation: Operation, { operations: { create } }: Resource): boolean =>
  hasStatus(operation, 201) ||
  EITHER.test(`${operation.summary}\n${operation.description}`) ||
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

/** Changes the record by a JSON Merge Patch (RFC 7396) or the operations of a JSON Patch (RFC 6902). */
export const patch: Action = (task, resource) => orExample(task, resource, () => patched(task, resource));

async function patched(task: Task, resource: Resource): Promise<Outcome> {
  const change = changed(isJsonPatch(task) ? patchByOperations : merged);
  await refuseTakenValues(task, resource, idMeant(task, resource));
  const record = await updateAt(task, resource, (before, scope, id) => change(task, resource, before, scope, id));
  return succeedWith(task, resource, record);
}

/** The record with some of its fields changed. */
const changed =
  (change: (task: Task, resource: Resource, before: StoredRecord) => StoredRecord) =>
  (task: Task, resource: Resource, before: StoredRecord, scope: Scope, id: Id): StoredRecord =>
    toRecord(task, resource, scope, id, () => withSetAtChange(task, resource, before, change(task, resource, before)));

function merged(task: Task, resource: Resource, before: StoredRecord): StoredRecord {
  const fields = mergePatch(before, settable(task, resource), resource.schema, task.input.bodyType?.schema);
  return isObject(fields) ? fields : before;
}

/** Many documents name the type of operations for bodies that are records, too, and plain JSON for operations: these are an array. */
export function isJsonPatch({ input: { body, bodyType } }: Task): boolean {
  if (!Array.isArray(body) || bodyType === undefined) return false;
  const items = propertiesOf(itemsOf(bodyType.schema) ?? {});
  return essence(bodyType.type) === 'application/json-patch+json' || (items.has('op') && items.has('path'));
}

/** The record after a JSON Patch (RFC 6902). @throws Problem where it can't be applied or leaves no record: nothing is changed */
function patchByOperations(task: Task, { schema, idProperty }: Resource, before: StoredRecord): StoredRecord {
  const changed = pick(schema, changedBy(task, before), task.source.keepsUnnamed);
  const id = idProperty === undefined ? {} : { [idProperty]: before[idProperty] };
  const record = isObject(changed) ? putAll({}, keepReadOnly(schema, before, changed), id) : undefined;
  // A property that is required would be made up where it was removed, so this is judged before.
  const [status, whole] = [refusalFor(task.operation, 'invalidBody'), 'What the patch leaves'];
  if (record === undefined) throw invalidBody(status, NO_RECORD, whole);
  const refusal = refusalOfBody(status, schema, 'response', shown(schema, record), whole);
  if (refusal !== undefined) throw refusal;
  return record;
}

/** What the operations of a JSON Patch make of a value. @throws Problem where they can't be applied */
export function changedBy({ input, operation }: Task, before: unknown): unknown {
  try {
    return applyJsonPatch(before, Array.isArray(input.body) ? input.body : []);
  } catch (error) {
    if (!(error instanceof JsonPatchError)) throw error;
    throw inapplicablePatch(refusalFor(operation, REFUSALS[error.fault]), error.fault, error.message);
  }
}

/** RFC 5789 §2.2: a patch that is not right, and one that does not go with the state of what it is for. */
const REFUSALS = { operations: 'invalidBody', record: 'conflict' } as const;

const NO_RECORD: Violation = { pointer: '', keyword: 'type', expected: 'an object', found: 'something else' };

/** Deletes the record that the path names, and what lies below it and names it; a reply that shows one shows what it was. */
export const remove: Action = async (task, resource) => {
  const removed = await deleteAt(task, resource);
  await removeBelow(task, resource);
  return succeedWith(task, resource, removed);
};

/** A path below a record that leads to records which stand at the top, too. */
interface Below {
  readonly resource: Resource;
  readonly idProperty: string;
  /** What it calls the parameters of the record's path. */
  readonly names: ReadonlyMap<string, string>;
}

/** Deletes what lies below the record of a request's path and would else be shown at the top without its parent. */
async function removeBelow({ contract, records, input }: Task, resource: Resource): Promise<void> {
  for (const { resource: below, idProperty, names } of belowIn(contract)(resource)) {
    const path = Object.fromEntries([...names].map(([above, name]) => [name, input.path[above]]));
    const { collection, belongs } = scopeAt(contract, below, path);
    for (const record of await records.list(collection, belongs, Number.POSITIVE_INFINITY)) {
      const id = idOf(record, idProperty);
      if (id !== undefined) await records.delete(collection, id, belongs);
    }
  }
}

const belowIn = memoized((contract: Contract) =>
  memoized((parent: Resource): readonly Below[] =>
    contract.resources.flatMap((resource) => {
      const { idProperty, storedIn, name, collectionPath, schema } = resource;
      const names = namesAbove(collectionPath, parent.itemPath);
      if (storedIn === name || idProperty === undefined || names === undefined) return [];
      const parents = namedParents(resource);
      const properties = propertiesOf(schema);
      // A record that may be without its parent stays without it.
      const isHeld = parents.every(({ property }) => properties.get(property)?.required === true);
      return isHeld && parents.length === names.size ? [{ resource, idProperty, names }] : [];
    }),
  ),
);
