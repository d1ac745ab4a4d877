import { figureLike } from '../../exchange/decimals';
import { type Exchange, isRefusal, isSuccess, outcomeOf } from '../../exchange/exchange';
import type { Subject } from '../../exchange/subject';
import { valueIn } from '../../records/inner';
import { LOOK_MS } from '../../records/lists/listing';
import { type Most, mostOf } from '../../records/related/most-words';
import { partOf, restOf, type Sum, sumOf } from '../../records/related/sums';
import { statesOf } from '../../records/states/states';
import { knownRecordBody } from '../../requests/bodies/record-in-body';
import { toRequest } from '../../requests/request';
import { type CaseContext, type Check, oneAfterTheOther, resourceOf } from '../../steps/check';
import { fetchRecord } from '../../steps/records';
import { makeOwner } from '../../steps/ways/hosts';
import { makeToName } from '../../steps/ways/named';
import {
  type Child,
  childRequest,
  childrenOf,
  createChild,
  naming,
  type Owning,
  sendChild,
} from '../../steps/ways/related';
import { brief } from '../../verdict/brief';
import { CannotJudge, clauseOf, fail, PASS, replied, skip, unlessUnjudged, type Verdict } from '../../verdict/verdict';
import { isUnsettled, judgeRefused } from '../states/sums';

/** As many records belong to another as words say, and no more. */
export const relatedMost: Check = {
  id: 'related.most',
  title: 'No more records belong to another than the document says',
  level: 'MUST',
  applies: (subject) => mostFor(subject).length > 0 || totalsFor(subject).length > 0,
  clause: (subject) =>
    clauseOf(subject, mostFor(subject)[0]?.most.statuses[0] ?? 409, 'There is room for so many records, and no more.'),
  cases: (subject) => [
    ...oneAfterTheOther(mostFor(subject), (one) => one.owner.name, fillUp),
    ...oneAfterTheOther(totalsFor(subject), ({ owner, sum }) => `${owner.name} ${sum.total}`, countTo),
  ],
};

interface Bound {
  readonly owner: Child['resource'];
  readonly child: Child;
  readonly most: Most;
}

/** The owners whose records have room for so many of what the subject makes. */
function mostFor(subject: Subject): readonly Bound[] {
  const { contract, operation, purpose } = subject;
  if (purpose?.role !== 'create') return [];
  return contract.resources.flatMap((owner) => {
    const { create, read } = owner.operations;
    if (create === undefined || read === undefined || owner.idProperty === undefined) return [];
    const child = childrenOf(subject, owner).find(({ resource }) => resource === purpose.resource);
    const most = child && mostOf(operation, child.resource, owner, child.member === undefined);
    return child === undefined || most === undefined ? [] : [{ owner, child, most }];
  });
}

async function* fillUp(
  context: CaseContext,
  { owner, child, most: { most, statuses } }: Bound,
): AsyncGenerator<Verdict> {
  const resource = resourceOf(context);
  const host = await makeOwner(context, owner, child);
  let last = await createChild(context, owner, child, host);
  for (let count = 1; count < most; count += 1) {
    // Of several requests at once one alone has the last place.
    const both = count === most - 1 && context.options.parallel > 1 ? await sendBoth(context, owner, child, host) : [];
    const [one, other] = both.filter((sent) => isSuccess(sent) && sent.response?.status !== 202);
    if (one !== undefined && other !== undefined)
      return yield fail({
        expected: `one that is done, since there is room for ${most} and there are ${count}`,
        actual: `${both.length} requests at once were done`,
        exchanges: [last.exchange, one, other],
        key: 'too many at once',
        topic: { wanted: statuses[0] ?? 409 },
      });
    if (one !== undefined) {
      last = { ...last, exchange: one };
      continue;
    }
    const next = await unlessUnjudged(createChild(context, owner, child, host));
    if (next === undefined) return yield* tooFew(context, { owner, child, most: { most, statuses } }, host, count);
    last = next;
  }
  const room = `${most} of ${resource.name} for ${brief(host.id)}`;
  const exchange = replied(await sendChild(context, owner, child, host));
  if (isSuccess(exchange))
    return yield fail({
      expected: `the status ${statuses.join(' or ')}, since there are ${room} already`,
      actual: outcomeOf(exchange),
      exchanges: [last.exchange, exchange],
      key: 'too many',
      topic: { wanted: statuses[0] ?? 409 },
    });
  yield PASS;
  // What is refused for something else says nothing of the number.
  const { delete: remove } = resource.operations;
  if (remove === undefined || !isRefusal(exchange)) return;
}

const sendBoth = (
  context: CaseContext,
  owner: Child['resource'],
  child: Child,
  host: Owning,
): Promise<readonly Exchange[]> => context.sendTogether([1, 2].map(() => childRequest(context, owner, child, host)));

