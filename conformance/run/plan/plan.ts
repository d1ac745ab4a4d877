import { allSchemes, type Contract } from '../../../openapi/contract';
import { NoValue } from '../../arbitraries/string';
import { isStream, type Subject, subjectsOf } from '../../exchange/subject';
import { type Choice, isChosen, isChosenFor, type RuleChoice } from '../../judge/choice';
import type { Case, CaseOptions, Check } from '../../steps/check';
import { inconclusive, skip, type Verdict } from '../../verdict/verdict';
import { hazardsOf } from './hazards';
import type { RunOptions } from './options';
import { type Lane, type Planned, placed } from './places';

/** What will be run, in order: every check's first case before any check's second, and tier before tier. */
export function plan(contract: Contract, checks: readonly Check[], options: RunOptions): readonly Planned[] {
  const caseOptions = { ...caseOptionsOf(options), mainScheme: mainSchemeOf(options, contract) };
  const sending = sendingChoice(options, checks);
  const lanes = checks
    .filter(({ id }) => isChosen(id, sending))
    .flatMap((check) =>
      subjectsOf(contract)
        .filter(({ operation }) => isChosenFor(operation, check.id, sending))
        .filter((subject) => appliesTo(check, subject))
        .map((subject): Lane => casesOf(check, subject, caseOptions).map((one) => ({ check, subject, case: one }))),
    );
  const hazards = new Set(hazardsOf(contract).map(({ operation }) => operation));
  return (
    placed(contract, lanes)
      .map((one) => (hazards.has(one.subject.operation) ? { ...one, place: one.place + LAST } : one))
      // Array.prototype.sort is stable: at one place the order of the checks stays.
      .toSorted((a, b) => a.place - b.place)
  );
}

/** What may end the server comes when all else was sent. */
const LAST = 10_000;

/** An oracle judges what others send: where oracles alone were asked for, every check sends. */
function sendingChoice({ perOperation = new Map(), ...choice }: Choice, checks: readonly Check[]): Choice {
  const widened = <One extends RuleChoice>(one: One): One =>
    one.checks.length > 0 && !checks.some(({ id }) => isChosen(id, one)) ? { ...one, checks: [] } : one;
  return { ...widened(choice), perOperation: new Map([...perOperation].map(([id, one]) => [id, widened(one)])) };
}

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
  readerScheme: keys.reader?.scheme,
  schemes: Object.keys(keys.named ?? {}),
  distinct: Object.entries(keys.named ?? {}).flatMap(([name, key], _, all) =>
    all.filter(([, other]) => other === key).length === 1 ? [name] : [],
  ),
});

/** The scheme that the main key is for: the only one for which the user has named no credential. */
function mainSchemeOf({ keys: { main, named = {} } }: RunOptions, { operations }: Contract): string | undefined {
  const left = allSchemes(operations).filter(({ name }) => !Object.hasOwn(named, name));
  return main !== undefined && left.length === 1 ? left[0]?.name : undefined;
}
