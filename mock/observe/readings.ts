/** One way to read a text, its escapes decoded or not. */
export interface Reading {
  readonly text: string;
  /** Where the nth UTF-16 unit of it begins and ends in the text that was read; undefined where it is that text itself. */
  readonly begins: (place: number) => number;
  readonly ends: (place: number) => number;
}

/**
 * Every way to read a text in which a word may stand: as it is, and with the escapes of URLs and of JSON decoded, however
 * often they were applied. It takes time in proportion to the text's length.
 */
export function readingsOf(text: string): readonly Reading[] {
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

export const isAlphanumeric = (unit: number): boolean =>
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
  let number = 0;
  for (let place = begin; place < end; place += 1) {
    const digit = digitOf(units[place] ?? 0);
    if (digit === undefined) return undefined;
    number = number * 16 + digit;
  }
  return number;
}

function digitOf(unit: number): number | undefined {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  const letter = unit | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : undefined;
}
