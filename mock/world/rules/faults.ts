import { memoized } from '../../../openapi/contract';
import type { Fault, FaultRule, RequestPattern } from '../../../openapi/types/control';
import type { Random } from '../stores/clock';
import { type FaultEffect, type FaultEnd, type FaultReply, type Faults, MOST_FAULTS } from '../stores/faults';
import type { RequestFacts } from '../stores/journal';
import { StoreFull } from '../stores/store';
import { createRequestTest, type Test } from './patterns';

/** What these faults do to a request, and the faults as they are after that. */
type Apply = (faults: readonly Fault[], request: RequestFacts) => readonly [readonly Fault[], FaultEffect | undefined];

/**
 * @param random decides on chance; a run repeats only if nothing else draws from it
 * @param prefix what every path of the contract begins with; a pattern may leave it out
 */
export function createApply(random: Random, prefix: string): Apply {
  const testOf = memoized((rule: FaultRule) => createFaultTest(rule, prefix));
  return (faults, request) => {
    const after = [...faults];
    const ids: string[] = [];
    let delayMs = 0;
    let end: FaultEnd | undefined;
    for (const [place, fault] of faults.entries()) {
      const { id, rule, struck, passed = 0 } = fault;
      if (isUsedUp(fault) || !testOf(rule)(request)) continue;
      if (passed < (rule.after ?? 0)) {
        after[place] = { ...fault, passed: passed + 1 };
        continue;
      }
      if (!isDrawn(rule, random)) continue;
      after[place] = { ...fault, struck: struck + 1 };
      ids.push(id);
      delayMs += delayOf(rule, random);
      end = endOf(fault);
      if (end !== undefined) break;
    }
    return [after, ids.length === 0 ? undefined : { delayMs, end, ids }];
  };
}

/** Makes the test whether a rule is for a request. */
export const createFaultTest = (rule: FaultRule, prefix: string): Test<RequestFacts> =>
  createRequestTest(patternOf(rule), prefix);

/** What the rules look at, see `Faults`. */
export function lookAtOf(faults: readonly Pick<Fault, 'rule'>[]): Faults['lookAt'] {
  if (faults.length === 0) return 'nothing';
  return faults.some(({ rule }) => rule.match?.body !== undefined) ? 'body' : 'head';
}

/** The pattern of a rule, its short forms included. */
const patternOf = ({ match = {}, operationId, key }: FaultRule): RequestPattern => ({
  ...match,
  operationId: operationId ?? match.operationId,
  key: key ?? match.key,
});

/** Whether a rule answers, so that the request never reaches the API. */
export const repliesByItself = ({ status, body, text }: FaultReply): boolean =>
  status !== undefined || body !== undefined || text !== undefined;

const isUsedUp = ({ rule: { times }, struck }: Fault): boolean => times !== undefined && struck >= times;

function isDrawn({ probability = 1 }: FaultRule, random: Random): boolean {
  return probability >= 1 || (probability > 0 && random() < probability);
}

function delayOf({ delayMs = 0 }: FaultRule, random: Random): number {
  if (typeof delayMs === 'number') return delayMs;
  const { from, to } = delayMs;
  return from === to ? from : from + Math.floor(random() * (to - from + 1));
}

/** What ends a request that a fault applied to; undefined where the request goes on. */
export function endOf({ id, rule }: Pick<Fault, 'id' | 'rule'>): FaultEnd | undefined {
  if (rule.abort !== undefined) return { id, abort: rule.abort };
  return repliesByItself(rule) ? { id, reply: rule } : undefined;
}

export const tooManyFaults = (): StoreFull =>
  new StoreFull(`There can be at most ${MOST_FAULTS} faults. Remove some that are used up.`);

/** The number of an id that may have been counted up to; 0 for any other, and for one that is too high to be counted to. */
export function faultNumberOf(id: string): number {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0;
}
