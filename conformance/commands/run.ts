import { setFlagsFromString } from 'node:v8';
import type { Contract } from '../../openapi/contract';
import { EXIT_USAGE, messageOf, UsageError } from '../../openapi/program/failure';
import { printableLines } from '../../openapi/program/printable';
import { onInterruption, print } from '../../openapi/program/process';
import { CHECKS } from '../checks';
import { silences } from '../checks/unspecified';
import { contractAt, contractWithout } from '../exchange/removal';
import { hasMany } from '../exchange/subject';
import { isChosenOperation } from '../judge/choice';
import { flagsOf } from '../options/flags';
import type { Options } from '../options/options';
import { budgetOf, completed, contractFor, LEAST_BUDGET, toRunOptions } from '../options/run-options';
import { refuseUnwritable } from '../report';
import { ofRun, type ReportContext } from '../report/content/context';
import { redactor, secretsOf } from '../report/content/redact';
import { notCalledText } from '../report/content/summary';
import { planReport } from '../report/text';
import { ORACLES } from '../rules/oracles';
import { notCalledOf } from '../run/plan/hazards';
import type { RunOptions } from '../run/plan/options';
import { plan } from '../run/plan/plan';
import { reachingOf } from '../run/plan/reach';
import { createProgress } from '../run/progress';
import { run } from '../run/run';
import type { Check } from '../steps/check';
import type { Finding, RunResult } from '../verdict/result';
import type { Command } from './command';
import { readContract } from './command';
import { conclude, countThrough, type Gate, openGate, reportIdsOf } from './conclude';
import { learningOf } from './learning';
import { runAfter, withKeyCommand } from './shell-commands';

/** What the program does without a command's name: sends the requests of the checks to a server, and judges it. */
export async function executeRun(args: readonly string[], commands: readonly Command[]): Promise<number> {
  const flags = flagsOf(args, commands);
  if (flags.listChecks) {
    await print(checkList());
    return 0;
  }
  const { contract: whole, notes } = completed(flags, await readContract(flags));
  const options = { ...toRunOptions(flags, whole), ...(await learningOf(flags)) };
  const contract = contractFor(flags, whole);
  const notCalled = notCalledOf(contract, options).filter(({ operation }) => isChosenOperation(operation, options));
  const told = [...notes.map((note) => `note: ${note}`), ...notCalledText(notCalled)];
  if (told.length > 0 && !flags.quiet) console.error(printableLines(told.join('\n')));
  if (flags.dryRun) {
    // Without a server to ask, what is removed depends on our clock.
    const callable = contractWithout(contract, (operation) => notCalled.some((one) => one.operation === operation));
    const left = contractAt(callable, Date.now());
    await print(printableLines(planReport(left, plan(left, checksFor(options), options), options)));
    return 0;
  }
  refuseUnwritable(reportIdsOf(flags), flags.reportDir ?? '.');
  const gate = await openGate(flags, isWhole(options) && contract === whole, whole);
  return judge({ contract, notes }, options, flags, gate);
}

/** What shows the choices of the server is sent only on request. */
const checksFor = ({ learn = false, before }: RunOptions): readonly Check[] =>
  learn || before !== undefined ? [...CHECKS, silences] : CHECKS;

/** Whether every check is run on every operation. */
export const isWhole = ({ checks, excludedChecks, operations, excludeDeprecated, perOperation }: RunOptions): boolean =>
  [checks, excludedChecks, operations, [...(perOperation ?? [])]].every(({ length }) => length === 0) &&
  !excludeDeprecated;

async function judge(
  { contract, notes }: Pick<ReportContext, 'contract' | 'notes'>,
  given: RunOptions,
  flags: Options,
  gate: Gate | undefined,
): Promise<number> {
  // Little is kept of the replies: their garbage is not to grow to a multiple of that, however large they are.
  setFlagsFromString('--heap-growing-percent=30');
  tellBudget(given.maxRequests, contract, flags);
  const progress = createProgress(process.stderr, { isShown: !flags.quiet, most: given.maxRequests });
  const interruption = onInterruption();
  const began = await withKeyCommand({ ...given, interrupted: interruption.signal }, flags)
    .then(async ({ options, source }) => {
      const hide = () => redactor(options.keys, secretsOf(options), source.used);
      const countFailures = gate && ((findings: readonly Finding[]) => countThrough(gate, findings, hide()));
      return {
        options,
        source,
        result: await run(contract, checksFor(options), { ...options, countFailures }, progress),
      };
    })
    .catch((error: unknown) => {
      if (interruption.exitCode === undefined) throw error;
      return undefined;
    })
    .finally(() => progress.end());
  if (began === undefined) {
    console.error('error: the run was interrupted before anything was judged.');
    return interruption.exitCode ?? EXIT_USAGE;
  }
  const { options, source, result } = began;
  const redact = redactor(options.keys, secretsOf(options), source.used);
  const keys = { ...options.keys, main: source.current };
  let isTidy = false;
  let code: number;
  try {
    code = await conclude({ ...ofRun(contract, options), result, redact, notes }, flags, gate);
  } finally {
    isTidy = (await runAfter(flags.after, result, { ...options, keys }, redact)) && isClean(result);
  }
  if (source.failure !== undefined) console.error(messageOf(new UsageError(redact(source.failure))));
  return interruption.exitCode ?? (code === 0 && (source.failure !== undefined || !isTidy) ? EXIT_USAGE : code);
}

/** What a run may send is printed before anything is sent; of a small contract where it is more than is usual. */
function tellBudget(most: number, contract: Contract, flags: Options): void {
  const usual = budgetOf(contract, flags);
  const { length } = contract.operations;
  if (flags.quiet || (!hasMany(contract) && (flags.maxRequests !== undefined || most <= LEAST_BUDGET))) return;
  const figure = (count: number): string => count.toLocaleString('en-US');
  const phrases = [
    `up to ${figure(most)} requests for ${length === 1 ? '1 operation' : `${figure(length)} operations`}`,
    ...(hasMany(contract) ? [`, of them up to ${figure(reachingOf(most))} for a first success of each`] : []),
    ...(flags.maxRequests === undefined ? ['; --max-requests sets another bound'] : []),
    ...(most < usual ? [`; without --max-requests they would be ${figure(usual)}`] : []),
  ];
  console.error(phrases.join(''));
}

/** Whether all is gone that `--clean` was to delete. */
export const isClean = ({ cleaned = [] }: RunResult): boolean => cleaned.every(({ reason }) => reason === undefined);

function checkList(): string {
  const all = [...ORACLES, ...CHECKS];
  const width = Math.max(...all.map(({ id }) => id.length));
  return `${all.map(({ id, level, title }) => `${id.padEnd(width)}  ${level.padEnd(6)}  ${title}`).join('\n')}\n`;
}
