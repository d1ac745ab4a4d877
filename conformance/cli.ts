#!/usr/bin/env node
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { type Contract, ContractError, loadContract, SHIPPED_DOCUMENT } from '../openapi/contract';
import { CHECKS } from './checks';
import type { RunOptions } from './engine/options';
import { plan } from './engine/plan';
import { CannotJudge } from './engine/probe';
import { createProgress } from './engine/progress';
import { run } from './engine/run';
import { exitCodeOf, verdictOf } from './model/outcome';
import { commandLine, type Flags, toRunOptions, UsageError } from './options/flags';
import { ORACLES } from './oracles';
import type { ReportContext } from './report/context';
import { jsonReport } from './report/json';
import { junitReport } from './report/junit';
import { planReport } from './report/plan';
import { redactor } from './report/redact';
import { summaryText, textReport } from './report/text';

/** Nothing could be judged. */
const EXIT_CANNOT_JUDGE = 2;

async function main(argv: readonly string[]): Promise<number> {
  const command = commandLine();
  const flags = command.parse(argv).opts<Flags>();
  if (flags.listChecks === true) {
    process.stdout.write(checkList());
    return 0;
  }
  const contract = await loadContract(flags.document ?? SHIPPED_DOCUMENT);
  const options = toRunOptions(flags, contract);
  if (flags.dryRun === true) {
    process.stdout.write(planReport(contract, plan(contract, CHECKS, options), options));
    return 0;
  }
  return judge(contract, options, flags, command.version() ?? '');
}

async function judge(contract: Contract, options: RunOptions, flags: Flags, version: string): Promise<number> {
  const progress = createProgress(process.stderr, flags.quiet !== true);
  const result = await run(contract, CHECKS, options, progress).finally(() => progress.end());
  const failOn = flags.strict === true ? [...flags.failOn, 'warning' as const] : flags.failOn;
  const verdict = verdictOf(result, { failOn });
  const tool = { name: 'animal-store-conformance', version };
  const context: ReportContext = {
    contract,
    options,
    result,
    verdict,
    tool,
    redact: redactor(options.keys, Object.values(options.headers)),
  };
  const isColoured = process.stdout.isTTY === true && !process.env.NO_COLOR;
  process.stdout.write(
    flags.quiet === true
      ? `${context.redact(summaryText(context, (_, text) => text))}\n`
      : textReport(context, isColoured),
  );
  writeReports(context, flags);
  return exitCodeOf(verdict);
}

function writeReports(context: ReportContext, { report, reportDir }: Flags): void {
  const folder = reportDir ?? '.';
  const wanted = report.length === 0 && reportDir !== undefined ? (['json', 'junit'] as const) : report;
  if (wanted.length === 0) return;
  try {
    mkdirSync(folder, { recursive: true });
    if (wanted.includes('json')) writeFileSync(join(folder, 'report.json'), jsonReport(context));
    if (wanted.includes('junit')) writeFileSync(join(folder, 'junit.xml'), junitReport(context));
  } catch (error) {
    throw new UsageError(
      `the reports can't be written to ${folder}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function checkList(): string {
  const all = [...ORACLES, ...CHECKS];
  const width = Math.max(...all.map(({ id }) => id.length));
  return `${all.map(({ id, level, title }) => `${id.padEnd(width)}  ${level.padEnd(6)}  ${title}`).join('\n')}\n`;
}

main(process.argv).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    if (error instanceof CommanderError && error.exitCode === 0) return;
    const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    const isKnown = error instanceof ContractError || error instanceof UsageError || error instanceof CannotJudge;
    if (error instanceof CommanderError) console.error(`${message} (see --help)`);
    else console.error(isKnown ? `error: ${message}` : `error: the suite itself failed: ${message}`);
    process.exitCode = EXIT_CANNOT_JUDGE;
  },
);
