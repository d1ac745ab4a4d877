import { pairsOf } from '../http/headers';
import type { Answer } from '../http/reply';
import type { FaultReply } from '../world/stores/faults';

type OwnHeaders = NonNullable<FaultReply['headers']>;

/** The header lines that are sent: one for each value. */
export const linesOf = (headers: OwnHeaders): readonly (readonly [name: string, value: string])[] =>
  Object.entries(headers).flatMap(([name, values]) => [values].flat().map((value) => [name, String(value)] as const));

/**
 * An answer with these headers in place of those of the same names (RFC 9110 §5.1: in any case). Pages of other origins may
 * read them as they may read the others.
 */
export function withOwnHeaders(answer: Answer, own: OwnHeaders): Answer {
  const names = Object.keys(own);
  if (names.length === 0) return answer;
  const replaced = new Set(names.map((name) => name.toLowerCase()));
  const others = pairsOf(answer.headers).filter(([name]) => !replaced.has(name.toLowerCase()));
  const exposing = others.map(([name, value]) => [
    name,
    name.toLowerCase() === EXPOSED ? withNames(value, names) : value,
  ]);
  return { ...answer, headers: [...exposing, ...linesOf(own)].flat() };
}

const EXPOSED = 'access-control-expose-headers';

function withNames(exposed: string, names: readonly string[]): string {
  const known = new Set(exposed.toLowerCase().split(', '));
  return [exposed, ...names.filter((name) => !known.has(name.toLowerCase()))].join(', ');
}
