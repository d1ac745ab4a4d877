#!/usr/bin/env node
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { CommanderError } from 'commander';
import { type Contract, ContractError, loadContract, SHIPPED_DOCUMENT } from '../openapi/contract';
import { EXIT_USAGE, messageOf, UsageError } from '../openapi/program/failure';
import { print, surviveLostOutput } from '../openapi/program/output';
import { printableLines } from '../openapi/program/printable';
import { version } from '../openapi/program/version';
import { CHECKS } from './checks';
import type { RunOptions } from './engine/options';
import { plan } from './engine/plan';
import { CannotJudge } from './engine/probe';
import { createProgress } from './engine/progress';
import { run } from './engine/run';
import { onInterruption } from './interruption';
import { exitCodeOf, reasonOfError, verdictOf } from './model/outcome';
import { contractAt } from './model/removal';
import { flagsOf, PROGRAM } from './options/flags';
import type { Options } from './options/options';
import { toRunOptions } from './options/run-options';
import { ORACLES } from './oracles';
import type { ReportContext } from './report/context';
import { jsonReport } from './report/json';
import { junitReport } from './report/junit';
import { planReport } from './report/plan';
import { redactor, secretsOf } from './report/redact';
import { summaryText, textReport } from './report/text';

async function main(args: readonly string[]): Promise<number> {
  surviveLostOutput();
  // Little is kept of the replies: their garbage is not to grow to a multiple of that, however large they are.
  setFlagsFromString('--heap-growing-percent=30');
  const flags = flagsOf(args);
  if (flags.listChecks) {
    await print(checkList());
    return 0;
  }
  const contract = await loadContract(flags.document ?? SHIPPED_DOCUMENT, flags.allowRefs);
  const options = toRunOptions(flags, contract);
  if (flags.dryRun) {
    // Without a server to ask, what is removed depends on our clock.
    const left = contractAt(contract, Date.now());
    await print(printableLines(planReport(left, plan(left, CHECKS, options), options)));
    return 0;
  }
  return judge(contract, options, flags);
}

async function judge(contract: Contract, options: RunOptions, flags: Options): Promise<number> {
  const progress = createProgress(process.stderr, !flags.quiet);
  const interruption = onInterruption();
  const result = await run(contract, CHECKS, { ...options, interrupted: interruption.signal }, progress)
    .catch((error: unknown) => {
      if (interruption.exitCode === undefined) throw error;
      return undefined;
    })
    .finally(() => progress.end());
  if (result === undefined) {
    console.error('error: the run was interrupted before anything was judged.');
    return interruption.exitCode ?? EXIT_USAGE;
  }
  const failOn = flags.strict ? [...flags.failOn, 'warning' as const, 'flaky' as const] : flags.failOn;
  const verdict = verdictOf(result, { failOn, minJudged: flags.minJudged });
  const tool = { name: PROGRAM.name, version: version() };
  const context: ReportContext = {
    contract,
    options,
    result,
    verdict,
    tool,
    redact: redactor(options.keys, secretsOf(options)),
  };
  const isColoured = process.stdout.isTTY === true && !process.env.NO_COLOR;
  try {
    await print(flags.quiet ? `${summaryText(context, (_, text) => text)}\n` : textReport(context, isColoured));
  } finally {
    writeReports(context, flags);
  }
  if (verdict === 'error') console.error(messageOf(new UsageError(context.redact(reasonOfError(result)))));
  return interruption.exitCode ?? exitCodeOf(verdict);
}

function writeReports(context: ReportContext, { report, reportDir }: Options): void {
  const folder = reportDir ?? '.';
  const wanted = report.length === 0 && reportDir !== undefined ? (['json', 'junit'] as const) : report;
  if (wanted.length === 0) return;
  try {
    makeFolder(resolve(folder));
    if (wanted.includes('json')) writeFileSync(join(folder, 'report.json'), jsonReport(context));
    if (wanted.includes('junit')) writeFileSync(join(folder, 'junit.xml'), junitReport(context));
  } catch (error) {
    throw new UsageError(
      `the reports can't be written to ${folder}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Node's own recursive way never ends where a folder cannot be made in one that is there, such as `/proc`. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

function checkList(): string {
  const all = [...ORACLES, ...CHECKS];
  const width = Math.max(...all.map(({ id }) => id.length));
  return `${all.map(({ id, level, title }) => `${id.padEnd(width)}  ${level.padEnd(6)}  ${title}`).join('\n')}\n`;
}

/** Whether the user can correct it, or asked for no more. */
const isExpected = (error: unknown): boolean =>
  [CommanderError, ContractError, UsageError, CannotJudge].some((expected) => error instanceof expected);

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const message = messageOf(isExpected(error) ? error : new Error(`the suite itself failed: ${firstLine(error)}`));
    if (message === undefined) return;
    console.error(message);
    process.exitCode = EXIT_USAGE;
  },
);
