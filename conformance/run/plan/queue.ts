import { groupedBy } from '../../../openapi/contract';
import { MANY } from '../../exchange/subject';
import { EARLY, type Planned, TRIED_FIRST } from './places';

/** Which case comes next, by what those before it have taken and by what is left of the budget. */
export interface Queue {
  /** How many cases are left, but for those that are spare. */
  readonly length: number;
  next(): Planned | undefined;
  /** Puts a case that was taken behind all others. */
  postpone(planned: Planned): void;
  /** All that is left, but for what is spare: it is not run any more. */
  rest(): readonly Planned[];
  /** Counts the requests that a case has taken. @param isCutOff whether it would have taken more */
  count(planned: Planned, requests: number, isCutOff: boolean): void;
  /** A budget for all cases, those before included: what was not run is reckoned by its check's cases so far. */
  enough(): number;
}

/** As long as nothing is counted of a check: a request, and one that prepares it. */
const TYPICAL = 2;
/** By whole runs of several contracts: by so much the later cases of a check are dearer than the first; where operations are many those have the dearest. */
const LATER_COST_MORE = 1.3;
/** So much takes a case of a check of which nothing is counted, and so much more the longest story of that check. */
const UNKNOWN = 1.5;
const STORY = 6;
/** So much is kept back for each case at the end, as long as nothing is counted of such. */
const AT_THE_END = 4;
/** So much less than others does a case tell of a check that one code mostly passes or fails for all operations. */
const OF_ALL = 4;
/** The same of a check by which each operation is guarded by itself: so much more. */
const OF_EACH = 1 / 3;

/**
 * The cases of a plan in their order, as long as the budget seems to be enough. Where it ends before each operation has had a
 * case, the operations take turns, the cheapest case of each first. Where there are many operations and it ends before all
 * cases have run, those of the later tiers come check by check and operation by operation, the cheapest first: an
 * operation is judged by a check only where all cases were run, and a budget that is spread over all brings few of them there.
 *
 * @param left requests of the budget
 * @param isSettled whether a case will send nothing
 */
export function createQueue(
  planned: readonly Planned[],
  left: () => number,
  isSettled: (one: Planned) => boolean = () => false,
): Queue {
  const costs = createCosts(isSettled, operationsOf(planned) < MANY ? LATER_COST_MORE : 1);
  const idle = planned.filter(({ case: one }) => one.isIdle === true);
  const needed = planned.filter(({ isSpare }) => isSpare !== true);
  const spare = planned.filter(({ isSpare }) => isSpare === true);
  const isClosing = ({ case: one }: Planned): boolean => one.isAtTheEnd === true;
  const busy = needed.filter((one) => one.case.isIdle !== true && !isClosing(one));
  const closing = needed.filter(isClosing);
  // What has to be there then is kept back for it.
  const isEndNear = (): boolean =>
    closing.length > 0 && left() <= closing.reduce((sum, one) => sum + Math.max(AT_THE_END, costs.expected(one)), 0);
  const ahead = busy.filter(({ place }) => place < 0);
  const first = busy.filter(({ place }) => place === 0);
  let others = busy.filter(({ place }) => place > 0);
  /** The later tiers by check and operation, where those come lane by lane. */
  const lanes = new Map<string, Planned[]>();
  let lane: Planned[] = [];
  const late: Planned[] = [];
  let isDecided = false;
  /** How many cases an operation has had. */
  const turns = new Map<string, number>();
  const turnsOf = ({ subject }: Planned): number => turns.get(subject.operation.id) ?? 0;
  let areInTurn = false;

  /** Whether the budget ends before each operation has had a case, in their order. */
  const leavesOut = (): boolean => {
    const waiting = first.filter((one) => turnsOf(one) === 0);
    let budget = left();
    const reached = first.filter((one) => {
      budget -= costs.expected(one);
      return budget >= 0 && turnsOf(one) === 0;
    });
    return operationsOf(reached) < operationsOf(waiting);
  };

  const takeFirst = (): Planned | undefined => {
    areInTurn ||= leavesOut();
    const isSooner = (one: Planned, other: Planned): boolean =>
      turnsOf(one) === turnsOf(other) ? costs.expected(one) < costs.expected(other) : turnsOf(one) < turnsOf(other);
    // Of checks of which nothing is counted the last comes first: those with the longest stories stand in front.
    const chosen = areInTurn ? first.reduceRight((best, one) => (isSooner(one, best) ? one : best)) : first[0];
    if (chosen === undefined) return undefined;
    turns.set(chosen.subject.operation.id, turnsOf(chosen) + 1);
    return first.splice(first.indexOf(chosen), 1)[0];
  };

  const decide = (): void => {
    isDecided = true;
    if (operationsOf(needed) < MANY || costs.sum(others) <= left()) return;
    for (const one of others.filter((other) => !isSoon(other)))
      lanes.set(laneOf(one), [...(lanes.get(laneOf(one)) ?? []), one]);
    // What no operation was tried with finds what nothing else does: the cheapest of what comes again has time.
    const isNew = ({ place }: Planned): boolean => place <= TRIED_FIRST;
    const soon = others.filter((one) => isSoon(one) && !isNew(one));
    const fresh = others.filter((one) => isSoon(one) && isNew(one));
    const weigh = (one: Planned): number => costs.expected(one) * weightOf(one);
    const areAtOnce = ({ check }: Planned): boolean => check.isOfRequestsAtOnce === true;
    others = [
      ...fresh.filter(areAtOnce),
      // Each tells of something of its own: the more of them, the more is told.
      ...fresh.filter((one) => !areAtOnce(one)).toSorted((a, b) => weigh(a) - weigh(b)),
      ...soon.filter(isSettled),
      ...cheapestFirst(
        soon.filter((one) => !isSettled(one)),
        costs.sum,
      ),
    ];
  };

  const takeOther = (): Planned | undefined => {
    if (!isDecided) decide();
    if (others.length > 0) return others.shift();
    if (lane.length === 0) {
      const name = cheapestLane(lanes, costs.sum);
      lane = lanes.get(name) ?? [];
      lanes.delete(name);
    }
    return lane.shift();
  };

  return {
    get length() {
      return [idle, ahead, first, others, lane, ...lanes.values(), closing, late].reduce(
        (sum, { length }) => sum + length,
        0,
      );
    },
    next: () =>
      idle.shift() ??
      (isEndNear() ? closing.shift() : undefined) ??
      ahead.shift() ??
      (first.length > 0 ? takeFirst() : (takeOther() ?? closing.shift() ?? late.shift() ?? spare.shift())),
    postpone: (one) => void late.push(one),
    rest: () => [idle, ahead, first, others, lane, ...lanes.values(), closing, late].flatMap((some) => some.splice(0)),
    count: costs.count,
    enough: () => costs.ofAll(needed),
  };
}

