import { existsSync } from 'node:fs';
import { type Contract, documentName, loadContract, SHIPPED_DOCUMENT } from '../../openapi/contract';
import type { Program } from '../../openapi/program/command';
import { EXIT_USAGE, messageOf, UsageError } from '../../openapi/program/failure';
import { printable } from '../../openapi/program/printable';
import { onInterruption, print } from '../../openapi/program/process';
import { CHECKS } from '../checks';
import { inOrderOfCredentials } from '../options/credentials';
import { readArguments } from '../options/flags';
import { chooseFindings } from '../replay/choose';
import { judgeReplay, type Replayed } from '../replay/judge';
import { REPLAY_OPTIONS, type ReplayOptions, replayRunOptions, resendingId } from '../replay/options';
import { isSendable, resending } from '../replay/resend';
import { countOf, replayText, type Tried } from '../replay/told';
import { cut } from '../report/cut';
import { redactor, secretsOf } from '../report/redact';
import { type ListedFinding, readReport, type SavedReport } from '../report/saved';
import { ORACLES } from '../rules/oracles';
import { RELATIONS } from '../rules/relations';
import type { RunOptions } from '../run/options';
import { createProgress } from '../run/progress';
import { run } from '../run/run';
import type { RunResult } from '../verdict/finding';
import type { Command } from './command';
import { judgingOf } from './judging';
import { withKeyCommand } from './key-command';

const PROGRAM: Program = {
  name: 'animal-store-conformance replay',
  description: 'Sends what showed a finding again, and runs its check: does it still show?',
  operands: { usage: '<report> [finding]' },
  epilogue: `
The report is a file that --report json has written. The finding is its number there, a check, or check:operation; without
it all are tried, in their order. Ends with 0 where all are gone, with 1 where one still shows, else with 2.`,
};

export const replay: Command = {
  name: 'replay',
  summary: 'what showed a finding is sent again: does it still show?',
  async execute(args) {
    const { options, operands } = readArguments(PROGRAM, REPLAY_OPTIONS, args);
    const [file, wanted] = operands;
    if (file === undefined)
      throw new UsageError('replay takes a report, and may take a finding: REPORT.json [FINDING]');
    const report = await readReport(file);
    const findings = chooseFindings(report, wanted);
    const contract = inOrderOfCredentials(options, await contractOf(report, options));
    const operations = new Set(contract.operations.map(({ id }) => id));
    const left = findings.filter((one) => RULES.has(one.check) && operations.has(one.operation));
    return tryAgain(report, findings, left, contract, options);
  },
};

const RULES: ReadonlySet<string> = new Set([...ORACLES, ...CHECKS].map(({ id }) => id));

/** The document of the report, wherever it lies on this machine: a file may be called as the shipped one is. */
async function contractOf(
  { contract: { source, sha256 } }: SavedReport,
  { document: given, allowRefs: allowed }: ReplayOptions,
): Promise<Contract> {
  const isThere = given !== undefined || /^https?:/.test(source) || existsSync(source);
  const contract = await loadContract(given ?? (isThere ? source : SHIPPED_DOCUMENT), allowed);
  if (contract.source.sha256 === sha256) return contract;
  if (given === undefined && documentName({ name: SHIPPED_DOCUMENT }) === source) {
    const shipped = await loadContract(SHIPPED_DOCUMENT);
    if (shipped.source.sha256 === sha256) return shipped;
  }
  if (!isThere) throw new UsageError(`the document of the report is not here: ${source}. Name it with --document.`);
  console.error(
    printable(`note: the document ${documentName(contract.source)} is not the same any more as for the report.`),
  );
  return contract;
}

const JUDGING = { ...judgingOf(true), ofRecords: new Set(RELATIONS.map(({ id }) => id)) };

/** With fewer requests a finding is not tried by itself: the probe takes one. */
const LEAST_ALONE = 10;

/** What two runs have sent and made. */
const together = (one: RunResult, other: RunResult): RunResult => ({
  ...one,
  requests: one.requests + other.requests,
  created: [...one.created, ...other.created],
  ...(one.cleaned === undefined ? {} : { cleaned: [...one.cleaned, ...(other.cleaned ?? [])] }),
});

const NO_SUCH: Replayed = { came: "can't tell", why: 'there is no such check or operation any more' };

/**
 * @param left the findings whose check and operation are still there
 * @returns the exit code
 */
async function tryAgain(
  report: SavedReport,
  findings: readonly ListedFinding[],
  left: readonly ListedFinding[],
  contract: Contract,
  given: ReplayOptions,
): Promise<number> {
  const replayed = new Map<ListedFinding, Replayed>();
  const interruption = onInterruption();
  let redact = (text: string): string => text;
  let result: RunResult | undefined;
  if (left.length > 0) {
    const asked = { ...replayRunOptions(report, left, contract, given), interrupted: interruption.signal };
    if (asked.target.baseUrl !== report.target)
      console.error(
        printable(
          `note: the report is of ${report.target}; this sends to ${asked.target.baseUrl}, as the options say.`,
        ),
      );
    const { options, source } = await withKeyCommand(asked, given);
    const hide = redactor(options.keys, secretsOf(options), source.used);
    redact = (text) => cut(hide(text));
    const progress = createProgress(process.stderr, { isShown: !given.quiet, most: options.maxRequests });
    const send = (some: readonly ListedFinding[], more: Partial<RunOptions> = {}): Promise<RunResult> => {
      const resends = some.flatMap((one, index) => (isSendable(one) ? [resending(one, resendingId(index))] : []));
      return run(contract, [...resends, ...CHECKS], { ...options, ...more }, progress);
    };
    try {
      result = await send(left);
      for (const one of left) replayed.set(one, judgeReplay(one, result, report, JUDGING, redact));
      // What others still break may keep a finding from being judged: it is tried by itself, as its number would be.
      for (const one of left.length > 1 ? left : []) {
        const most = options.maxRequests - result.requests;
        if (replayed.get(one)?.came !== "can't tell" || most < LEAST_ALONE || interruption.signal.aborted) continue;
        const { checks, operations } = replayRunOptions(report, [one], contract, given);
        const alone = await send([one], { checks, operations, maxRequests: most });
        replayed.set(one, judgeReplay(one, alone, report, JUDGING, redact));
        result = together(result, alone);
      }
    } finally {
      progress.end();
    }
    if (source.failure !== undefined) console.error(messageOf(new UsageError(redact(source.failure))));
  }
  const tried = findings.map((finding): Tried => ({ finding, replayed: replayed.get(finding) ?? NO_SUCH }));
  await print(replayText(tried, result, redact));
  if (interruption.exitCode !== undefined) return interruption.exitCode;
  return countOf(tried, 'still shows') > 0 ? 1 : countOf(tried, "can't tell") > 0 ? EXIT_USAGE : 0;
}
