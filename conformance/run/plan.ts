import type { Contract } from '../../openapi/contract';
import { NoValue } from '../arbitraries/string';
import { hasMany, isStream, type Subject, subjectsOf } from '../exchange/subject';
import { type Choice, isChosen, isChosenFor, type RuleChoice } from '../judge/choice';
import type { Case, CaseOptions, Check } from '../steps/check';
import { inconclusive, skip, type Verdict } from '../verdict/verdict';
import { hazardsOf } from './hazards';
import type { RunOptions } from './options';

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

/** What will be run, in order: every check's first case before any check's second, and tier before tier. */
export function plan(contract: Contract, checks: readonly Check[], options: RunOptions): readonly Planned[] {
  const caseOptions = caseOptionsOf(options);
  const sending = sendingChoice(options, checks);
  const lanes = checks
    .filter(({ id }) => isChosen(id, sending))
    .flatMap((check) =>
      subjectsOf(contract)
        .filter(({ operation }) => isChosenFor(operation, check.id, sending))
        .filter((subject) => appliesTo(check, subject))
        .map((subject) => casesOf(check, subject, caseOptions).map((one): Unplaced => ({ check, subject, case: one }))),
    );
  // Within the first tier the lanes take turns, so that any budget is spread over all of them.
  const isFirst = firstTimes();
  const turnOf = turns();
  const hasChanges = lanes.flat().some(isOfChange);
  const hazards = new Set(hazardsOf(contract).map(({ operation }) => operation));
  const spare = hasMany(contract) ? spareOf(lanes) : undefined;
  const planned = lanes.flatMap((lane) => {
    const first = lane.filter((one) => one.case.tier === 1).length;
    const wait = first > FEW && lane.some(isOfChange) ? 1 : 0;
    const isEarly =
      hasChanges &&
      first === 0 &&
      lane.some((one) => one.check.isOfRequestsAtOnce === true && isFirst(one, one.case.name));
    // A lane of few cases comes to its end before one of many: where there are many operations, right after its first.
    const isShort = spare === undefined ? lane.length <= FEW : first <= SHORT;
    const pace = hasChanges && isShort ? (spare === undefined ? 0.5 : 0.05) : 1;
    const turn = turnOf(lane[0]?.check);
    const delay = spare !== undefined && lane[0]?.check.isOfAll === true && turn >= FEW ? DELAY : 0;
    const placeOf = (one: Unplaced, index: number): number => {
      const { tier, kind } = one.case;
      if (tier === 1 && (wait > 0 || spare !== undefined) && index > 0 && kind !== undefined && isFirst(one, kind))
        return EARLY;
      if (tier === 1) return (index / first) * pace + (index === 0 ? 0 : wait) + delay;
      if (isEarly && index === 0) return EARLY;
      if (spare !== undefined && one.check.isOfRequestsAtOnce === true && first === 0) return AT_ONCE;
      // Where there are changes, a lane that begins in the second tier comes among what these mostly share with creates.
      return hasChanges && first === 0 ? tier - 1 + index / lane.length : tier;
    };
    const isHazard = lane.some(({ subject }) => hazards.has(subject.operation));
    return lane.map((one, index) => {
      const again = spare?.get(one);
      const place = again === undefined ? placeOf(one, one.check.isInARow === true ? 0 : index) : SPARE + again;
      return {
        ...one,
        place: place + (isHazard ? LAST : 0),
        ...(again === undefined ? {} : { isSpare: true as const }),
      };
    });
  });
  // Array.prototype.sort is stable: at one place the order of the checks stays.
  return planned.sort((a, b) => a.place - b.place);
}

type Unplaced = Omit<Planned, 'place' | 'isSpare'>;

/**
 * Where there are many operations: the thorough and the random cases of a lane that has more telling ones, all but one of another
 * lane, and what a change is tried with for the second time. What is spare comes as long as some of the budget is left, each
 * kind of a check once before any comes again.
 *
 * @returns how often its kind was there before, by case
 */
function spareOf(lanes: readonly (readonly Unplaced[])[]): ReadonlyMap<Unplaced, number> {
  const times = new Map<string, number>();
  const timesOf = (name: string): number => {
    const before = times.get(name) ?? 0;
    times.set(name, before + 1);
    return before;
  };
  const isSpare = (one: Unplaced, index: number, lane: readonly Unplaced[], nth: number): boolean => {
    const { kind, tier } = one.case;
    const isTelling = (other: Unplaced) => other.case.tier === 1;
    if (!isTelling(one)) return lane.some(isTelling) || index !== nth % lane.length;
    const isAgain = (other: Unplaced) => other.case.tier === tier && other.case.kind === kind;
    return kind !== undefined && isOfChange(one) && lane.findIndex(isAgain) < index;
  };
  return new Map(
    lanes.flatMap((lane, nth) =>
      lane
        .filter((one, index) => isSpare(one, index, lane, nth))
        .map((one) => [one, timesOf(`${one.check.id} ${one.case.kind ?? one.case.name}`)] as const),
    ),
  );
}

