import type { Fault, FaultEffect, FaultEnd, FaultRule } from '../stores/faults';
import type { Random } from '../stores/random';

/**
 * What these faults do to a request of this operation and this key, and the faults as they are after that.
 *
 * @param random decides on chance; a run repeats only if nothing else draws from it
 */
export function strike(
  faults: readonly Fault[],
  operationId: string | undefined,
  keyName: string | undefined,
  random: Random,
): readonly [readonly Fault[], FaultEffect | undefined] {
  const struck: Fault[] = [];
  for (const fault of faults) {
    if (!applies(fault, operationId, keyName) || !isDrawn(fault.rule, random)) continue;
    struck.push(fault);
    if (endOf(fault) !== undefined) break;
  }
  const last = struck.at(-1);
  if (last === undefined) return [faults, undefined];
  const counted = faults.map((fault) => (struck.includes(fault) ? { ...fault, struck: fault.struck + 1 } : fault));
  const delayMs = struck.reduce((sum, { rule }) => sum + (rule.delayMs ?? 0), 0);
  return [counted, { delayMs, end: endOf(last), ids: struck.map(({ id }) => id) }];
}

function applies({ rule, struck }: Fault, operationId: string | undefined, keyName: string | undefined): boolean {
  if (rule.operationId !== undefined && rule.operationId !== operationId) return false;
  if (rule.key !== undefined && rule.key !== keyName) return false;
  return rule.times === undefined || struck < rule.times;
}

function isDrawn({ probability = 1 }: FaultRule, random: Random): boolean {
  return probability >= 1 || (probability > 0 && random() < probability);
}

function endOf({ id, rule: { status, abort } }: Fault): FaultEnd | undefined {
  if (abort !== undefined) return { id, abort };
  return status === undefined ? undefined : { id, status };
}
