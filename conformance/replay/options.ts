import type { Contract } from '../../openapi/contract';
import { type OptionTable, type ValuesOf, withDefaults } from '../../openapi/program/option';
import { OPTIONS } from '../options/options';
import { toRunOptions } from '../options/run-options';
import { checksBehind } from '../report/context';
import type { ListedFinding, SavedReport } from '../report/saved';
import type { RunOptions } from '../run/options';

/** What `replay` may be told: rows of a run, but for what the report says. */
export const REPLAY_OPTIONS = {
  config: OPTIONS.config,
  env: OPTIONS.env,
  baseUrl: { ...OPTIONS.baseUrl, defaultWords: "the report's" },
  apiKey: OPTIONS.apiKey,
  apiKeyCommand: OPTIONS.apiKeyCommand,
  apiKeyTtl: OPTIONS.apiKeyTtl,
  plan: { ...OPTIONS.plan, defaultWords: "the report's" },
  exclusiveKey: OPTIONS.exclusiveKey,
  credential: OPTIONS.credential,
  limitKey: OPTIONS.limitKey,
  limitPlan: { ...OPTIONS.limitPlan, defaultWords: "the report's" },
  waitForReset: OPTIONS.waitForReset,
  maxRequests: OPTIONS.maxRequests,
  maxTime: OPTIONS.maxTime,
  clean: OPTIONS.clean,
  requestTimeout: OPTIONS.requestTimeout,
  rate: OPTIONS.rate,
  insecure: OPTIONS.insecure,
  ca: OPTIONS.ca,
  proxy: OPTIONS.proxy,
  header: OPTIONS.header,
  example: OPTIONS.example,
  document: { ...OPTIONS.document, defaultWords: "the report's" },
  allowRefs: OPTIONS.allowRefs,
  quiet: OPTIONS.quiet,
} as const satisfies OptionTable;

export type ReplayOptions = ValuesOf<typeof REPLAY_OPTIONS>;

/** The options that the report's run had, where it was of the same server; flags go before them. */
export function replayRunOptions(
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