/** What cases have taken so far, and what others may take by that. */
interface Costs {
  count(planned: Planned, requests: number, isCutOff: boolean): void;
  /** The mean of the likest cases so far. */
  expected(planned: Planned): number;
  /** What they have taken; of those that were not run, what others of their checks let expect. */
  ofAll(planned: readonly Planned[]): number;
  sum(some: readonly Planned[]): number;
}

/** What the cases of a check have taken, those that were run to their end. */
interface Taken {
  readonly cases: number;
  readonly requests: number;
}

/** @param laterCostMore by so much the cases that are left are dearer than those before */
function createCosts(isSettled: (one: Planned) => boolean, laterCostMore: number): Costs {
  /** By case; of one that was cut off, as much again. */
  const counted = new Map<Planned, number>();
  const ofGroups = new Map<string, Taken>();
  const mean = (one: Planned): number | undefined => {
    const taken = groupsOf(one)
      .map((group) => ofGroups.get(group))
      .find((some) => some !== undefined);
    return taken && taken.requests / taken.cases;
  };
  const expected = (one: Planned): number => (isSettled(one) ? 0 : (mean(one) ?? TYPICAL));
  return {
    count(planned, requests, isCutOff) {
      counted.set(planned, isCutOff ? 2 * requests : requests);
      // What sent nothing for want of something says nothing of what others take; one of a kind may be settled by those before.
      if ((requests === 0 && (planned.case.kind === undefined || isSettled(planned))) || isCutOff) return;
      for (const group of groupsOf(planned)) {
        const before = ofGroups.get(group) ?? { cases: 0, requests: 0 };
        ofGroups.set(group, { cases: before.cases + 1, requests: before.requests + requests });
      }
    },
    expected,
    ofAll(planned) {
      const waiting = planned.filter((one) => !counted.has(one));
      const unknown = new Set(waiting.map(({ check }) => check.id));
      for (const { check } of counted.keys()) unknown.delete(check.id);
      const later = (one: Planned): number => {
        if (isSettled(one)) return 0;
        const some = mean(one);
        return some === undefined ? UNKNOWN : laterCostMore * some;
      };
      return unknown.size * STORY + planned.reduce((sum, one) => sum + (counted.get(one) ?? later(one)), 0);
    },
    sum: (some) => some.reduce((sum, one) => sum + expected(one), 0),
  };
}

/** Whose cases let expect what a case takes, the likest first: a case of a kind is one of many short ones, whatever stories its check has. */
function groupsOf({ check, case: { kind, name, isStory } }: Planned): readonly string[] {
  const ofName = `${check.id} named ${name}`;
  if (isStory === true) return [ofName];
  return kind === undefined ? [ofName, check.id] : [ofName, `${check.id} ${kind}`, `${check.id} of a kind`];
}

const operationsOf = (some: readonly Planned[]): number => new Set(some.map(({ subject }) => subject.operation)).size;

/** What is not left to the later tiers. */
const isSoon = ({ case: { tier }, place }: Planned): boolean => tier === 1 || place <= EARLY;

const laneOf = ({ check, subject }: Planned): string => `${check.id} ${subject.operation.id}`;

/** What one code does for all operations the first of them have shown. */
const weightOf = ({ check }: Planned): number =>
  check.isOfAll === true ? OF_ALL : check.isOfEach === true ? OF_EACH : 1;

/** What comes early by the cost of its check on its operation, so that the budget judges as many as it can. */
function cheapestFirst(soon: readonly Planned[], costOf: (lane: readonly Planned[]) => number): Planned[] {
  const costs = new Map([...groupedBy(soon, laneOf)].map(([name, lane]) => [name, costOf(lane)]));
  const cost = (one: Planned): number => (costs.get(laneOf(one)) ?? 0) * weightOf(one);
  return soon.toSorted((a, b) => cost(a) - cost(b));
}

/** The lane whose cases take least, the first of several; what has random cases comes after all that has none. */
function cheapestLane(
  lanes: ReadonlyMap<string, readonly Planned[]>,
  costOf: (lane: readonly Planned[]) => number,
): string {
  const isRandom = (lane: readonly Planned[]): boolean => lane.some(({ case: { tier } }) => tier === 3);
  const ranked = [...lanes].map(([name, lane]) => ({ name, rank: isRandom(lane) ? 1 : 0, cost: costOf(lane) }));
  return ranked.toSorted((a, b) => a.rank - b.rank || a.cost - b.cost)[0]?.name ?? '';
}
