import { existsSync } from 'node:fs';
import { type Contract, documentName, loadContract, SHIPPED_DOCUMENT } from '../../openapi/contract';
import type { Program } from '../../openapi/program/command';
import { EXIT_USAGE, messageOf, UsageError } from '../../openapi/program/failure';
import { type OptionTable, type ValuesOf, withDefaults } from '../../openapi/program/option';
import { printable } from '../../openapi/program/printable';
import { onInterruption, print } from '../../openapi/program/process';
import { CHECKS } from '../checks';
import { type ListedFinding, readReport, type SavedReport } from '../comparison/saved';
import { HIDDEN } from '../exchange/evidence';
import { schemeAt } from '../exchange/keys/credential-place';
import { OF_SECRETS } from '../exchange/keys/near-misses';
import { readArguments } from '../options/flags';
import { OPTIONS, rows } from '../options/options';
import { completed, toRunOptions } from '../options/run-options';
import { chooseFindings, judgeReplay, type Replayed } from '../replay/judge';
import { isSendable, resending } from '../replay/resend';
import { checksBehind } from '../report/content/context';
import { redactor, secretsOf } from '../report/content/redact';
import { createdText } from '../report/content/summary';
import { cut } from '../report/content/wording';
import { ORACLES } from '../rules/oracles';
import { RELATIONS } from '../rules/relations';
import type { RunOptions } from '../run/plan/options';
import { createProgress } from '../run/progress';
import { run } from '../run/run';
import { findingName, type RunResult } from '../verdict/result';
import type { Command } from './command';
import { judgingOf } from './conclude';
import { withKeyCommand } from './shell-commands';

/** What `replay` may be told: rows of a run, but for what the report says. */
export const REPLAY_OPTIONS = {
  ...rows(
    'config',
    'env',
    'baseUrl',
    'apiKey',
    'apiKeyCommand',
    'apiKeyTtl',
    'plan',
    'exclusiveKey',
    'credential',
    'credentialIn',
  ),
  ...rows('limitKey', 'limitPlan', 'waitForReset', 'maxRequests', 'maxTime', 'clean', 'requestTimeout', 'rate'),
  ...rows('insecure', 'ca', 'proxy', 'header', 'example', 'examples', 'document', 'allowRefs', 'quiet'),
  baseUrl: { ...OPTIONS.baseUrl, defaultWords: "the report's" },
  plan: { ...OPTIONS.plan, defaultWords: "the report's" },
  limitPlan: { ...OPTIONS.limitPlan, defaultWords: "the report's" },
  document: { ...OPTIONS.document, defaultWords: "the report's" },
} as const satisfies OptionTable;

type ReplayOptions = ValuesOf<typeof REPLAY_OPTIONS>;

/** The options that the report's run had, where it was of the same server; flags go before them. */
function replayRunOptions(
  { target, seed, settings }: SavedReport,
  findings: readonly ListedFinding[],
  contract: Contract,
  given: ReplayOptions,
): RunOptions {
  const url = given.baseUrl ?? target;
  const before = url === target ? settings : undefined;
  const behind = findings.map(({ check, exchanges }) => checksBehind(check, exchanges));
  const flags = withDefaults(OPTIONS, {
    ...given,
    baseUrl: url,
    plan: given.plan ?? before?.plan,
    limitPlan: given.limitPlan ?? before?.limitPlan,
    exclusiveKey: given.exclusiveKey || before?.exclusiveKey === true,
    ...(before?.include === undefined ? {} : { include: before.include }),
    ...(seed === undefined ? {} : { seed }),
    ...(settings === undefined ? {} : { examplesPerCheck: settings.examplesPerCheck, parallel: settings.parallel }),
  });
  const own = behind.every(({ length }) => length === 1) ? findings.map(({ operation }) => operation) : [];
  const resent = findings.map((_, index) => resendingId(index));
  return {
    ...toRunOptions(flags, contract),
    checks: [...new Set([...resent, ...behind.flat()])],
    operations: [...new Set(own)],
  };
}

