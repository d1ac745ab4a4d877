/** A text in pieces: those that the other text does not have are marked. */
export type Marked = readonly { readonly text: string; readonly isMarked: boolean }[];

interface Differences {
  readonly expected: Marked;
  readonly actual: Marked;
  /** What an eye may miss: characters that look alike, blanks, what was cut off. */
  readonly notes: readonly string[];
}

/** Longer texts are compared by their beginnings and ends alone: the table grows with the product of their words. */
const MOST_WORDS = 200;
/** Of a difference of so many characters the code points stand there. */
const MOST_POINTS = 12;

/** What differs between the expected and the actual text. Where they have little in common, nothing is marked. */
export function differencesOf(expected: string, actual: string): Differences {
  const [one, other] = [wordsOf(expected), wordsOf(actual)];
  const common = inCommon(one, other);
  const both = { expected: marked(one, common.one), actual: marked(other, common.other) };
  const notes = [...beyondTheCut(expected, actual), ...pointsOf(both)];
  if ([...common.one].some((place) => /[\p{L}\p{N}]/u.test(one[place] ?? '')))
    return { expected: joined(both.expected), actual: joined(both.actual), notes };
  return { expected: marked(one, allOf(one)), actual: marked(other, allOf(other)), notes: [] };
}

/** Words and numbers, runs of blanks, and each other character by itself. */
const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{M}\p{N}_.+-]+|\s+|./gsu) ?? [];

const allOf = (words: readonly string[]): ReadonlySet<number> => new Set(words.keys());

interface Common {
  /** The places of the words in common, in each of the texts. */
  readonly one: ReadonlySet<number>;
  readonly other: ReadonlySet<number>;
}

function inCommon(one: readonly string[], other: readonly string[]): Common {
  const least = Math.min(one.length, other.length);
  let start = 0;
  while (start < least && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < least - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const between = longest(one.slice(start, one.length - end), other.slice(start, other.length - end));
  const placesIn = (words: readonly string[], middle: readonly number[]): ReadonlySet<number> =>
    new Set(
      [...words.keys()].filter((at) => at < start || at >= words.length - end).concat(middle.map((at) => at + start)),
    );
  return {
    one: placesIn(
      one,
      between.map(([at]) => at),
    ),
    other: placesIn(
      other,
      between.map(([, at]) => at),
    ),
  };
}

/** The longest common subsequence, as pairs of places. */
function longest(one: readonly string[], other: readonly string[]): readonly (readonly [number, number])[] {
  if (one.length > MOST_WORDS || other.length > MOST_WORDS) return [];
  const lengths = Array.from({ length: one.length + 1 }, () => new Array<number>(other.length + 1).fill(0));
  const at = (row: number, column: number): number => lengths[row]?.[column] ?? 0;
  for (let row = one.length - 1; row >= 0; row -= 1)
    for (let column = other.length - 1; column >= 0; column -= 1)
      (lengths[row] ?? [])[column] =
        one[row] === other[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
  const pairs: (readonly [number, number])[] = [];
  for (let row = 0, column = 0; row < one.length && column < other.length; ) {
    if (one[row] === other[column]) pairs.push([row++, column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}

const marked = (words: readonly string[], common: ReadonlySet<number>): Marked =>
  merged(words.map((text, place) => ({ text, isMarked: !common.has(place) })));

/** Neighbours that are marked, or are not, become one piece. */
function merged(pieces: Marked): Marked {
  const all: { text: string; isMarked: boolean }[] = [];
  for (const { text, isMarked } of pieces) {
    const last = all.at(-1);
    if (last?.isMarked === isMarked) last.text += text;
    else all.push({ text, isMarked });
  }
  return all;
}

/** Blanks between two marked pieces are marked with them, so that they read as one. */
function joined(pieces: Marked): Marked {
  const isMarkedAt = (place: number): boolean => pieces[place]?.isMarked === true;
  const isPart = (text: string, place: number): boolean =>
    isMarkedAt(place) || (text.trim() === '' && isMarkedAt(place - 1) && isMarkedAt(place + 1));
  return merged(pieces.map(({ text }, place) => ({ text, isMarked: isPart(text, place) })));
}

function beyondTheCut(expected: string, actual: string): readonly string[] {
  const [one, other] = [expected.indexOf('…'), actual.indexOf('…')];
  const isSame = one > 0 && one === other && expected.slice(0, one) === actual.slice(0, other);
  return isSame ? ['The difference lies behind “…”: the exchanges have it.'] : [];
}

/** The code points of differences that have blanks, or characters beyond ASCII: an eye may not tell them apart. */
function pointsOf({ expected, actual }: Pick<Differences, 'expected' | 'actual'>): readonly string[] {
  const [one = [], other = []] = [expected, actual].map((pieces) =>
    pieces.filter(({ isMarked }) => isMarked).map(({ text }) => text),
  );
  if (one.length !== other.length) return [];
  return one
    .map((text, place) => [text, other[place] ?? ''] as const)
    .filter(([text, counterpart]) => isFew(text) && isFew(counterpart) && areAlike(text, counterpart))
    .map(([text, counterpart]) => `They look alike: ${pointsIn(text)} is expected, ${pointsIn(counterpart)} came.`);
}

const isFew = (text: string): boolean => [...text].length <= MOST_POINTS;

/** Texts of one length beyond ASCII, such as Cyrillic letters for Latin ones, or of which form and blanks alone differ. */
const areAlike = (one: string, other: string): boolean =>
  skeleton(one) === skeleton(other) || (/[^ -~]/.test(one + other) && [...one].length === [...other].length);

/** What is left where forms, blanks and what has no width make no difference. */
const skeleton = (text: string): string => text.normalize('NFKC').replaceAll(/[\s\p{Cc}\p{Cf}]/gu, '');

const pointsIn = (text: string): string =>
  [...text].map((one) => `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`).join(' ');
