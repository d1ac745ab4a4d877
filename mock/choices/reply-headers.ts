import { pairsOf } from '../http/headers';
import type { Answer } from '../http/reply';

/** @param name in lower case */
export const headerOf = ({ headers }: Answer, name: string): string | undefined =>
  pairsOf(headers).find(([one]) => one.toLowerCase() === name)?.[1];

/** The answer with this header in the place of those of its name, or without any of that name. */
export function withHeader(answer: Answer, name: string, value: string | undefined): Answer {
  const isMeant = (one: string): boolean => one.toLowerCase() === name.toLowerCase();
  const pairs = pairsOf(answer.headers);
  const others = pairs.filter(([one]) => !isMeant(one));
  if (value === undefined) return { ...answer, headers: others.flat() };
  const place = pairs.findIndex(([one]) => isMeant(one));
  const at = place < 0 ? others.length : place;
  return { ...answer, headers: others.toSpliced(at, 0, [name, value]).flat() };
}
