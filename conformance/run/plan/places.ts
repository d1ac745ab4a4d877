import type { Contract, Operation } from '../../../openapi/contract';
import { hasMany, type Subject } from '../../exchange/subject';
import type { Case, Check } from '../../steps/check';

/** One case of one check on one operation, to be run. */
export interface Planned {
  readonly check: Check;
  readonly subject: Subject;
  readonly case: Case;
  /** Cases run in the order of their places; those of one place in that of their checks. */
  readonly place: number;
  /** Whether it tries once more what is tried in other places: nothing is unjudged for want of it. */
  readonly isSpare?: true;
}

type Unplaced = Omit<Planned, 'place' | 'isSpare'>;

/** The cases of one check on one operation, tier after tier. */
export type Lane = readonly Unplaced[];

/** Soon after every lane's first case. */
export const EARLY = 0.1;

/** Where many operations have cases of a kind, so early stands the first one of it that is not the first of its check. */
export const TRIED_FIRST = 0.01;

/** What is spare comes when all else was sent. */
const SPARE = 10;

/**
 * The cases of all lanes with their places. The first cases of all lanes come before any second one, and the telling cases of all
 * lanes take turns, so that any budget is spread over all of them; then tier after tier.
 *
 * What a change takes and refuses is mostly what a create does, so where there are changes, their lanes wait: what is one of
 * few cases comes before what is one of many.
 */
export function placed(contract: Contract, lanes: readonly Lane[]): readonly Planned[] {
  const all = lanes.flat();
  if (!hasMany(contract)) {
    const placeOf = all.some(isOfChange) ? amongChanges(firstTimes()) : amongFew;
    return lanes.flatMap((lane) => inPlaces(lane, placeOf(lane)));
  }
  const placeOf = amongMany(
    times(),
    timesNamed<Check | undefined>(),
    new Set(all.filter(({ check }) => check.isOfEach).map(({ subject }) => subject.operation)),
  );
  const spare = spareOf(lanes);
  return lanes
    .flatMap((lane) => inPlaces(lane, placeOf(lane)))
    .map((one, index) => {
      const again = spare.get(all[index] ?? one);
      return again === undefined ? one : { ...one, place: SPARE + again, isSpare: true };
    });
}

/** Where a case of a lane stands. @param index which of the lane it is; 0 for all of those that stay together */
type PlaceOf = (one: Unplaced, index: number) => number;

const inPlaces = (lane: Lane, placeOf: PlaceOf): readonly Planned[] =>
  lane.map((one, index) => ({ ...one, place: placeOf(one, one.check.isInARow === true ? 0 : index) }));

const isTelling = ({ case: { tier } }: Unplaced): boolean => tier === 1;

/** Few operations, and none that changes what others create. */
const amongFew = (lane: Lane): PlaceOf => {
  const telling = lane.filter(isTelling).length;
  return (one, index) => (isTelling(one) ? index / telling : one.case.tier);
};

const amongChanges =
  (isFirst: FirstTimes) =>
  (lane: Lane): PlaceOf => {
    const telling = lane.filter(isTelling).length;
    if (telling === 0) return startingLate(lane, isFirst);
    const waits = telling > FEW && lane.some(isOfChange);
    const pace = lane.length <= FEW ? 0.5 : 1;
    return (one, index) => {
      if (!isTelling(one)) return one.case.tier;
      if (index === 0) return 0;
      return waits && isFirst(one, one.case.kind) ? EARLY : (index / telling) * pace + (waits ? 1 : 0);
    };
  };

/**
 * Many operations, of which one code mostly does what a check looks at: each kind of case comes once or twice, and each operation has
 * a case, before any comes for the third time, since that which the first have not shown others seldom do.
 *
 * @param begun the operations that have a case by a check that asks each of them
 */
const amongMany =
  (timesOf: TimesOf, turnOf: (check: Check | undefined) => number, begun: Set<Operation>) =>
  (lane: Lane): PlaceOf => {
    const telling = lane.filter(isTelling).length;
    const turn = turnOf(lane[0]?.check);
    if (telling === 0) return startingLate(lane, (one, what) => timesOf(one, what) === 0, 0.3);
    const pace = telling <= SHORT ? 0.05 : 1;
    const waits = telling > FEW && lane.some(isOfChange);
    return (one, index) => {
      if (!isTelling(one)) return one.case.tier;
      const times = timesOf(one, one.case.kind ?? one.case.name);
      const isBegun = begun.has(one.subject.operation);
      begun.add(one.subject.operation);
      const isSoon = turn < 2 || times === 0 || !isBegun || one.check.isOfEach === true;
      if (index === 0) return isSoon ? 0 : (Math.min(turn, MOST_TURNS) + 1) / 100;
      const later = (index / telling) * pace + (waits ? 1 : 0);
      return times < FEW ? (times + 1) / 100 : EARLY + later;
    };
  };

