import { memoized } from '../../../../openapi/contract';
import type { BanPolicy, Decision, RunningAllowance } from '../../stores/ledger';

/** Allowances as scripts read them, see `lua/windows.ts`. */
export const argumentsOf = memoized((allowances: readonly RunningAllowance[]): readonly string[] =>
  allowances.flatMap(({ window, requests, seconds, runs }) => [
    window,
    String(requests),
    `${seconds}${runs === undefined ? '' : LETTER[runs]}`,
  ]),
);

const LETTER = { calendar: 'c', sliding: 's' } as const;

/** What else decides on accounts: see `lua/spending.ts` and `lua/keeping.ts`. */
export interface LedgerPolicy {
  readonly bans: BanPolicy;
  /** So many addresses are known at most. */
  readonly knownAddresses: number;
  /** From so many accounts on, those whose windows have all closed are forgotten. */
  readonly sweepAt: number;
}

export const policyArguments = ({ bans, knownAddresses, sweepAt }: LedgerPolicy): readonly string[] =>
  [bans.after, bans.seconds, knownAddresses, sweepAt].map(String);

/** A decision as `lua/spending.ts` tells it. */
export function decisionIn(parts: readonly string[], allowances: readonly RunningAllowance[]): Decision {
  const [outcome = '', place = '', remaining = '', resetAt = '', retryAt = ''] = parts;
  const allowance = allowances[Number(place) - 1];
  return {
    outcome: outcome === 'served' || outcome === 'banned' ? outcome : 'exhausted',
    window: allowance && {
      name: allowance.window,
      limit: allowance.requests,
      remaining: Number(remaining),
      resetAt: Number(resetAt),
    },
    retryAt: Number(retryAt),
  };
}
