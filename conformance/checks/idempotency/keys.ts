import { isObject, type Operation, own, type Resource } from '../../../openapi/contract';
import { type Exchange, isRefusal, isSuccess, outcomeOf } from '../../exchange/exchange';
import { promisesOf, requestNameOf, saysAgain, signFor } from '../../exchange/request-name';
import { memberedBodyOf } from '../../exchange/subject';
import { isWrite } from '../../records/deeds';
import { idOf, type JsonRecord, keyOf, recordOf } from '../../records/records';
import { actionOf } from '../../records/states/action-words';
import { statesOf } from '../../records/states/states';
import { toRequest } from '../../requests/request';
import { type Case, type CaseContext, type Check, inRole } from '../../steps/check';
import { requestWholeList } from '../../steps/lists';
import { sendParts } from '../../steps/paths/paths';
import { pathTo } from '../../steps/records';
import { actionsOn, isDoneIn, requestFor } from '../../steps/ways/actions';
import { brief } from '../../verdict/brief';
import { CannotJudge, fail, PASS, skip, type Verdict } from '../../verdict/verdict';
import { sendOther as sendOtherValues, sendTo } from '../changes/change';
import { type Named, namedParts, newNameFor, served, twinMarkOf } from './named';
import { sendAfterRefusal, sendAsOther, sendElsewhere, sendOther, sendUnderOther } from './others';

const tellingCase = (name: string, run: Case['run']): Case => ({ name, tier: 1, run });

/** Where keys are compared is one code, mostly, whatever is made: of each operation it is asked whether it has that code. */
const caseShownByFew = (name: string, run: Case['run']): Case => ({
  ...tellingCase(name, run),
  kind: name,
  isShownByFew: true,
});

/** Oracles judge the replies to requests under a key; the cases send them, and look for what they have left as well. */
export const idempotencyKeys: Check = {
  id: 'idempotency.keys',
  // Whether an operation looks at its keys at all is its own.
  isOfEach: true,
  title: 'A key names one request, which is done once',
  level: 'MUST',
  applies: ({ operation }) => isWrite(operation) && requestNameOf(operation) !== undefined,
  clause: ({ operation }) => ({
    sentence: 'The same request with the same key again is not done again, and another one is.',
    pointer: requestNameOf(operation)?.pointer ?? operation.pointer,
  }),
  cases: ({ operation, purpose }, { parallel, limits }) => [
    tellingCase(
      isOtherJudged(operation) ? 'the same request again, and another body under its key' : 'the same request again',
      sendAgain,
    ),
    ...(purpose?.role === 'create' ? [caseShownByFew('the same body under another key', sendUnderOther)] : []),
    ...(purpose?.role === 'create' && limits !== undefined && promisesOf(operation)?.isOfCaller === true
      ? [caseShownByFew("the same request under another caller's key", sendAsOther)]
      : []),
    ...(memberedBodyOf(operation) !== undefined && promisesOf(operation)?.forgetsRefusals === true
      ? [caseShownByFew('a good body under the key of a refused one', sendAfterRefusal)]
      : []),
    ...(parallel < 2 ? [] : [caseShownByFew('the same request at once', sendAtOnce)]),
  ],
};

const isOtherJudged = (operation: Operation): boolean =>
  memberedBodyOf(operation) !== undefined && promisesOf(operation)?.otherBody !== undefined;

async function* sendAgain(context: CaseContext): AsyncGenerator<Verdict> {
  const named = await namedParts(context);
  const first = await served(context, named);
  // Where bodies are compared as JSON, the order of their members makes no other one.
  const isJson = promisesOf(context.subject.operation)?.comparesJson === true;
  const again = await sendParts(context, isJson ? { ...named, body: inOtherOrder(named.body) } : named);
  yield withoutSign(first, again) ?? (await twinsIn(context, named, [first, again])) ?? PASS;
  if (isOtherJudged(context.subject.operation)) yield await sendOther(context, named, first);
  yield await sendElsewhere(context, named, first);
  if (promisesOf(context.subject.operation)?.isOfFirst === true) await sendAfterChange(context, named, first);
}

/** The reply is that of the first request also when the record has changed: the oracle holds one against the other. */
async function sendAfterChange(context: CaseContext, named: Named, first: Exchange): Promise<void> {
  const { resource, role } = context.subject.purpose ?? {};
  if (role === undefined) return sendAfterAnother(context, named);
  const record = recordOf(first, resource);
  const id = record && resource && idOf(record, resource);
  if (role !== 'create' || resource === undefined || record === undefined || id === undefined) return;
  const isChanged =
    (await changedByValues(context, resource, record)) || (await changedByAction(context, resource, record, first));
  if (isChanged) await sendParts(context, named);
}

