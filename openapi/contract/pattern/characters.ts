import type { AST } from '@eslint-community/regexpp';
import { memoizedByText } from '../memo/memo';

/** What stands in a pattern for one character of the text. */
export type OneCharacter = AST.Character | AST.CharacterSet | AST.CharacterClass | AST.CharacterClassRange;

/** The code points that fit by ECMA-262 with the flag `u` alone (§22.2.2.9), lone surrogates among them. */
export function codePointsOf(node: OneCharacter): CodePoints {
  switch (node.type) {
    case 'Character':
      return [[node.value, node.value]];
    case 'CharacterClassRange':
      return [[node.min.value, node.max.value]];
    case 'CharacterSet':
      return node.kind === 'property' ? property(node.raw) : signed(SETS[node.kind], 'negate' in node && node.negate);
    case 'CharacterClass':
      // The flag `v` alone brings other elements than these.
      return signed(union(...(node.elements as readonly OneCharacter[]).map(codePointsOf)), node.negate);
  }
}

const signed = (set: CodePoints, isNegated: boolean): CodePoints => (isNegated ? complement(set) : set);

const SETS: Readonly<Record<'any' | 'digit' | 'space' | 'word', CodePoints>> = {
  // All but what ends a line.
  any: [
    [0, 0x9],
    [0xb, 0xc],
    [0xe, 0x2027],
    [0x202a, 0x10ffff],
  ],
  digit: [[0x30, 0x39]],
  space: [
    [0x9, 0xd],
    [0x20, 0x20],
    [0xa0, 0xa0],
    [0x1680, 0x1680],
    [0x2000, 0x200a],
    [0x2028, 0x2029],
    [0x202f, 0x202f],
    [0x205f, 0x205f],
    [0x3000, 0x3000],
    [0xfeff, 0xfeff],
  ],
  word: [
    [0x30, 0x39],
    [0x41, 0x5a],
    [0x5f, 0x5f],
    [0x61, 0x7a],
  ],
};

/** The code points of `\p{…}` or `\P{…}` in V8's own version of Unicode: it looks at each of them once. */
const property = memoizedByText((raw: string): CodePoints => {
  const one = new RegExp(raw, 'u');
  const found: [number, number][] = [];
  for (let point = 0; point <= (ALL[0]?.[1] ?? 0); point += 1) {
    if (!one.test(String.fromCodePoint(point))) continue;
    const last = found.at(-1);
    if (last?.[1] === point - 1) last[1] = point;
    else found.push([point, point]);
  }
  return found;
});

/** A set of Unicode code points: ranges with both ends in them, in order, apart from each other. */
export type CodePoints = readonly (readonly [from: number, to: number])[];

const LAST = 0x10ffff;

export const NONE: CodePoints = [];
export const ALL: CodePoints = [[0, LAST]];

/** The code points of any of these ranges, which may come in any order and overlap. */
export function union(...sets: readonly CodePoints[]): CodePoints {
  const found: [number, number][] = [];
  for (const [from, to] of sets.flat().sort(([one], [other]) => one - other)) {
    const last = found.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else found.push([from, to]);
  }
  return found;
}

/** Every other code point. */
export function complement(set: CodePoints): CodePoints {
  const starts = [0, ...set.map(([, to]) => to + 1)];
  const ends = [...set.map(([from]) => from - 1), LAST];
  return starts.map((start, index) => [start, ends[index] ?? LAST] as const).filter(([from, to]) => from <= to);
}

/** Whether a code point is in both. */
export function overlap(one: CodePoints, other: CodePoints): boolean {
  let at = 0;
  for (const [from, to] of one) {
    while ((other[at]?.[1] ?? LAST) < from) at += 1;
    const range = other[at];
    if (range === undefined) return false;
    if (range[0] <= to) return true;
  }
  return false;
}
