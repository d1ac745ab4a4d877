import { own, type Resource } from '../../../openapi/contract';
import { isRefusal, isSuccess, outcomeOf } from '../../exchange/exchange';
import type { Subject } from '../../exchange/subject';
import { type Guard, guardOf } from '../../records/related-words';
import { statesOf } from '../../records/states';
import { toRequest } from '../../requests/request';
import { type Walker, walkerOf, walkOn, waysIn } from '../../steps/actions';
import { type CaseContext, type Check, inRole, resourceOf, type Step } from '../../steps/check';
import { createRecord, fetchRecord, type Made } from '../../steps/records';
import { type Child, childrenOf, createChild } from '../../steps/related';
import { brief } from '../../verdict/brief';
import { CannotJudge, clauseOf, fail, PASS, replied, skip, type Verdict } from '../../verdict/verdict';
import { isOnMade, sendTo } from '../changes/change';

/** A record is not deleted while others stand in the way of that, as words say: then all of them are there as before. */
export const relatedGuards: Check = {
  id: 'related.guards',
  title: 'A record that others belong to is not deleted where the document says so',
  level: 'MUST',
  applies: (subject) => guardsOf(subject).length > 0,
  clause: (subject) =>
    clauseOf(subject, guardsOf(subject)[0]?.guard.status ?? 409, 'A record is not deleted while others belong to it.'),
  cases: (subject) =>
    guardsOf(subject).map((one) => ({
      name: one.child.resource.name,
      tier: 1,
      run: (context) => deleteGuarded(context, one),
    })),
};

interface Guarded {
  readonly child: Child;
  readonly guard: Guard;
}

function guardsOf(subject: Subject): readonly Guarded[] {
  const { resource } = subject.purpose ?? {};
  if (resource?.operations.read === undefined || !isOnMade(subject, ['delete'])) return [];
  return childrenOf(subject, resource).flatMap((child) => {
    const guard = guardOf(subject.operation, child.resource);
    return guard === undefined || child.resource.operations.read === undefined ? [] : [{ child, guard }];
  });
}

async function* deleteGuarded(context: CaseContext, { child, guard }: Guarded): AsyncGenerator<Verdict> {
  const resource = resourceOf(context);
  const host = await createRecord(context);
  const made = await createChild(context, resource, child, host.id);
  const walker = walkerOf(child.resource, made);
  const ways = await waysOf(context, child.resource, made);
  // As it was made, or in the first state in which it stands in the way.
  const holding = ways.find(([state]) => guard.holds(state));
  if (holding === undefined) throw new CannotJudge(skip('no state is known in which it stands in the way'));
  await walkOn(context, walker, holding[1]);
  const shown = await fetchRecord(context, child.resource, made.id, walker.path);
  const state = stateIn(child.resource, shown.record);
  if (shown.record === undefined || !guard.holds(state)) throw new CannotJudge('what belongs to it is not read');
  const exchange = replied(await sendTo(context, host.id));
  const which = `the record ${brief(made.id)} of ${child.resource.name}${state === undefined ? '' : `, which is ${state},`}`;
  if (isSuccess(exchange))
    return yield fail({
      expected: `the status ${guard.status}, since ${which} belongs to it`,
      actual: outcomeOf(exchange),
      exchanges: [made.exchange, shown.exchange, exchange],
      key: `deleted with ${child.resource.name}`,
      topic: { wanted: guard.status },
    });
  if (!isRefusal(exchange)) throw new CannotJudge(outcomeOf(exchange));
  for (const [one, id, above] of [
    [resource, host.id, host.exchange.request.path],
    [child.resource, made.id, walker.path],
  ] as const) {
    const seen = await fetchRecord(context, one, id, above);
    if (seen.record === undefined && seen.exchange.response?.status === 404)
      yield fail({
        expected: `the record ${brief(id)} of ${one.name}, since the deletion was refused`,
        actual: outcomeOf(seen.exchange),
        exchanges: [exchange, seen.exchange],
        key: `refused, and ${one.name} gone`,
      });
    else yield PASS;
  }
  const released = ways.find(([one, way]) => !guard.holds(one) && holding[1].every((step, nth) => step === way[nth]));
  if (guard.isAlone && exchange.response.status === guard.status)
    yield await deleteReleased(context, { child, guard }, host, walker, released?.[1].slice(holding[1].length));
}

/** When nothing stands in the way any more the record is deleted, where its refusal is for nothing else. */
async function deleteReleased(
  context: CaseContext,
  { child, guard }: Guarded,
  host: Made,
  walker: Walker,
  way: readonly Step[] | undefined,
): Promise<Verdict> {
  const { delete: remove } = child.resource.operations;
  if (way !== undefined) await walkOn(context, walker, way);
  else {
    if (remove === undefined) return PASS;
    if (!isSuccess(await context.send(toRequest(remove, { path: walker.path })))) return PASS;
  }
  const seen = await fetchRecord(context, child.resource, walker.id, walker.path);
  const isReleased =
    way === undefined
      ? seen.exchange.response?.status === 404
      : seen.record !== undefined && !guard.holds(stateIn(child.resource, seen.record));
  if (!isReleased) return PASS;
  const exchange = replied(await sendTo(context, host.id));
  if (exchange.response.status !== guard.status) return PASS;
  return fail({
    expected: `a deletion, since nothing of ${child.resource.name} stands in its way any more`,
    actual: outcomeOf(exchange),
    exchanges: [seen.exchange, exchange],
    key: 'refused without reason',
  });
}

const stateIn = (resource: Resource, record: Made['record'] | undefined): unknown => {
  const states = statesOf(resource);
  return states && record && own(record, states.property);
};

/** The states that its actions lead to, each by its way from that of a new record; of one without states that alone. */
async function waysOf(
  context: CaseContext,
  resource: Resource,
  made: Made,
): Promise<readonly (readonly [unknown, readonly Step[]])[]> {
  const states = statesOf(resource);
  if (states === undefined) return [[undefined, []]];
  const begin = own(made.record, states.property);
  return [...new Map([[begin, []] as const, ...(await waysIn(inRole(context, resource, 'create'), resource, states))])];
}
