import { parseJson } from '../../../../openapi/contract';
import type { Test } from '../../rules/all-of';
import { createFaultTest, endOf, lookAtOf } from '../../rules/striking';
import type { Fault, FaultRule } from '../../stores/fault';
import type { FaultEffect, Faults } from '../../stores/faults';
import type { RequestFacts } from '../../stores/request-facts';
import type { Reply } from '../connection/connection';
import { textsIn } from '../connection/replies';

/** The rules of a state's faults as a process knows them. */
export interface FaultRules {
  /** Raised by each change: where Redis has a higher one, these are not the present ones. */
  readonly version: number;
  readonly lookAt: Faults['lookAt'];
  /** By their ids, in the order of their making. */
  readonly byId: ReadonlyMap<string, KnownFault>;
  /** The ids of those that are used up, as far as scripts have told: they stay so while the rules are the same. */
  readonly usedUp: Set<string>;
}

/** A fault without its counts. */
interface KnownFault extends Pick<Fault, 'id' | 'rule'> {
  /** The version that it came with, and its rule in JSON. */
  readonly stored: string;
  readonly isFor: Test<RequestFacts>;
  /** As `lua/striking.ts` reads it. */
  readonly args: readonly string[];
  /** Whether it ends each request that it is for: none after it is tried. */
  readonly isSureEnd: boolean;
}

export const rulesOf = (version: number, faults: readonly KnownFault[], usedUp = new Set<string>()): FaultRules => ({
  version,
  lookAt: lookAtOf(faults),
  byId: new Map(faults.map((fault) => [fault.id, fault])),
  usedUp,
});

/**
 * Reads the rules that Redis has, by their ids.
 *
 * @param before those that are known: what is the same is not read again
 */
export function readRules(
  version: number,
  stored: ReadonlyMap<string, string>,
  before: FaultRules,
  prefix: string,
): FaultRules {
  const faults = [...stored].map(([id, text]) => {
    const known = before.byId.get(id);
    return known?.stored === text ? known : knownFault(id, text, prefix);
  });
  return rulesOf(
    version,
    faults.sort((one, other) => placeOf(one) - placeOf(other)),
  );
}

/** @param stored a version, a space, and JSON that `stringifyJson` has written of a rule */
export function knownFault(id: string, stored: string, prefix: string): KnownFault {
  // Nobody else writes there.
  const rule = parseJson(stored.slice(stored.indexOf(' ') + 1)) as FaultRule;
  const { after = 0, times = -1, probability = 1, delayMs = 0 } = rule;
  const { from, to } = typeof delayMs === 'number' ? { from: delayMs, to: delayMs } : delayMs;
  const ends = endOf({ id, rule }) !== undefined;
  let test: Test<RequestFacts> | undefined;
  return {
    id,
    rule,
    stored,
    isFor(request) {
      test ??= createFaultTest(rule, prefix);
      return test(request);
    },
    args: [id, ...[after, times, probability, from, to, Number(ends)].map(String)],
    isSureEnd: ends && probability >= 1 && after === 0 && times === -1,
  };
}

const placeOf = ({ stored }: KnownFault): number => Number.parseInt(stored, 10);

/** Those that a request matches, as `lua/striking.ts` reads them. */
export function triedBy({ lookAt, byId, usedUp }: FaultRules, request: RequestFacts | undefined): readonly string[] {
  const args: string[] = [];
  if (lookAt === 'nothing' || request === undefined) return args;
  for (const fault of byId.values()) {
    if (usedUp.has(fault.id) || !fault.isFor(request)) continue;
    args.push(...fault.args);
    if (fault.isSureEnd) break;
  }
  return args;
}

/** What `lua/striking.ts` tells, by the rules that it was asked with. */
export function effectIn({ byId, usedUp }: FaultRules, told: readonly Reply[]): FaultEffect | undefined {
  const [delay, ends, struck, found] = told;
  for (const id of textsIn(found)) usedUp.add(id);
  const ids = textsIn(struck);
  const last = byId.get(ids.at(-1) ?? '');
  if (last === undefined) return undefined;
  return { delayMs: Number(delay), end: ends === 1 ? endOf(last) : undefined, ids };
}
