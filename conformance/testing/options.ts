import type { RunOptions } from '../run/plan/options';

/** The default options of a run. */
export const optionsFor = (baseUrl: string, more: Partial<RunOptions> = {}): RunOptions => ({
  target: { baseUrl, plan: undefined, limitPlan: undefined, exclusive: false },
  keys: { main: undefined, limit: undefined },
  maxRequests: 600,
  maxTimeMs: 30_000,
  examples: 20,
  seed: 1,
  checks: [],
  excludedChecks: [],
  operations: [],
  excludeDeprecated: false,
  waitForReset: false,
  maxFailures: Number.POSITIVE_INFINITY,
  ratePerMinute: undefined,
  parallel: 8,
  headers: {},
  transport: { timeoutMs: 2000, insecure: false, ca: undefined, proxy: undefined },
  examplesGiven: new Map(),
  given: new Map(),
  ...more,
});