/**
 * A lane without a telling case comes among the telling ones of changes; what is tried at once in a role for the first time,
 * early.
 *
 * @param atOnce where all other requests at once stand
 */
function startingLate(lane: Lane, isFirst: FirstTimes, atOnce?: number): PlaceOf {
  const areAtOnce = lane.some(({ check }) => check.isOfRequestsAtOnce === true);
  const isEarly = areAtOnce && lane.some((one) => isFirst(one, one.case.name));
  return (one, index) => {
    if (isEarly && index === 0) return atOnce === undefined ? EARLY : TRIED_FIRST;
    return areAtOnce && atOnce !== undefined ? atOnce : one.case.tier - 1 + index / lane.length;
  };
}

/** A lane of more cases has many of them. */
const FEW = 3;
const SHORT = 6;
/** So many operations have the first case of a check one after the other; those of all others come together. */
const MOST_TURNS = 8;

const isOfChange = ({ subject: { purpose } }: Unplaced): boolean =>
  purpose !== undefined &&
  ['replace', 'patch', 'delete'].includes(purpose.role) &&
  purpose.resource.operations.create !== undefined;

type FirstTimes = (one: Unplaced, what: string | undefined) => boolean;

/** Whether something is tried by a check in a role for the first time. */
function firstTimes(): FirstTimes {
  const timesOf = times(({ subject }) => String(subject.purpose?.role));
  return (one, what) => what !== undefined && timesOf(one, what) === 0;
}

type TimesOf = (one: Unplaced, what: string | undefined) => number;

/** How often a check has tried something before. @param among what is counted apart */
function times(among: (one: Unplaced) => string = () => ''): TimesOf {
  const timesOf = timesNamed();
  return (one, what) => timesOf(`${one.check.id} ${among(one)} ${what}`);
}

/** How often something of a name was asked for before. */
function timesNamed<Name>(): (name: Name) => number {
  const had = new Map<Name, number>();
  return (name) => {
    const before = had.get(name) ?? 0;
    had.set(name, before + 1);
    return before;
  };
}

/**
 * Where there are many operations: the thorough and the random cases of a lane that has more telling ones, all but one of another
 * lane, what a change is tried with for the second time, and what the first few operations mostly show. What is spare comes as long as some of the budget is left, each
 * kind of a check once before any comes again.
 *
 * @returns how often its kind was there before, by case
 */
function spareOf(lanes: readonly Lane[]): ReadonlyMap<Unplaced, number> {
  const [timesOf, triedTimes] = [timesNamed(), timesNamed()];
  const turnOf = timesNamed<Check | undefined>();
  const shown = new Set<string>();
  const isSpare = (one: Unplaced, index: number, lane: Lane, nth: number, turn: number): boolean => {
    const { kind, tier } = one.case;
    if (one.case.isShownByFew === true) return triedTimes(`${one.check.id} ${kind}`) >= FEW;
    if (one.check.isShownByFew === true) {
      // A kind that none of the first few has is shown by the first that has it.
      const isShown = kind === undefined || !isTelling(one) || shown.has(`${one.check.id} ${kind}`);
      shown.add(`${one.check.id} ${kind}`);
      if (turn >= FEW && isShown) return true;
    }
    if (!isTelling(one)) return lane.some(isTelling) || index !== nth % lane.length;
    const isAgain = (other: Unplaced) => other.case.tier === tier && other.case.kind === kind;
    return kind !== undefined && isOfChange(one) && lane.findIndex(isAgain) < index;
  };
  return new Map(
    lanes.flatMap((lane, nth) => {
      const turn = turnOf(lane[0]?.check);
      return lane
        .filter((one, index) => isSpare(one, index, lane, nth, turn))
        .map((one) => [one, timesOf(`${one.check.id} ${one.case.kind ?? one.case.name}`)] as const);
    }),
  );
}
