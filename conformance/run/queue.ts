import { EARLY, type Planned } from './plan';

/** Which case comes next, by what those before it have taken and by what is left of the budget. */
export interface Queue {
  /** How many cases are left. */
  readonly length: number;
  next(): Planned | undefined;
  /** Counts the requests that a case has taken, run to its end. */
  count(planned: Planned, requests: number): void;
  /** A budget for all cases, those before included: what was not run is reckoned as dear as the dearest case of its check. */
  enough(): number;
}

/** As long as nothing is counted of a check: a request, and one that prepares it. */
const TYPICAL = 2;
/** So many operations are many: a budget mostly ends long before all of them are judged. */
const MANY = 20;

/**
 * The cases of a plan in their order, as long as the budget seems to be enough. Where it ends before each operation has had a
 * case, the operations take turns, the cheapest case of each first. Where there are many operations and it ends before all
 * cases have run, those of the later tiers come check by check and operation by operation, the cheapest first: an
 * operation is judged by a check only where all cases were run, and a budget that is spread over all brings few of them there.
 *
 * @param left requests of the budget
 */
export function createQueue(planned: readonly Planned[], left: () => number): Queue {
  const costs = createCosts();
  const first = planned.filter(({ place }) => place === 0);
  let others = planned.filter(({ place }) => place !== 0);
  const operations = operationsOf(planned);
  /** How many cases an operation has had. */
  const turns = new Map<string, number>();
  const turnsOf = ({ subject }: Planned): number => turns.get(subject.operation.id) ?? 0;
  let areInTurn = false;
  /** Whether the later tiers are in an order of their own; undefined until the first of the other cases. */
  let isShort: boolean | undefined;
  let isSorted = false;

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

  const takeOther = (): Planned | undefined => {
    isShort ??= operations >= MANY && costs.sum(others) > left();
    const soon = isShort ? others.findIndex(isSoon) : 0;
    if (soon >= 0) return others.splice(soon, 1)[0];
    if (!isSorted) others = cheapestFirst(others, costs.expected);
    isSorted = true;
    return others.shift();
  };

  return {
    get length() {
      return first.length + others.length;
    },
    next() {
      if (left() <= 0) return first.shift() ?? others.shift();
      return first.length > 0 ? takeFirst() : takeOther();
    },
    count: costs.count,
    enough: () => planned.reduce((sum, one) => sum + costs.most(one), 0),
  };
}

/** What cases have taken so far, and what others may take by that. */
interface Costs {
  count(planned: Planned, requests: number): void;
  /** The mean of the check's cases so far. */
  expected(planned: Planned): number;
  /** What it has taken; the most of its check, or of all, where it has not run. */
  most(planned: Planned): number;
  sum(some: readonly Planned[]): number;
}

interface Counted {
  cases: number;
  requests: number;
  most: number;
}

function createCosts(): Costs {
  const counted = new Map<Planned, number>();
  let dearest = TYPICAL;
  const ofChecks = new Map<string, Counted>();
  const expected = ({ check }: Planned): number => {
    const ofCheck = ofChecks.get(check.id);
    return ofCheck === undefined ? TYPICAL : ofCheck.requests / ofCheck.cases;
  };
  return {
    count(planned, requests) {
      counted.set(planned, requests);
      const ofCheck = ofChecks.get(planned.check.id) ?? { cases: 0, requests: 0, most: 0 };
      ofChecks.set(planned.check.id, ofCheck);
      ofCheck.cases += 1;
      ofCheck.requests += requests;
      ofCheck.most = Math.max(ofCheck.most, requests);
      dearest = Math.max(dearest, requests);
    },
    expected,
    most: (planned) => counted.get(planned) ?? ofChecks.get(planned.check.id)?.most ?? dearest,
    sum: (some) => some.reduce((sum, one) => sum + expected(one), 0),
  };
}

const operationsOf = (some: readonly Planned[]): number => new Set(some.map(({ subject }) => subject.operation)).size;

/** What is not left to the later tiers. */
const isSoon = ({ case: { tier }, place }: Planned): boolean => tier === 1 || place <= EARLY;

/** The cases of a check on an operation in one piece, those that take least first. */
function cheapestFirst(planned: readonly Planned[], expected: (one: Planned) => number): Planned[] {
  const lanes = new Map<string, { readonly cases: Planned[]; cost: number }>();
  for (const one of planned) {
    const name = `${one.check.id} ${one.subject.operation.id}`;
    const lane = lanes.get(name) ?? { cases: [], cost: 0 };
    lane.cases.push(one);
    lane.cost += expected(one);
    lanes.set(name, lane);
  }
  // Lanes of one cost stay in their order.
  return [...lanes.values()].toSorted((a, b) => a.cost - b.cost).flatMap(({ cases }) => cases);
}
