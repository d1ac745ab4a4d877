import {
  documents,
  itemNameIn,
  namesAbove,
  type Operation,
  own,
  type Resource,
  templateNames,
} from '../../../openapi/contract';
import { type Exchange, isSuccess, outcomeOf } from '../../exchange/exchange';
import { recordMembers } from '../../exchange/record-body';
import type { Subject } from '../../exchange/subject';
import { idOf, type JsonRecord, keyOf, recordOf } from '../../records/records';
import { actionOf } from '../../records/states/action-words';
import { isFinal, statesOf } from '../../records/states/states';
import { unplaced } from '../../requests/bodies/record-in-body';
import { toRequest } from '../../requests/request';
import { deleted } from '../../rules/relations/kept';
import { type CaseContext, type Check, inRole, resourceOf } from '../../steps/check';
import { lookAgain, noteLate, requestWholeList } from '../../steps/lists';
import { createRecord, fetchRecord, type Made, pathTo, readRecord, unknownId } from '../../steps/records';
import { sendValid } from '../../steps/send-valid';
import { isDoneIn } from '../../steps/ways/actions';
import { brief } from '../../verdict/brief';
import { CannotJudge, fail, inconclusive, PASS, replied, type Verdict } from '../../verdict/verdict';
import { createThree, sendChange, sendTo } from './change';
import { judgeNeighbours } from './shown';

/** The relation judges what is read and listed of a record that the cases delete. */
export const deletedGone: Check = {
  ...deleted,
  // Each kind of record is removed by code of its own.
  isOfEach: true,
  applies: (subject) =>
    deleted.applies(subject) && (subject.purpose?.resource.operations.create !== undefined || areMadeByPut(subject)),
  cases: (subject) =>
    areMadeByPut(subject)
      ? [{ name: 'one that PUT made', tier: 1, run: deletePut }]
      : [
          { name: 'one of three', tier: 1, run: deleteOne },
          ...childrenOf(subject).map((child) => ({
            name: `what lies below it: ${child.name}`,
            tier: 1 as const,
            run: (context: CaseContext) => deleteAbove(context, child),
          })),
        ],
};

async function* deleteOne(context: CaseContext): AsyncGenerator<Verdict> {
  const resource = resourceOf(context);
  const three = await createThree(context);
  const { id, record, exchange: made } = three.made;
  await untilDeletable(context, three.made);
  const { by } = await sendChange(context, id);
  const queries = resource.filters.flatMap(({ parameter, property }) => {
    const value = own(record, property);
    return value === undefined || value === null || typeof value === 'object' ? [] : [{ [parameter.name]: value }];
  });
  yield* judgeGone(context, id, by, { isRead: true, queries: [{}, ...queries] });
  yield* readBelow(context, id, by);
  // Whether that is refused or done once more is the server's choice; that it fails is not.
  await sendTo(context, id);
  // Nor does it fail when the same is made again, or bring back what was deleted.
  const { operation, path, body = '' } = made.request;
  const again = await context.send(toRequest(operation, { path, rawBody: body }));
  const anew = recordOf(again, resource);
  if (anew === undefined || keyOf(idOf(anew, resource)) !== keyOf(id))
    yield* judgeGone(context, id, by, { isRead: false, queries: [{}] });
  yield* judgeNeighbours(context, three, by);
}

/** Waits for a job to come into a state in which words say that it is deleted; where there is something to read below it, to its end. */
async function untilDeletable(context: CaseContext, { id, record, exchange }: Made): Promise<void> {
  const resource = resourceOf(context);
  const states = statesOf(resource);
  const action = states && actionOf(context.subject.operation, states);
  const isSaid = action?.from !== undefined;
  if (states === undefined || !documents(exchange.request.operation, 202)) return;
  if (!isSaid && readsBelow(context).length === 0) return;
  const isReady = (one: JsonRecord | undefined): boolean => {
    const state = String(own(one ?? {}, states.property));
    return isSaid ? isDoneIn(action, state) : isFinal(states, state);
  };
  let now: JsonRecord | undefined = record;
  const known = context.notes.jobs.get(resource);
  for (const pause of known === undefined ? PAUSES_MS : [known, ...PAUSES_MS]) {
    if (isReady(now)) return;
    await context.wait(pause, 'a job that goes on by itself');
    now = (await readRecord(context, resource, id))?.record;
  }
}

const PAUSES_MS = [100, 200, 400, 600, 800, 1200];

/** Asks for a record that was deleted, and for lists: what shows it still may only be late, and is looked at again. */
async function* judgeGone(
  context: CaseContext,
  id: unknown,
  by: Exchange,
  { isRead, queries }: { readonly isRead: boolean; readonly queries: readonly JsonRecord[] },
): AsyncGenerator<Verdict> {
  const resource = resourceOf(context);
  const isGone = async (): Promise<boolean> => {
    const seen = isRead ? await readRecord(context, resource, id) : undefined;
    let isShown = seen?.record !== undefined && keyOf(idOf(seen.record, resource)) === keyOf(id);
    for (const query of queries) {
      const listed = await requestWholeList(context, resource, query);
      isShown = listed?.listing?.byKey.has(keyOf(id)) === true || isShown;
    }
    return !isShown;
  };
  if (!(await isGone()) && (await lookAgain(context, isGone)) === 'late') yield* noteLate(context, resource, by);
}