/** That one of those for which there is room is refused: again, and not for another record. */
async function* tooFew(
  context: CaseContext,
  { owner, child, most: { most, statuses } }: Bound,
  host: Owning,
  count: number,
): AsyncGenerator<Verdict> {
  const refused = replied(await sendChild(context, owner, child, host));
  if (!isRefusal(refused) || !statuses.includes(refused.response.status))
    throw new CannotJudge(skip(outcomeOf(refused)));
  const other = await makeOwner(context, owner, child);
  const apart = await createChild(context, owner, child, other);
  const again = replied(await sendChild(context, owner, child, host));
  if (again.response.status !== refused.response.status) throw new CannotJudge(skip(outcomeOf(again)));
  yield fail({
    expected: `one more, since there is room for ${most} and there are ${count}`,
    actual: outcomeOf(again),
    exchanges: [refused, apart.exchange, again],
    key: 'too few',
  });
}

/** A figure of a record up to which those that name it in their body may come together. */
interface Totalled {
  readonly owner: Child['resource'];
  readonly child: Child;
  readonly sum: Sum;
}

function totalsFor(subject: Subject): readonly Totalled[] {
  const { contract, operation, purpose } = subject;
  if (purpose?.role !== 'create') return [];
  return contract.resources.flatMap((owner) => {
    const states = statesOf(owner);
    const { create, read } = owner.operations;
    const child = childrenOf(subject, owner).find((one) => one.resource === purpose.resource);
    const sum = states && child?.member && create && read ? sumOf(owner, operation, states) : undefined;
    return child === undefined || sum?.isBound !== true || sum.isExact ? [] : [{ owner, child, sum }];
  });
}

/** `What is authorized is taken off it`. */
const COUNTS_AT_ONCE =
  /\b(?:authori[sz]ed|pend\w+|open|new|created|made)\b(?:(?!\b(?:not|only|until|once)\b)[^.;]){0,20}\b(?:taken off|deducted|subtracted|counts?|counted|reduces?|lowers?)\b/i;

/** More than is left is refused, by the status that words name for it; some of it counts at once; and of several at once that each take all one is done. */
async function* countTo(context: CaseContext, { owner, child, sum }: Totalled): AsyncGenerator<Verdict> {
  const { operation } = context.subject;
  const host = await makeToName(context, owner);
  const look = async () => {
    const { record, exchange } = await fetchRecord(context, owner, host.id, host.path);
    const rest = record && restOf(sum, record, 0);
    if (record === undefined || rest === undefined) throw new CannotJudge('what is counted to is not read');
    return { record, rest, exchange };
  };
  const requestOf = ({ record, rest }: Awaited<ReturnType<typeof look>>, part: 'some' | 'all' | 'more') => {
    const amount = partOf(sum, rest, part);
    if (amount === undefined) throw new CannotJudge(skip('no such part of the sum is left'));
    const members = { ...naming(context, child, host), [sum.part]: figureLike(amount, valueIn(record, sum.total)) };
    const { body } = knownRecordBody(context, context.subject, members);
    return { request: toRequest(operation, { body }), amount };
  };
  const before = await look();
  const more = replied(await context.send(requestOf(before, 'more').request));
  if (isSuccess(more))
    return yield fail({
      expected: `a refusal, since no more than ${before.rest} of ${sum.total} is left`,
      actual: outcomeOf(more),
      exchanges: [before.exchange, more],
      key: 'beyond the total',
    });
  const { request, amount } = requestOf(await look(), 'some');
  const some = replied(await context.send(request));
  if (!isSuccess(some)) throw new CannotJudge(skip(outcomeOf(some)));
  if (isRefusal(more)) yield judgeRefused(operation, sum, { exchange: more, before }, some);
  // What is still to be settled does not count yet, unless words say so.
  const isCounted = sum.less !== undefined || COUNTS_AT_ONCE.test(operation.description);
  if (isUnsettled(context, some) && !isCounted) return yield PASS;
  const isOff = ({ rest }: Awaited<ReturnType<typeof look>>): boolean => Math.abs(before.rest - amount - rest) > 0.005;
  let after = await look();
  if (operation.description.includes(`\`${sum.total}\``) && isOff(after)) {
    // What is read may come from a copy.
    await context.wait(LOOK_MS, 'a further look at what was counted');
    after = await look();
    if (isOff(after))
      return yield fail({
        expected: `${before.rest - amount} of ${sum.total} left, since ${amount} of ${before.rest} has come`,
        actual: String(after.rest),
        exchanges: [before.exchange, some, after.exchange],
        key: `${sum.total} off`,
        topic: { member: sum.total },
      });
  }
  yield PASS;
  if (context.options.parallel < 2) return;
  const requests = [1, 2, 3].map(() => requestOf(after, 'all').request);
  const done = (await context.sendTogether(requests)).filter((one) => isSuccess(one) && one.response?.status !== 202);
  if (done.length < 2) return;
  yield fail({
    expected: `one that is done, since each takes all that is left of ${sum.total}`,
    actual: `${done.length} of ${requests.length} requests at once were done`,
    exchanges: [after.exchange, ...done],
    key: 'beyond the total at once',
  });
}
