/**
 * Parses JSON in which some numbers would lose digits, by `JSON.parse`: each of them is read by `exactNumber`. It takes time and
 * memory as `JSON.parse` does; lossless-json puts each text together character by character, which for one of 4 MB takes two
 * seconds and hundreds of megabytes.
 *
 * @throws SyntaxError for text that is not JSON, and whatever `exactNumber` throws
 */
export function parseExactly(text: string, exactNumber: (literal: string) => unknown): unknown {
  const literals: string[] = [];
  const pieces: string[] = [];
  let copiedTo = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (inString) {
      if (char === BACKSLASH) at += 1;
      else if (char === QUOTE) inString = false;
    } else if (char === QUOTE) inString = true;
    else if (char === MINUS || (char >= ZERO && char <= NINE)) {
      const literal = literalAt(text, at);
      if (MAY_LOSE_DIGITS.test(literal) && NUMBER.test(literal)) {
        literals.push(literal);
        pieces.push(text.slice(copiedTo, at), `${literals.length}e-320`);
        copiedTo = at + literal.length;
      }
      at += literal.length - 1;
    }
  }
  pieces.push(text.slice(copiedTo));
  return restored(JSON.parse(pieces.join('')), (nth) => exactNumber(literals[nth - 1] ?? ''));
}

/**
 * Only a text with this can hold a number that `JSON.parse` would round: 16 digits in a row, or an exponent. So has every number
 * that is as small as those that stand for the literals.
 */
export const MAY_LOSE_DIGITS = /\d{16}|\d[eE][-+]?\d/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

function literalAt(text: string, from: number): string {
  let end = from + 1;
  while (isOfNumber(text.charCodeAt(end))) end += 1;
  return text.slice(from, end);
}

const isOfNumber = (char: number): boolean =>
  (char >= ZERO && char <= NINE) || char === MINUS || char === PLUS || char === POINT || (char | 32) === EXPONENT;

/** A value of `JSON.parse` with the literals' numbers in the places of those that stand for them, in place. */
function restored(value: unknown, numberOf: (nth: number) => unknown): unknown {
  if (typeof value === 'number') return value > 0 && value < 1e-300 ? numberOf(Math.round(value / 1e-320)) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) value[index] = restored(value[index], numberOf);
    return value;
  }
  // An object of JSON.parse has members of any name.
  const members = value as Record<string, unknown>;
  for (const name of Object.keys(members)) {
    const member = members[name];
    const now = restored(member, numberOf);
    // Plain assignment would set the prototype where the name is __proto__.
    if (now !== member) Object.defineProperty(members, name, { value: now, ...PLAIN });
  }
  return value;
}

const PLAIN = { configurable: true, enumerable: true, writable: true };

const QUOTE = 0x22;
const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const BACKSLASH = 0x5c;
const EXPONENT = 0x65;