/** What is read right below a record, its file or its list, is gone with it, where the document has a 404 for that. */
async function* readBelow(context: CaseContext, id: unknown, by: Exchange): AsyncGenerator<Verdict> {
  const resource = resourceOf(context);
  const below = readsBelow(context);
  // One that is still shown itself may be marked alone.
  if (!isSuccess(by) || below.length === 0 || (await readRecord(context, resource, id))?.record !== undefined) return;
  for (const operation of below.slice(0, MOST_BELOW)) {
    const path = { ...by.request.path, ...pathTo(resource, id) };
    let exchange = replied(await context.send(toRequest(operation, { path })));
    const isGone = async (): Promise<boolean> => {
      exchange = replied(await context.send(toRequest(operation, { path })));
      return !isSuccess(exchange);
    };
    const lateness = isSuccess(exchange) ? await lookAgain(context, isGone) : 'soon';
    if (lateness === 'late') yield* noteLate(context, resource, by);
    if (lateness !== 'never') continue;
    yield fail({
      expected: `the status 404, since the record ${brief(id)} was deleted`,
      actual: outcomeOf(exchange),
      exchanges: [by, exchange],
      key: `${operation.id} below`,
      topic: { wanted: 404 },
    });
  }
}

/** What is read right below a record, and says that there may be no such one. */
function readsBelow(context: CaseContext): readonly Operation[] {
  const { itemPath = '' } = resourceOf(context);
  return context.contract.operations.filter(
    (one) =>
      one.method === 'GET' &&
      one.path.startsWith(`${itemPath}/`) &&
      templateNames(one.path).length === templateNames(itemPath).length &&
      documents(one, 404) &&
      !OUTLIVES.test(one.path),
  );
}

/** What is kept of a record that is gone. */
const OUTLIVES = /\/(?:history|events|audit\w*|logs?|versions|revisions|activit(?:y|ies)|changes|trail)$/i;
const MOST_BELOW = 2;

/** The resources right below the records of one, whose own can be made and read. */
function childrenOf({ contract, purpose }: Subject): readonly Resource[] {
  const { itemPath } = purpose?.resource ?? {};
  const above = templateNames(itemPath ?? '').length;
  return contract.resources.filter(
    ({ collectionPath, operations: { create, read }, idProperty }) =>
      namesAbove(collectionPath, itemPath) !== undefined &&
      templateNames(collectionPath).length === above &&
      create !== undefined &&
      read !== undefined &&
      documents(read, 404) &&
      idProperty !== undefined,
  );
}

/** Below a record that is gone nothing is found any more. */
async function deleteAbove(context: CaseContext, child: Resource): Promise<readonly Verdict[]> {
  const resource = resourceOf(context);
  const host = await createRecord(context);
  const above = { [itemNameIn(child.collectionPath, resource.itemPath) ?? '']: host.id };
  const made = await createRecord(inRole(context, child, 'create'), {}, above);
  const { by } = await sendChange(context, host.id);
  const found = (exchanges: readonly Exchange[]): Verdict =>
    fail({
      expected: `nothing below the record ${brief(host.id)}, which was deleted`,
      actual: 'what lay below it',
      exchanges,
      key: 'below',
    });
  const look = async (): Promise<Verdict> => {
    const { exchange, record } = await fetchRecord(context, child, made.id, above);
    replied(exchange);
    if (record !== undefined && keyOf(idOf(record, child)) === keyOf(made.id))
      return found([made.exchange, by, exchange]);
    const listed = await requestWholeList(context, child, {}, above);
    return listed?.listing?.byKey.has(keyOf(made.id)) === true ? found([listed.exchange]) : PASS;
  };
  let verdict = await look();
  const isGone = async (): Promise<boolean> => {
    verdict = await look();
    return verdict === PASS;
  };
  const lateness = verdict === PASS ? 'soon' : await lookAgain(context, isGone);
  if (lateness === 'late') return noteLate(context, resource, by);
  return [lateness === 'known' ? inconclusive('deletions are shown late') : verdict];
}

/** Whether records are made by a PUT to their path alone, as its documented 201 says, and can be read. */
function areMadeByPut({ purpose }: Subject): boolean {
  const { create, replace, read } = purpose?.resource.operations ?? {};
  return create === undefined && replace !== undefined && read !== undefined && documents(replace, 201);
}

async function* deletePut(context: CaseContext): AsyncGenerator<Verdict> {
  const id = await makeByPut(context, resourceOf(context));
  const { by } = await sendChange(context, id);
  yield* judgeGone(context, id, by, { isRead: true, queries: [{}] });
}

/** Makes a record by a PUT to an id of which nothing is there, and reads it; resolves to the id. */
async function makeByPut(context: CaseContext, resource: Resource): Promise<unknown> {
  const { subject } = inRole(context, resource, 'replace');
  const placeless = unplaced(subject);
  if (placeless !== undefined) throw new CannotJudge(placeless);
  const id = unknownId(context, resource, 6);
  const before = await fetchRecord(context, resource, id);
  // What is read before it is made may be so after it is deleted, too.
  if (isSuccess(replied(before.exchange))) throw new CannotJudge('an id without a record is read');
  const { idProperty = '' } = resource;
  const extra = recordMembers(subject).has(idProperty) ? { [idProperty]: id } : {};
  const { exchange } = await sendValid(context, subject, pathTo(resource, id), extra);
  if (!isSuccess(replied(exchange))) throw new CannotJudge(`a PUT made no record: ${outcomeOf(exchange)}`);
  const { exchange: after, record } = await fetchRecord(context, resource, id);
  if (record === undefined || keyOf(idOf(record, resource)) !== keyOf(id))
    throw new CannotJudge(`the record that a PUT made is not read: ${outcomeOf(after)}`);
  return id;
}