/** The same of what is done to a record, after it was done once more under another key. */
async function sendAfterAnother(context: CaseContext, named: Named): Promise<void> {
  const other = await sendParts(context, { ...named, ...newNameFor(context) });
  if (isSuccess(other)) await sendParts(context, named);
}

async function changedByValues(context: CaseContext, resource: Resource, record: JsonRecord): Promise<boolean> {
  const change = (['patch', 'replace'] as const).find((one) => resource.operations[one] !== undefined);
  if (change === undefined) return false;
  const changing = inRole(context, resource, change);
  const changed = await sendOtherValues(changing, record, context.options.seed + 23, (values) =>
    sendTo(changing, idOf(record, resource), values),
  );
  return changed !== undefined && isSuccess(changed.exchange);
}

/** Where nothing else changes a record, what is done to it brings it into another state: a payment is voided. */
async function changedByAction(
  context: CaseContext,
  resource: Resource,
  record: JsonRecord,
  { request }: Exchange,
): Promise<boolean> {
  const states = statesOf(resource);
  const state = states && own(record, states.property);
  if (states === undefined || typeof state !== 'string') return false;
  const operation = actionsOn(context, resource).find((one) => {
    const action = actionOf(one, states);
    return action.isSaid && action.target !== undefined && action.target !== state && isDoneIn(action, state);
  });
  const id = idOf(record, resource);
  const path = { ...request.path, ...pathTo(resource, id) };
  return operation !== undefined && isSuccess(await context.send(requestFor(context, operation, { path, id })));
}

function inOtherOrder(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(inOtherOrder);
  if (!isObject(body)) return body;
  const members = Object.entries(body).toReversed();
  return Object.fromEntries(members.map(([name, value]) => [name, inOtherOrder(value)]));
}

/** Where a header tells that a reply comes again, it is there then, and not before. */
function withoutSign(first: Exchange, again: Exchange): Verdict | undefined {
  if (!isSuccess(again)) return undefined;
  const [sign] = [first, again].flatMap(
    ({ request, response }) => signFor(request.operation, response?.status ?? 0) ?? [],
  );
  if (sign === undefined) return undefined;
  const [before, after] = [first, again].map(({ response }) => response?.headers.get(sign.name.toLowerCase()));
  if (!saysAgain(before) && saysAgain(after) && !(sign.isAbsentFirst && before !== undefined)) return undefined;
  return fail({
    expected: `${sign.name} in a reply that comes again, and in no other`,
    actual: `${sign.name}: ${before ?? 'none'}, then ${after ?? 'none'}`,
    exchanges: [first, again],
    key: 'sign',
  });
}

/** Equal requests at once: one alone is done, and the others are answered by what it has made, or are to wait. */
async function sendAtOnce(context: CaseContext): Promise<Verdict> {
  const named = await namedParts(context);
  const count = Math.min(context.options.parallel, MOST_AT_ONCE);
  const request = toRequest(context.subject.operation, named);
  const all = await context.sendTogether(Array.from({ length: count }, () => request));
  const done = all.filter(isSuccess);
  if (done.length === 0) throw new CannotJudge(skip('none of them was done'));
  const { resource } = context.subject.purpose ?? {};
  const ids = done.flatMap((one) => {
    const record = recordOf(one, resource);
    return record === undefined || resource === undefined ? [] : [keyOf(idOf(record, resource))];
  });
  const [id, other] = new Set(ids);
  const refused = all.find(isRefusal);
  if (refused !== undefined && promisesOf(context.subject.operation)?.isAtOnce === true)
    return fail({
      expected: `the first reply for each of ${count} equal requests at once with one key`,
      actual: outcomeOf(refused),
      exchanges: [...done.slice(0, 1), refused],
      key: 'refused at once',
    });
  if (other !== undefined)
    return fail({
      expected: `the record ${id} for each of ${count} equal requests at once with one key`,
      actual: `the record ${other} for another`,
      exchanges: done,
      key: 'at once',
    });
  return (await twinsIn(context, named, done)) ?? PASS;
}

const MOST_AT_ONCE = 4;

/** One request has made one record, whatever its replies show. */
async function twinsIn(context: CaseContext, { text }: Named, sent: readonly Exchange[]): Promise<Verdict | undefined> {
  const { subject } = context;
  const mark = twinMarkOf(subject);
  if (subject.purpose?.role !== 'create' || text === undefined || mark === undefined) return undefined;
  const { exchange, listing } = (await requestWholeList(context, subject.purpose.resource)) ?? {};
  const twins = listing?.records.filter((record) => own(record, mark) === text) ?? [];
  if (exchange === undefined || twins.length < 2) return undefined;
  return fail({
    expected: 'one record of equal requests with one key',
    actual: `${twins.length} records that have ${mark}: ${brief(text)}`,
    exchanges: [...sent, exchange],
    key: 'twins',
  });
}
