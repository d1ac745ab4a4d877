import { partOf, stringifyJson } from '../../openapi/contract';
import { escaped } from '../arbitraries/spellings';
import { copied } from '../exchange/evidence';

/** A value as JSON, cut to what a line can hold. */
export const brief = (value: unknown): string => briefText(textOf(value));

/** A text cut to what a line can hold. */
export const briefText = (text: string): string =>
  text.length <= MOST ? text : `${copied(partOf(text, 0, MOST - 3))}…`;

/**
 * Two values that differ, so that one sees how: where that is behind what a line can hold, from shortly before the first
 * difference on, and with escapes where both look the same (Unicode's normal forms).
 */
export function briefPair(one: unknown, other: unknown): readonly [string, string] {
  const texts = [textOf(one), textOf(other)] as const;
  const isAlike = texts[0] !== texts[1] && texts[0].normalize('NFKC') === texts[1].normalize('NFKC');
  const [first = '', second = ''] = isAlike ? texts.map((text) => text.replaceAll(/[^\x20-\x7e]/g, escaped)) : texts;
  let at = 0;
  while (at < first.length && first[at] === second[at]) at += 1;
  if (at < MOST - 20 || first === second) return [cutAt(first, 0), cutAt(second, 0)];
  return [cutAt(first, at - 20), cutAt(second, at - 20)];
}

const MOST = 80;

const textOf = (value: unknown): string => (value === undefined ? 'nothing' : stringifyJson(value));

function cutAt(text: string, from: number): string {
  const rest = from === 0 ? text : `… from character ${from + 1}: ${partOf(text, from)}`;
  return briefText(rest);
}
