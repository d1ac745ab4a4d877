import type { AST } from '@eslint-community/regexpp';
import { memoized } from '../memo/memo';
import { isOneCharacter } from './backtracking';
import { ALL, type CodePoints, codePointsOf, type OneCharacter } from './characters';

/** How a text of a pattern is made. */
export interface Manner {
  /** From 0 to below 1; where it is always 0, the plainest text comes of it. */
  readonly random: () => number;
  /** How many characters more there are to be, where a repetition leaves room for them. */
  readonly stretch?: number;
  /** Whether what an assertion looks ahead to is put there, too: so `(?=.*\d)` gets its digit. */
  readonly isAhead?: boolean;
}

/**
 * A text that a pattern describes, without what surrounds a match that may stand anywhere. What looks around, and the anchors inside,
 * are passed over: the text may not match, but mostly does. One that grows too long is broken off.
 */
export function textOf({ alternatives }: AST.Pattern, { random, stretch = 0, isAhead = false }: Manner): string {
  const room = { left: Math.min(stretch, MOST_STRETCH) };
  return either(alternatives, { random, isAhead, room, made: { parts: 0 }, captured: new Map() });
}

interface Making {
  readonly random: () => number;
  readonly isAhead: boolean;
  /** Characters that are still to be there besides. */
  readonly room: { left: number };
  /** Characters, groups and repetitions so far. */
  readonly made: { parts: number };
  readonly captured: Map<AST.CapturingGroup, string>;
}

const MOST_STRETCH = 100_000;
/** From so many parts on there are no more than must be: repetitions inside repetitions multiply. */
const MANY_PARTS = 1000;
/** With so many parts a text is broken off. */
const MOST_PARTS = 400_000;

/** A repetition without an end has at most so many more than it must. */
const MOST_MORE = 8;

const pick = <T>(things: readonly T[], random: () => number): T | undefined =>
  things[Math.floor(random() * things.length)];

const either = (alternatives: readonly AST.Alternative[], making: Making): string =>
  (pick(alternatives, making.random)?.elements ?? []).map((element) => make(element, making)).join('');

function make(element: AST.Element, making: Making): string {
  making.made.parts += 1;
  if (isOneCharacter(element)) return characterOf(element, making.random);
  switch (element.type) {
    case 'Group':
      return either(element.alternatives, making);
    case 'CapturingGroup': {
      const text = either(element.alternatives, making);
      making.captured.set(element, text);
      return text;
    }
    case 'Backreference':
      return [element.resolved].flat().reduce((text, group) => making.captured.get(group) ?? text, '');
    case 'Quantifier':
      return repeated(element, making);
    case 'Assertion':
      return element.kind === 'lookahead' && !element.negate && making.isAhead
        ? either(element.alternatives, making)
        : '';
    default:
      return '';
  }
}

function repeated({ element, min, max }: AST.Quantifier, making: Making): string {
  const { random, room, made } = making;
  const most = Math.min(max, min + MOST_MORE);
  // One of a character is plainer than none: a text of nothing says nothing.
  const plainest = min === 0 && max > 0 && isOneCharacter(element) ? 1 : min;
  const drawn = random();
  const count = drawn === 0 ? plainest : min + Math.floor(drawn * (most - min + 1));
  const texts: string[] = [];
  while (texts.length < max && made.parts < MOST_PARTS) {
    const isWanted = texts.length < (made.parts < MANY_PARTS ? count : min);
    if (!isWanted && room.left <= 0) break;
    const text = make(element, making);
    if (!isWanted && text === '') break;
    if (!isWanted) room.left -= text.length;
    texts.push(text);
  }
  return texts.join('');
}

/** ASCII that can be seen, the plainest first. */
const PLAIN = [
  ...'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  ...'-_. @:/,+=!#$%&()*;<>?[]^{|}~"\'`\\',
].map((character) => character.codePointAt(0) ?? 0);

const isIn = (set: CodePoints, point: number): boolean => set.some(([from, to]) => from <= point && point <= to);

/** The characters for one place, the plainest first: those of ASCII where there are any, else the code points, without half a pair. */
const choicesOf = memoized((node: OneCharacter): { readonly plain: readonly number[]; readonly others: CodePoints } => {
  const set = codePointsOf(node);
  return {
    plain: PLAIN.filter((point) => isIn(set, point)),
    others: set.filter(([from, to]) => !isHalf(from) || !isHalf(to)),
  };
});

const isHalf = (point: number): boolean => point >= 0xd800 && point <= 0xdfff;

function characterOf(node: AST.Element & OneCharacter, random: () => number): string {
  if (node.type === 'Character') return String.fromCodePoint(node.value);
  const { plain, others } = choicesOf(node);
  const known = pick(plain, random);
  if (known !== undefined) return String.fromCodePoint(known);
  const [from, to] = pick(others, random) ?? ALL[0] ?? [0, 0];
  const point = from + Math.floor(random() * (to - from + 1));
  return String.fromCodePoint(isHalf(point) ? (isHalf(from) ? to : from) : point);
}
