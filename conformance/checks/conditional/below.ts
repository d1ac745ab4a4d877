/** What is done to a record at a path right below its own, an action or a create: it changes the record, and depends on its tag. */
import { documents, type Operation, type Resource } from '../../../openapi/contract';
import { entityTag, takesHeader } from '../../exchange/conditions';
import { type Exchange, isRefusal, isSuccess, jsonOf, outcomeOf, type Request } from '../../exchange/exchange';
import { memberedBodyOf, type Subject } from '../../exchange/subject';
import { isWrite } from '../../records/deeds';
import { type JsonRecord, sameJson } from '../../records/records';
import { wrapped } from '../../requests/bodies/record-in-body';
import { knownBody } from '../../requests/bodies/valid';
import { toRequest } from '../../requests/request';
import { type CaseContext, inRole, resourceOf } from '../../steps/check';
import { readyPath } from '../../steps/paths/paths';
import { createRecord, pathTo, tryToCreate } from '../../steps/records';
import { taggedRead } from '../../steps/tag';
import { walkTo } from '../../steps/ways/ways';
import { CannotJudge, fail, PASS, replied, skip, type Verdict } from '../../verdict/verdict';
import { otherValues } from '../changes/change';

/** The resource of the record to which an operation at a path right below does something, where the run can make such records. */
function changedBelow({ contract, operation, purpose }: Subject): Resource | undefined {
  const read = taggedRead(contract.operations, operation);
  if (!isWrite(operation) || read === undefined || read.path === operation.path) return undefined;
  if (purpose !== undefined && purpose.role !== 'create') return undefined;
  return contract.resources.find(
    ({ isSure, idProperty, operations }) =>
      isSure && operations.read === read && operations.create !== undefined && idProperty !== undefined,
  );
}

/** The operations right below a resource's records. */
export const changesBelow = ({ contract, purpose }: Subject): readonly Operation[] =>
  contract.operations.filter((operation) => {
    const below = changedBelow({ contract, operation, purpose: purposeOf(contract, operation) });
    return below !== undefined && below === purpose?.resource;
  });

/** The operations that change or remove what lies right below a resource's records. */
export const itemChangesBelow = ({ contract, purpose }: Subject): readonly Operation[] =>
  contract.resources.flatMap(({ collectionPath, itemPath, operations: { create, replace, patch, delete: remove } }) => {
    const above = collectionPath.slice(0, collectionPath.lastIndexOf('/'));
    const isBelow = purpose?.resource.itemPath === above && itemPath !== undefined && create !== undefined;
    return isBelow && purpose.resource.operations.create !== undefined
      ? [patch ?? replace, remove].filter((one) => one !== undefined)
      : [];
  });

/** A change of what lies below a record, between two reads of that: the oracle of tags judges them. */
export async function changeItemBelow(context: CaseContext, operation: Operation): Promise<Verdict> {
  const host = resourceOf(context);
  const purpose = context.known.purposeOf(operation);
  const { read } = host.operations;
  if (purpose === undefined || read === undefined) throw new CannotJudge(skip('nothing lies below it'));
  const { path } = await walkTo(inRole(context, host, 'create'), host);
  const made = await createRecord(inRole(context, purpose.resource, 'create'), {}, path);
  await context.send(toRequest(read, { path }));
  const subject = { ...context.subject, operation, purpose };
  const body =
    memberedBodyOf(operation) &&
    wrapped(context, subject, otherValues({ ...context, subject }, made.record, context.options.seed + 3));
  const change = toRequest(operation, { path: { ...path, ...pathTo(purpose.resource, made.id) }, body });
  const done = replied(await context.send(change));
  if (!isSuccess(done)) throw new CannotJudge(skip(`it was not done: ${outcomeOf(done)}`));
  await context.send(toRequest(read, { path }));
  return PASS;
}

function purposeOf({ resources }: Subject['contract'], operation: Operation): Subject['purpose'] {
  const resource = resources.find(({ operations: { create } }) => create === operation);
  return resource && { resource, role: 'create' };
}

