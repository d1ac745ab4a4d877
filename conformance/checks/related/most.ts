import { type Exchange, isRefusal, isSuccess, outcomeOf } from '../../exchange/exchange';
import type { Subject } from '../../exchange/subject';
import { type Most, mostOf } from '../../records/related-words';
import { type CaseContext, type Check, inRole, oneAfterTheOther, resourceOf } from '../../steps/check';
import { createRecord } from '../../steps/records';
import { type Child, childRequest, childrenOf, createChild, type Owning, sendChild } from '../../steps/related';
import { makeHost, walkerOf } from '../../steps/walks';
import { brief } from '../../verdict/brief';
import { CannotJudge, clauseOf, fail, PASS, replied, skip, unlessUnjudged, type Verdict } from '../../verdict/verdict';

/** As many records belong to another as words say, and no more. */
export const relatedMost: Check = {
  id: 'related.most',
  title: 'No more records belong to another than the document says',
  level: 'MUST',
  applies: (subject) => mostFor(subject).length > 0,
  clause: (subject) =>
    clauseOf(subject, mostFor(subject)[0]?.most.statuses[0] ?? 409, 'There is room for so many records, and no more.'),
  cases: (subject) => oneAfterTheOther(mostFor(subject), (one) => one.owner.name, fillUp),
};

interface Bound {
  readonly owner: Child['resource'];
  readonly child: Child;
  readonly most: Most;
}

/** The owners whose records have room for so many of what the subject makes. */
export function mostFor(subject: Subject): readonly Bound[] {
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

/** A new record for which others can be made. */
async function makeOwner(context: CaseContext, owner: Child['resource'], { member }: Child): Promise<Owning> {
  const walker = member === undefined ? await makeHost(context, owner) : undefined;
  return walker ?? walkerOf(owner, await createRecord(inRole(context, owner, 'create')));
}