/** Soon after every lane's first case. */
export const EARLY = 0.1;

/** What is spare comes when all else was sent; what may end the server, after it. */
const SPARE = 10;
const LAST = 10_000;

/** Whether something is tried by a check in a role for the first time. */
function firstTimes(): (one: Unplaced, what: string) => boolean {
  const tried = new Set<string>();
  return ({ check, subject }, what) => {
    const name = `${check.id} ${subject.purpose?.role} ${what}`;
    const isNew = !tried.has(name);
    tried.add(name);
    return isNew;
  };
}

/** How many lanes a check had before. */
function turns(): (check: Check | undefined) => number {
  const had = new Map<Check | undefined, number>();
  return (check) => {
    const before = had.get(check) ?? 0;
    had.set(check, before + 1);
    return before;
  };
}

/** An oracle judges what others send: where oracles alone were asked for, every check sends. */
function sendingChoice({ perOperation = new Map(), ...choice }: Choice, checks: readonly Check[]): Choice {
  const widened = <One extends RuleChoice>(one: One): One =>
    one.checks.length > 0 && !checks.some(({ id }) => isChosen(id, one)) ? { ...one, checks: [] } : one;
  return { ...widened(choice), perOperation: new Map([...perOperation].map(([id, one]) => [id, widened(one)])) };
}

/** What a change takes and refuses is mostly what a create does: of many such cases all but the first come after the others. */
const FEW = 3;

/** Where operations are many: so many cases are few of a lane; requests at once come between the telling cases, what is of all operations behind the first half. */
const SHORT = 6;
const AT_ONCE = 0.3;
const DELAY = 0.5;
const isOfChange = ({ subject: { purpose } }: Unplaced): boolean =>
  purpose !== undefined &&
  ['replace', 'patch', 'delete'].includes(purpose.role) &&
  purpose.resource.operations.create !== undefined;

/** Where that can't be told, such as for want of a value, the cases tell why. */
function appliesTo(check: Check, subject: Subject): boolean {
  try {
    return check.applies(subject);
  } catch {
    return true;
  }
}

function casesOf(check: Check, subject: Subject, options: CaseOptions): readonly Case[] {
  if (isStream(subject.operation)) return [OF_A_STREAM];
  try {
    return [...check.cases(subject, options)].sort((a, b) => a.tier - b.tier);
  } catch (error) {
    if (error instanceof NoValue) return [{ ...OF_A_STREAM, run: async () => unjudgedFor(error) }];
    // A fault of the suite is told of the one check and operation.
    return [{ ...OF_A_STREAM, run: () => Promise.reject(error) }];
  }
}

/** What is said of a case for which no value can be made. */
export const unjudgedFor = ({ message }: NoValue): Verdict =>
  inconclusive(`${message}: name one with --example, or write an example into the document`);

/** Sends nothing. */
const skipped = (reason: string): Case => ({
  name: 'nothing',
  isIdle: true,
  tier: 1,
  run: async (): Promise<Verdict> => skip(reason),
});

const OF_A_STREAM = skipped('it replies with a stream of events, which has no end to judge');

/** The plan for what is left of a contract, and a skip for each rule and operation that only the whole of it had. */
export function withSkipped(
  left: readonly Planned[],
  whole: readonly Planned[],
  reasonFor: (planned: Planned) => string,
): readonly Planned[] {
  const nameOf = ({ check, subject }: Planned): string => `${check.id} ${subject.operation.id}`;
  const kept = new Set(left.map(nameOf));
  const gone = new Map(whole.filter((one) => !kept.has(nameOf(one))).map((one) => [nameOf(one), one]));
  return [...[...gone.values()].map((one) => ({ ...one, case: skipped(reasonFor(one)), place: 0 })), ...left];
}

export const caseOptionsOf = ({
  examples,
  seed,
  parallel,
  keys,
  waitForReset,
  given,
  headers,
}: RunOptions): CaseOptions => ({
  examples,
  seed,
  parallel,
  given,
  headers,
  limits: keys.limit === undefined ? undefined : { waitForReset },
  hasReader: keys.reader !== undefined,
  schemes: Object.keys(keys.named ?? {}),
});
