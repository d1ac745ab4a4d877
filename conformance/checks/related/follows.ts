import { isSuccess, outcomeOf } from '../../exchange/exchange';
import type { Subject } from '../../exchange/subject';
import { LOOK_MS } from '../../records/lists/listing';
import { type Follow, followOf } from '../../records/related/follow-words';
import type { CaseContext } from '../../steps/check';
import { fetchRecord } from '../../steps/records';
import { requestFor } from '../../steps/ways/actions';
import { ownerOf } from '../../steps/ways/owners';
import { type Child, childrenOf } from '../../steps/ways/related';
import { beginOf, walkOn } from '../../steps/ways/ways';
import { brief } from '../../verdict/brief';
import { CannotJudge, fail, PASS, replied, skip, type Verdict } from '../../verdict/verdict';
import { makePair, stateIn, waysOf } from './guarded';

interface Following {
  readonly child: Child;
  readonly follow: Follow;
}

/** What belongs to the record on which the subject's operation acts, and words that say what becomes of it. */
export function followsFor(subject: Subject): readonly Following[] {
  const { contract, operation, purpose } = subject;
  const owner = purpose === undefined ? ownerOf(contract, operation) : undefined;
  if (owner === undefined) return [];
  return childrenOf(subject, owner).flatMap((child) => {
    const follow = child.resource.operations.read === undefined ? undefined : followOf(operation, child.resource);
    return follow === undefined ? [] : [{ child, follow }];
  });
}

/** Something that belongs to a record, in a state of which words speak, is in the other one once that is done to the record. */
export async function* actAbove(context: CaseContext, { child, follow }: Following): AsyncGenerator<Verdict> {
  const { contract, operation } = context.subject;
  const owner = ownerOf(contract, operation);
  const { resource } = child;
  const first = owner && (await makePair(context, { owner, child }));
  if (first === undefined) throw new CannotJudge(skip('nothing that belongs to such a record is made'));
  const ways = await waysOf(context, resource, first.made);
  const way = follow.from.length === 0 ? ways[0] : ways.find(([state]) => follow.from.includes(String(state)));
  if (way === undefined) throw new CannotJudge(skip('no state is known in which words speak of it'));
  // Another body may have to be sent for it.
  const begin = beginOf(way[1]);
  const pair = begin === undefined || owner === undefined ? first : await makePair(context, { owner, child }, begin);
  if (pair === undefined) throw new CannotJudge(skip('nothing is made in the state of which words speak'));
  const { host, part } = pair;
  await walkOn(context, part, way[1]);
  const look = () => fetchRecord(context, resource, part.id, part.path);
  const before = await look();
  if (before.record === undefined || stateIn(resource, before.record) !== way[0])
    throw new CannotJudge('what belongs to it is not read');
  const exchange = replied(await context.send(requestFor(context, operation, host)));
  if (!isSuccess(exchange) || exchange.response.status === 202)
    throw new CannotJudge(skip(`it was not done: ${outcomeOf(exchange)}`));
  if (stateIn(resource, (await look()).record) === follow.to) return yield PASS;
  // What is read may come from a copy.
  await context.wait(LOOK_MS, 'a further look at what belongs to it');
  const after = await look();
  const state = stateIn(resource, after.record);
  if (after.record === undefined || state === follow.to) return yield PASS;
  yield fail({
    expected: `the record ${brief(part.id)} of ${resource.name} ${follow.to}, as ${operation.id} makes it`,
    actual: `${state}`,
    exchanges: [before.exchange, exchange, after.exchange],
    key: `${resource.name} not ${follow.to}`,
  });
}
