import type { KnownValues } from '../world/stores/keys';

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

/** One way to read a text, its escapes decoded or not. */
interface Reading {
  readonly text: string;
  /** Where the nth UTF-16 unit of it begins and ends in the text that was read; undefined where it is that text itself. */
  readonly begins: (place: number) => number;
  readonly ends: (place: number) => number;
}

/**
 * Every way to read a text in which a word may stand: as it is, and with the escapes of URLs and of JSON decoded, however
 * often they were applied. It takes time in proportion to the text's length.
 */
function readingsOf(text: string): readonly Reading[] {
  const asItIs: Reading = { text, begins: (place) => place, ends: (place) => place + 1 };
  if (!text.includes('%') && !text.includes('\\')) return [asItIs];
  const often = [decoded(text, () => true), decoded(text, isOfWords)];
  // A percent sign that was escaped itself may stand before a word that begins with two digits.
  return text.includes('%25') ? [asItIs, ...often, decoded(text, () => true, 'once')] : [asItIs, ...often];
}

const PERCENT = 0x25;
const BACKSLASH = 0x5c;
const U = 0x75;

/**
 * Whether a unit may be part of a token (RFC 6750 §2.1), or begin another escape. An escape of another one may be none, but
 * stand before a word by chance, as `%de` in "100%demo".
 */
const isOfWords = (unit: number): boolean =>
  isAlphanumeric(unit) || unit === PERCENT || unit === BACKSLASH || OTHERS_OF_TOKENS.has(unit);

const OTHERS_OF_TOKENS: ReadonlySet<number> = new Set([...'-._~+/='].map((one) => one.charCodeAt(0)));

const isAlphanumeric = (unit: number): boolean =>
  (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a);

/**
 * Decodes as it reads, once over the text: whatever completes an escape, even what was decoded just before, puts one unit
 * in the place of the escape.
 */
function decoded(text: string, accepts: (unit: number) => boolean, howOften: 'once' | 'often' = 'often'): Reading {
  const units = new Uint16Array(text.length);
  const begins = new Uint32Array(text.length);
  const ends = new Uint32Array(text.length);
  let length = 0;
  for (let place = 0; place < text.length; place += 1) {
    units[length] = text.charCodeAt(place);
    begins[length] = place;
    ends[length] = place + 1;
    length += 1;
    for (let found = escapeAt(units, length); found !== undefined; found = escapeAt(units, length)) {
      const [begin, end] = [begins[length - found.length] ?? 0, ends[length - 1] ?? 0];
      const isDecoded = end - begin > found.length;
      if (!accepts(found.unit) || (isDecoded && howOften === 'once')) break;
      length -= found.length - 1;
      units[length - 1] = found.unit;
      ends[length - 1] = end;
    }
  }
  return {
    text: Buffer.from(units.buffer, 0, length * 2).toString('utf16le'),
    begins: (place) => begins[place] ?? 0,
    ends: (place) => ends[place] ?? 0,
  };
}

interface Escape {
  readonly unit: number;
  readonly length: number;
}

/** The escape that ends at a place. */
function escapeAt(units: Uint16Array, end: number): Escape | undefined {
  if (units[end - 3] === PERCENT) {
    const unit = hexadecimal(units, end - 2, end);
    if (unit !== undefined) return { unit, length: 3 };
  }
  if (units[end - 2] === BACKSLASH) {
    const unit = SHORT.get(units[end - 1] ?? 0);
    if (unit !== undefined) return { unit, length: 2 };
  }
  if (units[end - 6] === BACKSLASH && units[end - 5] === U) {
    const unit = hexadecimal(units, end - 4, end);
    if (unit !== undefined) return { unit, length: 6 };
  }
  return undefined;
}

/** RFC 8259 §7. */
const SHORT: ReadonlyMap<number, number> = new Map(
  Object.entries({ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }).map(
    ([letter, meant]) => [letter.charCodeAt(0), meant.charCodeAt(0)],
  ),
);

/** The number that these digits are; undefined where one is no digit. */
function hexadecimal(units: Uint16Array, begin: number, end: number): number | undefined {
  const digits = String.fromCharCode(...units.subarray(begin, end));
  return /^[\da-f]+$/i.test(digits) ? Number.parseInt(digits, 16) : undefined;
}
