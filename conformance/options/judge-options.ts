import type { Program } from '../../openapi/program/command';
import { type OptionTable, presence } from '../../openapi/program/option';
import { OPTIONS } from './options';

/** The options of `judge`: those of a run that have a meaning where nothing is sent, and its own. */
export const JUDGE_OPTIONS = {
  config: OPTIONS.config,
  env: OPTIONS.env,
  baseUrl: {
    ...OPTIONS.baseUrl,
    help: 'the server that was recorded, with the prefix of its paths',
    defaultWords: "the document's server that was asked",
  },
  complete: {
    flag: '--complete',
    help: "nobody else changed the server's records from the first request to the last, by one clock: then all files are held against each other",
    kind: presence,
    default: false,
  },
  checks: OPTIONS.checks,
  excludeChecks: OPTIONS.excludeChecks,
  operations: OPTIONS.operations,
  excludeDeprecated: OPTIONS.excludeDeprecated,
  perOperation: OPTIONS.perOperation,
  strict: OPTIONS.strict,
  failOn: OPTIONS.failOn,
  learn: OPTIONS.learn,
  choices: OPTIONS.choices,
  baseline: OPTIONS.baseline,
  updateBaseline: OPTIONS.updateBaseline,
  document: OPTIONS.document,
  allowRefs: OPTIONS.allowRefs,
  warnings: OPTIONS.warnings,
  report: OPTIONS.report,
  reportDir: OPTIONS.reportDir,
  quiet: OPTIONS.quiet,
} as const satisfies OptionTable;

export const JUDGE_PROGRAM: Program = {
  name: 'animal-store-conformance judge',
  description: 'Judges traffic that was recorded, and sends nothing.',
  operands: { usage: '<files...>' },
  epilogue: `
Examples:
  $ animal-store-conformance judge session.har --base-url https://staging.example/v1
  $ animal-store-conformance judge *.har --complete --report json,junit --report-dir out
  $ zcat session.har.gz | animal-store-conformance judge -

Takes HAR files as browsers, Playwright and proxies save them; - is standard input. Ends with 0 where no violation was found,
with 1 where one was, with 2 where nothing could be judged.`,
};