/** The id of the check that sends the exchanges of a finding again. */
export const resendingId = (index: number): string => `replay.${index + 1}`;

const PROGRAM: Program = {
  name: 'animal-store-conformance replay',
  description: 'Sends the requests of a finding again and runs its check: is it fixed?',
  operands: { usage: '<report> [finding]' },
  epilogue: `
The report is a file that --report json wrote. The finding is its number there, a check, or check:operation; without it,
all findings are tried.

Exit code: 0 all are gone; 1 one still shows; 2 otherwise.`,
};

export const replay: Command = {
  name: 'replay',
  summary: 'send the requests of a finding again: is it fixed?',
  async execute(args) {
    const { options: given, operands } = readArguments(PROGRAM, REPLAY_OPTIONS, args);
    const [file, wanted] = operands;
    if (file === undefined)
      throw new UsageError('replay takes a report, and may take a finding: REPORT.json [FINDING]');
    const report = await readReport(file);
    const findings = chooseFindings(report, wanted);
    const options = withSettingsOf(report, given);
    const { contract } = completed(options, await contractOf(report, options));
    const operations = new Set(contract.operations.map(({ id }) => id));
    const left = findings.filter((one) => RULES.has(one.check) && operations.has(one.operation));
    return tryAgain(report, findings, left, contract, options);
  },
};

const RULES: ReadonlySet<string> = new Set([...ORACLES, ...CHECKS].map(({ id }) => id));

/** With the place where the key went, and the values that were named, where it is for the same server; flags go before them. */
function withSettingsOf({ target, settings }: SavedReport, given: ReplayOptions): ReplayOptions {
  const isSame = given.baseUrl === undefined || given.baseUrl === target;
  const { credentialIn: place, example = [], examples } = (isSame ? settings : undefined) ?? {};
  return {
    ...given,
    credentialIn: given.credentialIn ?? (place === undefined ? undefined : schemeAt(place)),
    example: [...given.example, ...example.filter(isWhole).flatMap((text) => OPTIONS.example.kind.read(text) ?? [])],
    examples: given.examples ?? examples,
  };
}

/** Whether no part of a text was hidden as a secret. */
const isWhole = (text: string): boolean => !text.includes(HIDDEN) && !OF_SECRETS.test(text);

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

/** @param left the findings whose check and operation are still there */
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

/** A finding, and what came of it now. */
export interface Tried {
  readonly finding: ListedFinding;
  readonly replayed: Replayed;
}

/** What came of each, as a terminal may show it, how many came to what, and what was created for it. */
function replayText(tried: readonly Tried[], result: RunResult | undefined, redact: (text: string) => string): string {
  const lines = tried.flatMap(({ finding, replayed }) => {
    const number = finding.number === undefined ? '-' : `${finding.number}.`;
    const head = `${number} ${findingName(finding)}: ${replayed.came}`;
    if (replayed.came === 'gone') return [head];
    if (replayed.came === "can't tell") return [`${head}: ${redact(replayed.why)}`];
    const { finding: now, note } = replayed;
    return [
      `${head}${note === undefined ? '' : `, ${note}`}`,
      `   expected  ${redact(now.expected)}`,
      `   actual    ${redact(now.actual)}`,
    ];
  });
  const [still, gone, open] = [countOf(tried, 'still shows'), countOf(tried, 'gone'), countOf(tried, "can't tell")];
  const summary = `${still} still ${still === 1 ? 'shows' : 'show'}, ${gone} gone, ${open} can't be told; ${result?.requests ?? 0} requests`;
  const created = result === undefined ? [] : createdText(result).map(redact);
  return `${[...lines, summary, ...created].map(printable).join('\n')}\n`;
}

export const countOf = (tried: readonly Tried[], came: Replayed['came']): number =>
  tried.filter(({ replayed }) => replayed.came === came).length;
