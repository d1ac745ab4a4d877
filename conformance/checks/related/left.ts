import { own } from '../../../openapi/contract';
import { isSuccess, outcomeOf } from '../../exchange/exchange';
import type { Subject } from '../../exchange/subject';
import { LOOK_MS } from '../../records/lists/listing';
import { keyOf } from '../../records/records';
import { guardOf, type Left, leftBy } from '../../records/related/guard-words';
import { toRequest } from '../../requests/request';
import { type CaseContext, type Check, oneAfterTheOther, resourceOf } from '../../steps/check';
import { fetchRecord } from '../../steps/records';
import { type Child, childrenOf } from '../../steps/ways/related';
import { walkOn } from '../../steps/ways/ways';
import { brief } from '../../verdict/brief';
import { CannotJudge, clauseOf, fail, PASS, replied, skip, type Verdict } from '../../verdict/verdict';
import { isOnMade } from '../changes/change';
import { actAbove, followsFor } from './follows';
import { makePair, stateIn, waysOf } from './guarded';

/** What belongs to a record goes with it, or stays, as words beside its delete say; or comes into a state with it, as those beside an action do. */
export const relatedLeft: Check = {
  id: 'related.left',
  title: 'What belongs to a record goes with it, stays or changes with it, as the document says',
  level: 'MUST',
  applies: (subject) => leftFor(subject).length > 0 || followsFor(subject).length > 0,
  clause: (subject) => clauseOf(subject, 204, 'What belongs to the record goes with it, stays or changes with it.'),
  cases: (subject) => [
    ...oneAfterTheOther(leftFor(subject), ({ child }) => child.resource.name, removeAbove),
    ...oneAfterTheOther(followsFor(subject), ({ child }) => child.resource.name, actAbove),
  ],
};

interface Leaving {
  readonly child: Child;
  readonly left: Left;
}

function leftFor(subject: Subject): readonly Leaving[] {
  const { operation, purpose } = subject;
  if (purpose?.role !== 'delete' || !isOnMade(subject, ['delete'])) return [];
  const { itemPath } = purpose.resource;
  return childrenOf(subject, purpose.resource).flatMap((child) => {
    // Below what is gone nothing is read, whether it is left or not.
    if (child.resource.itemPath?.startsWith(`${itemPath}/`) === true) return [];
    const left = child.resource.operations.read === undefined ? undefined : leftBy(operation, child.resource);
    return left === undefined ? [] : [{ child, left }];
  });
}

async function* removeAbove(context: CaseContext, { child, left }: Leaving): AsyncGenerator<Verdict> {
  const owner = resourceOf(context);
  const { operation } = context.subject;
  const pair = await makePair(context, { owner, child });
  if (pair === undefined) throw new CannotJudge(skip('nothing that belongs to such a record is made'));
  const { host, made, part } = pair;
  // In a state of which words speak, and in which it does not stand in the way.
  const guard = guardOf(operation, child.resource, owner);
  const ways = await waysOf(context, child.resource, made);
  const way = ways.find(
    ([state]) => left.meant(state) === true && (guard === undefined || guard.holds(state) === false),
  );
  if (way === undefined) throw new CannotJudge(skip('no state is known in which words speak of it'));
  await walkOn(context, part, way[1]);
  const before = await fetchRecord(context, child.resource, part.id, part.path);
  if (before.record === undefined || stateIn(child.resource, before.record) !== way[0])
    throw new CannotJudge('what belongs to it is not read');
  const gone = replied(await context.send(toRequest(operation, { path: host.path })));
  if (!isSuccess(gone) || gone.response.status === 202)
    throw new CannotJudge(skip(`it was not deleted: ${outcomeOf(gone)}`));
  const { member } = child;
  const name = left.isNaming && member?.length === 1 ? member[0] : undefined;
  const look = async () => {
    const { record, exchange } = await fetchRecord(context, child.resource, part.id, part.path);
    const isThere = record !== undefined;
    const isLost = isThere && name !== undefined && keyOf(own(record, name)) !== keyOf(host.id);
    const isGone = exchange.response?.status === 404 || exchange.response?.status === 410;
    const isWrong = left.isKept ? isGone || isLost : isThere;
    return { exchange, isWrong, actual: isLost ? `${name}: ${brief(own(record, name))}` : outcomeOf(exchange) };
  };
  if (!(await look()).isWrong) return yield PASS;
  // What is read may come from a copy.
  await context.wait(LOOK_MS, 'a further look at what belonged to it');
  const found = await look();
  if (!found.isWrong) return yield PASS;
  yield fail({
    expected: left.isKept
      ? `the record ${brief(part.id)} of ${child.resource.name} as before${name === undefined ? '' : `, with its ${name}`}`
      : `no record ${brief(part.id)} of ${child.resource.name} any more`,
    actual: found.actual,
    exchanges: [before.exchange, gone, found.exchange],
    key: `${child.resource.name} ${left.isKept ? 'gone' : 'left'}`,
  });
}
