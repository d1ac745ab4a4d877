import { printable } from '../../openapi/program/printable';
import type { Exchange } from '../exchange/exchange';
import { cut } from '../report/cut';
import { arrives } from '../rules/oracles/reply';
import type { BrokenRule } from '../verdict/rule';

/** So many kinds of findings are shown as they come. */
const MOST_SHOWN = 1000;

/** Shows each finding once, as it is first seen. */
export type Live = (exchange: Exchange, broken: readonly BrokenRule[]) => void;

/**
 * @param redact puts something else in place of secrets
 * @param show is given a line
 */
export function createLive(redact: (text: string) => string, show: (line: string) => void): Live {
  const shown = new Set<string>();
  return (exchange, broken) => {
    for (const one of broken) {
      const { rule, operation, breach } = one;
      const id = JSON.stringify([rule.id, operation.id, breach.key, breach.isExcusable]);
      if (shown.has(id) || shown.size >= MOST_SHOWN) continue;
      shown.add(id);
      show(printable(cut(redact(lineOf(exchange, one)))));
    }
  };
}

function lineOf({ request, response, failure }: Exchange, { rule, operation, breach }: BrokenRule): string {
  // A server that is started anew closes its connections: that is no violation in the end, either.
  const head = breach.isExcusable === true ? 'WARNING' : rule.id === arrives.id ? 'FLAKY' : 'VIOLATION';
  const came = response?.status ?? failure?.message ?? 'nothing';
  const { method, target } = request;
  return `${head} ${rule.id} ${operation.id}: ${breach.actual}; expected ${breach.expected} (${method} ${target} → ${came})`;
}