/** Below a record of the run's own, which is in a state in which the operation works. */
async function readyBelow(context: CaseContext, operation: Operation) {
  const { contract } = context;
  const subject = { contract, operation, purpose: purposeOf(contract, operation) };
  const resource = changedBelow(subject);
  const read = taggedRead(contract.operations, operation);
  if (resource === undefined || read === undefined) throw new CannotJudge(skip('it does nothing to a record'));
  const own = { ...context, subject };
  if (subject.purpose === undefined) return { own, read, path: await readyPath(own) };
  const { id, exchange } = await createRecord(inRole(context, resource, 'create'));
  const path: JsonRecord = { ...exchange.request.path, ...pathTo(resource, id) };
  // What the server takes is known from then on.
  await tryToCreate(own, {}, path);
  return { own, read, path };
}

const requestFor = (own: CaseContext, path: JsonRecord): Request => {
  const { operation } = own.subject;
  const body = memberedBodyOf(operation) === undefined ? undefined : knownBody(own, own.subject).body;
  return toRequest(operation, { path, body });
};

/** Whether it is done on condition of the record's tag, as the document says: a 412 alone may be about something else. */
export const isOnConditionBelow = (subject: Subject): boolean =>
  changedBelow(subject) !== undefined &&
  (takesHeader(subject.operation, 'if-match') || documents(subject.operation, 428));

/** The cases of `conditional.write` for what is done below a record: without a tag, with one that it never had, with its own. */
export async function* actOnCondition(context: CaseContext): AsyncGenerator<Verdict> {
  const { operation } = context.subject;
  const { own, read, path } = await readyBelow(context, operation);
  const request = requestFor(own, path);
  const look = async () => replied(await context.send(toRequest(read, { path })));
  const before = await look();
  const tag = before.response.headers.get('etag');
  if (!isSuccess(before) || tag === undefined) throw new CannotJudge(skip('the replies have no entity tag'));
  const refused: { readonly exchange: Exchange; readonly status: number; readonly key: string }[] = [];
  const tried = [
    { status: 428, key: 'no condition', sent: { ...request, isUnconditional: true } as const },
    { status: 412, key: 'any tag', sent: { ...request, headers: { ...request.headers, 'if-match': '"no-such-tag"' } } },
  ].filter(({ status }) => (status === 428 ? documents(operation, 428) : takesHeader(operation, 'if-match')));
  for (const { status, key, sent } of tried) {
    const exchange = replied(await context.send(sent));
    const wanted = documents(operation, status) ? `the status ${status}` : 'a status of 4xx';
    if (isSuccess(exchange))
      return yield fail({ expected: wanted, actual: outcomeOf(exchange), exchanges: [before, exchange], key });
    if (isRefusal(exchange)) refused.push({ exchange, status, key });
  }
  const done = replied(await context.send({ ...request, headers: { ...request.headers, 'if-match': tag } }));
  if (done.response.status === 412 && entityTag(tag)?.isWeak === false)
    return yield fail({
      expected: `no 412 to If-Match: ${tag}, which is so`,
      actual: outcomeOf(done),
      exchanges: [before, done],
      key: 'right tag refused',
    });
  if (!isSuccess(done)) {
    const after = await look();
    const isChanged =
      isSuccess(after) && after.response.headers.get('etag') !== tag && !sameJson(jsonOf(before), jsonOf(after));
    const [first] = refused;
    if (!isChanged || first === undefined) throw new CannotJudge(skip(`it was not done: ${outcomeOf(done)}`));
    return yield fail({
      expected: 'the record as it was, since all that was done to it was refused',
      actual: 'another one',
      exchanges: [before, ...refused.map(({ exchange }) => exchange), done, after],
      key: `${first.key}, and changed`,
    });
  }
  for (const { exchange, status, key } of refused)
    if (documents(operation, status) && exchange.response?.status !== status)
      yield fail({ expected: `the status ${status}`, actual: outcomeOf(exchange), exchanges: [exchange, done], key });
  // The oracle of tags compares it with what was read before.
  await look();
  yield PASS;
}

/** What is done below a record, between two reads of it: the oracle of tags judges them. */
export async function changeBelow(context: CaseContext, operation: Operation): Promise<Verdict> {
  const { own, read, path } = await readyBelow(context, operation);
  await context.send(toRequest(read, { path }));
  const done = replied(await context.send(requestFor(own, path)));
  if (!isSuccess(done)) throw new CannotJudge(skip(`it was not done: ${outcomeOf(done)}`));
  await context.send(toRequest(read, { path }));
  return PASS;
}
