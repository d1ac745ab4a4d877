/** What lies in a record or below it is changed and removed only in the states of that record of which words say so: lines of a draft. */
import type { Resource } from '../../../openapi/contract';
import { type Exchange, isRefusal, isSuccess, outcomeOf } from '../../exchange/exchange';
import { bodyOf, type Subject } from '../../exchange/subject';
import { type Action, actionOf } from '../../records/states/action-words';
import { type States, statesOf } from '../../records/states/states';
import { wrapped } from '../../requests/bodies/record-in-body';
import { knownBody } from '../../requests/bodies/valid';
import { toRequest } from '../../requests/request';
import { type CaseContext, inRole, resourceOf, type Walker } from '../../steps/check';
import { createRecord, type Made, pathTo } from '../../steps/records';
import { isDoneIn } from '../../steps/ways/actions';
import { ownAt } from '../../steps/ways/owners';
import { walkOn, walkTo, waysIn } from '../../steps/ways/ways';
import { CannotJudge, fail, PASS, replied, skip, unlessUnjudged, type Verdict } from '../../verdict/verdict';
import { otherValues } from '../changes/change';
import { type Acting, judgeUnchanged, look } from './look';

/** What words say of the states of the record around what is changed. */
interface Around {
  readonly resource: Resource;
  readonly states: States;
  readonly action: Action;
}

/** How something is made in a new record or below it, and changed later. */
interface Change<Thing> {
  readonly make: (walker: Walker) => Promise<Thing>;
  readonly send: (walker: Walker, thing: Thing) => Promise<Exchange>;
}

const CHANGES: readonly string[] = ['replace', 'patch', 'delete'];

/** The resource right below whose records the subject's ones lie, and what words say of its states; undefined where they say nothing. */
export function hostFor({ contract, operation, purpose }: Subject): Around | undefined {
  if (purpose === undefined || !CHANGES.includes(purpose.role)) return undefined;
  const { resource: child } = purpose;
  // Of two that have states, words may mean either.
  if (statesOf(child) !== undefined || child.operations.create === undefined) return undefined;
  const resource = ownAt(contract, child.collectionPath.slice(0, child.collectionPath.lastIndexOf('/')));
  const states = resource && statesOf(resource);
  if (resource === undefined || states === undefined) return undefined;
  const action = actionOf(operation, states);
  return action.from === undefined && action.notFrom.length === 0 ? undefined : { resource, states, action };
}

export async function* changeBelow(context: CaseContext): AsyncGenerator<Verdict> {
  const { subject } = context;
  const around = hostFor(subject);
  if (around === undefined) throw new CannotJudge(skip('no state is documented'));
  const child = resourceOf(context);
  yield* changeWhereForbidden(context, around, {
    make: ({ path }): Promise<Made> => createRecord(inRole(context, child, 'create'), {}, path),
    send: ({ path }, { id, record }) => {
      const values = bodyOf(subject.operation) && otherValues(context, record, context.options.seed + 7);
      const body =
        values === undefined || Object.keys(values).length > 0
          ? values && wrapped(context, subject, values)
          : knownBody(context, subject).body;
      return context.send(toRequest(subject.operation, { path: { ...path, ...pathTo(child, id) }, body }));
    },
  });
}

/** So many states are tried that words forbid. */
const MOST_FORBIDDEN = 3;

/** Makes a record and something in it or below it, brings the record into each state that words forbid, and changes that something there. */
export async function* changeWhereForbidden<Thing>(
  context: CaseContext,
  around: Around,
  { make, send }: Change<Thing>,
): AsyncGenerator<Verdict> {
  const { resource, states, action } = around;
  const acting: Acting = { ...around, context, others: new Set() };
  const there = inRole(context, resource, 'create');
  const forbidden = [...(await waysIn(there, resource, states))].filter(([state]) => !isDoneIn(action, state));
  if (forbidden.length === 0) throw new CannotJudge(skip('words forbid it in no state that is known to be reached'));
  for (const [state, way] of forbidden.slice(0, MOST_FORBIDDEN)) {
    const changeThere = async (): Promise<Verdict | undefined> => {
      const walker = await walkTo(there, resource);
      const thing = await make(walker);
      await walkOn(there, walker, way);
      const before = await look(acting, walker);
      if (before?.state !== state) return undefined;
      const exchange = replied(await send(walker, thing));
      if (isSuccess(exchange))
        return fail({
          expected: `the status 409, since the record of ${resource.name} is ${state}`,
          actual: outcomeOf(exchange),
          exchanges: [before.exchange, exchange],
          key: `done when ${state}`,
          topic: { wanted: 409 },
        });
      if (!isRefusal(exchange)) return undefined;
      const after = await look(acting, walker);
      return after === undefined ? PASS : judgeUnchanged(acting, walker, before, exchange, after);
    };
    const verdict = await unlessUnjudged(changeThere());
    if (verdict !== undefined) yield verdict;
  }
}
