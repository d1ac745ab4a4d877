/** How the last digit of a number follows from the ones before it; undefined where the number is none of its kind. */
type Kind = (digits: readonly number[]) => string | undefined;

/** ISO 2108: a book's number of ten digits, the last of which may be X for ten. */
const isbn10: Kind = (digits) => {
  if (digits.length !== 9) return undefined;
  const rest = (11 - (digits.reduce((sum, digit, place) => sum + digit * (10 - place), 0) % 11)) % 11;
  return rest === 10 ? 'X' : String(rest);
};

/** GS1: the numbers of goods (EAN, UPC, GTIN) and, with 13 digits, of books. */
const gs1: Kind = (digits) =>
  [7, 11, 12, 13, 17].includes(digits.length)
    ? tenLess(digits.toReversed().map((digit, place) => digit * (place % 2 === 0 ? 3 : 1)))
    : undefined;

/** ISO/IEC 7812-1: the numbers of cards and many others. */
const luhn: Kind = (digits) =>
  digits.length < 5
    ? undefined
    : tenLess(
        digits
          .toReversed()
          .map((digit, place) => (place % 2 === 0 ? ((digit * 2) % 10) + Math.floor(digit / 5) : digit)),
      );

const tenLess = (weighted: readonly number[]): string =>
  String((10 - (weighted.reduce((sum, digit) => sum + digit, 0) % 10)) % 10);

/** A book's number is one whether or not another is known. */
const BOOK = /^97[89](?:-?\d){10}$/;

/**
 * The check digit that a text of digits should end in: by the rule that all known texts of its kind keep. Hyphens and
 * blanks do not count. Undefined where there is no such rule.
 */
export function checkDigitOf(text: string, known: readonly string[]): string | undefined {
  const kind = BOOK.test(text)
    ? gs1
    : [gs1, isbn10, luhn].find((one) => known.length > 1 && known.every((other) => keeps(other, one)));
  return kind?.(bodyOf(text));
}

const keeps = (text: string, kind: Kind): boolean => /^[\d -]*[\dX]$/.test(text) && kind(bodyOf(text)) === text.at(-1);

/** All digits but the last. */
const bodyOf = (text: string): readonly number[] => [...text.slice(0, -1).replaceAll(/\D/g, '')].map(Number);
