import type { KnownValues } from '../world/stores/keys';
import { isAlphanumeric, readingsOf } from './readings';

/** A part of a text: from its beginning to before its end, in UTF-16 units. */
interface Part {
  readonly begin: number;
  readonly end: number;
}

/**
 * The parts of a text that hold a known value: as it is, escaped, or in the Base64 of a longer text. A short value has to
 * stand as a word, or between others. In their order; none overlaps another.
 */
export function partsWithValues(text: string, known: KnownValues): readonly Part[] {
  if (text === '') return NONE;
  const found: Part[] = [];
  for (const reading of readingsOf(text)) {
    const take = (begin: number, end: number): void => {
      found.push({ begin: reading.begins(begin), end: reading.ends(end - 1) });
    };
    eachValue(reading.text, known, take);
    eachEncoded(reading.text, known, take);
  }
  return found.length < 2 ? found : joined(found);
}

const NONE: readonly Part[] = [];

type Take = (begin: number, end: number) => void;

function eachValue(text: string, known: KnownValues, take: Take): void {
  /** Those that were found before: to look them up again would take a digest of each. */
  let found: Set<string> | undefined;
  const isKnown = (word: string): boolean => found?.has(word) === true || known.has(word);
  for (let begin = 0; begin < text.length; begin += 1) {
    const lengths = known.lengthsFrom(text.charCodeAt(begin), text.charCodeAt(begin + 1));
    if (lengths.length === 0) continue;
    // The longest first, since one value may begin with another.
    const length = lengths.find((one) => mayStand(text, begin, begin + one) && isKnown(text.slice(begin, begin + one)));
    if (length === undefined) continue;
    found ??= new Set();
    found.add(text.slice(begin, begin + length));
    take(begin, begin + length);
    begin += length - 1;
  }
}

/** Values from this length on are found in the middle of a word, too; shorter ones may be part of any word. */
const FOUND_IN_WORDS = 8;

const mayStand = (text: string, begin: number, end: number): boolean =>
  end <= text.length && (end - begin >= FOUND_IN_WORDS || (mayPart(text, begin) && mayPart(text, end)));

/** Whether a word may begin or end at a place: it may not within letters and digits. */
const mayPart = (text: string, place: number): boolean =>
  !(isAlphanumeric(text.charCodeAt(place - 1)) && isAlphanumeric(text.charCodeAt(place)));

/** Words that may be Base64 (RFC 4648 §4, §5) of ASCII, which begins with one of these letters. */
const ENCODED = [
  /(?<![A-Za-z0-9+/_-])[A-Za-f][A-Za-z0-9+/_-]{7,}=*/g,
  // In a path and a query, slash and plus stand between words.
  /(?<![A-Za-z0-9_-])[A-Za-f][A-Za-z0-9_-]{7,}=*/g,
  /(?<=[Bb]asic\+)[A-Za-f][A-Za-z0-9+/_-]{7,}=*/g,
];

/** What each of these has: most texts do not. */
const MAY_BE_ENCODED = /[A-Za-f][A-Za-z0-9+/_-]{7}/;

/** As `Basic` credentials are written (RFC 7617 §2). */
function eachEncoded(text: string, known: KnownValues, take: Take): void {
  if (!MAY_BE_ENCODED.test(text)) return;
  for (const words of ENCODED) {
    for (const { 0: word, index } of text.matchAll(words)) {
      const meant = Buffer.from(word, 'base64').toString('latin1');
      if (PRINTABLE.test(meant) && hasValue(meant, known)) take(index, index + word.length);
    }
  }
}

/** Other texts look like Base64 by chance. What a shell encodes often ends in a line break. */
const PRINTABLE = /^[\t\n\r\x20-\x7e\x80-\xff]*$/;

function hasValue(text: string, known: KnownValues): boolean {
  let has = false;
  eachValue(text, known, () => {
    has = true;
  });
  return has;
}

/** Parts that overlap become one. */
function joined(parts: readonly Part[]): readonly Part[] {
  const result: Part[] = [];
  for (const part of [...parts].sort((one, other) => one.begin - other.begin)) {
    const last = result.at(-1);
    if (last === undefined || part.begin >= last.end) result.push(part);
    else result[result.length - 1] = { begin: last.begin, end: Math.max(last.end, part.end) };
  }
  return result;
}
