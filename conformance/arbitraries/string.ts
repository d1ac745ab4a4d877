import fc, { type Arbitrary } from 'fast-check';
import { drawText, fits, formatText, leastPartsOf, type Schema } from '../../openapi/contract';

/** No value of a schema can be made: then what needs one is not judged. Its message is made to be shown as it is. */
export class NoValue extends Error {
  override readonly name = 'NoValue';
}

/** A text that breaks real servers, and what is special about it. */
interface Text {
  readonly what: string;
  readonly value: string;
  /** Whether a server may well refuse it although the schema allows it. */
  readonly isOdd: boolean;
}

/** Those that find most faults first. Written in ASCII where the character itself can't be seen. */
const TEXTS: readonly Text[] = [
  { what: 'quotes', value: `O'Brien, "Bo" \\ \`x\` --`, isOdd: false },
  { what: 'emoji', value: '\u{1F415}\u200D\u{1F9BA} \u{1F408}', isOdd: false },
  { what: 'leading and trailing space', value: ' Rex ', isOdd: false },
  { what: 'markup', value: '<b onclick="x()">Rex</b> &amp; &lt;', isOdd: false },
  { what: 'unnormalised Unicode', value: 'Ame\u0301lie \uFB01', isOdd: false },
  { what: '256 characters', value: 'x'.repeat(256), isOdd: false },
  { what: 'control characters', value: 'a\u0000b\u0007\tc\nd\u001f', isOdd: true },
  { what: 'the word null', value: 'null', isOdd: false },
  { what: 'the word __proto__', value: '__proto__', isOdd: false },
  { what: 'right-to-left', value: '\u0645\u0631\u062D\u0628\u0627 \u202Eabc\u202C', isOdd: false },
  { what: 'upper and lower case', value: 'rEX McRexFace', isOdd: false },
  { what: 'emptiness', value: '', isOdd: true },
  { what: '10,000 characters', value: 'y'.repeat(10_000), isOdd: true },
  { what: 'a format directive', value: '%s %d {x} {{x}} $1 \\1', isOdd: false },
  { what: 'a number', value: '007', isOdd: false },
  { what: 'the word true', value: 'true', isOdd: false },
  { what: 'blanks alone', value: '   ', isOdd: true },
  { what: 'zero', value: '0', isOdd: false },
  { what: 'digits alone', value: '12345', isOdd: false },
  { what: 'a number with an exponent', value: '1e5', isOdd: false },
  { what: 'the word constructor', value: 'constructor', isOdd: false },
];

/** The telling texts that a schema allows. */
export function tellingTexts(schema: Schema): readonly Text[] {
  return TEXTS.filter(({ value }) => fits(schema, 'request', value));
}

/** The most telling texts in one, as many as a schema has room for: from the end of which blanks may be cut, and its start. */
export function textOfAll(schema: Schema): string | undefined {
  const joined = (texts: readonly Text[]): string => ` ${texts.map(({ value }) => value.trim()).join(' ')} `;
  const parts = TEXTS.filter(({ isOdd, value }) => !isOdd && /\W/.test(value.trim()));
  const most = parts.findLastIndex((_, index) => fits(schema, 'request', joined(parts.slice(0, index + 1))));
  return most < 1 ? undefined : joined(parts.slice(0, most + 1));
}

/** As many numbers as a text is drawn by; from there on it is the plainest that the pattern has. */
const MOST_NUMBERS = 60;
const MOST_NUMBER = 2 ** 16;

/** Texts that a pattern describes and mostly matches, shrinking towards the plainest. */
function described(pattern: string, minLength: number): Arbitrary<string> {
  const numbers = fc.array(fc.nat(MOST_NUMBER - 1), { maxLength: MOST_NUMBERS, size: 'max' });
  return fc.tuple(numbers, fc.boolean(), fc.constantFrom(0, minLength)).map(([drawn, isAhead, stretch]) => {
    let at = 0;
    const random = () => (drawn[at++] ?? 0) / MOST_NUMBER;
    return drawText(pattern, { random, isAhead, stretch }) ?? '';
  });
}

/** The longest text that a pattern describes, other characters for each seed; undefined where it has no end, or one too far away. */
export function longestOf(pattern: string, seed: number): string | undefined {
  const [one, other] = [LONG, LONG + 1].map((stretch) => drawText(pattern, { random: randomOf(seed), stretch }));
  return one !== undefined && one.length === other?.length && one.length < LONG ? one : undefined;
}

/** One of the shortest, as likely as not with nothing that may be left out. */
export function shortOf(pattern: string, seed: number): string | undefined {
  const random = randomOf(seed);
  const some = Array.from({ length: DRAWN }, () => drawText(pattern, { random }) ?? '');
  return some.toSorted((a, b) => a.length - b.length)[0];
}

const LONG = 256;
const DRAWN = 16;

/** Numbers from 0 to below 1, the same ones for a seed. */
function randomOf(seed: number): () => number {
  const of = fc.nat(MOST_NUMBER - 1);
  const drawn = fc.sample(fc.noBias(fc.array(of, { minLength: 2 * LONG, maxLength: 2 * LONG, size: 'max' })), {
    numRuns: 1,
    seed,
  });
  let at = 0;
  return () => (drawn[0]?.[at++ % (2 * LONG)] ?? 0) / MOST_NUMBER;
}

/** Putting a text together of so many takes a second. */
const MOST_PARTS = 1e5;

/** Texts that a schema allows, often one of the telling ones. Those of a pattern may not match, where it looks around. */
export function arbitraryString(schema: Schema): Arbitrary<string> {
  const { pattern, minLength = 0 } = schema;
  const format = formatOf(schema);
  if (pattern !== undefined) {
    if (leastPartsOf(pattern) > MOST_PARTS) throw new NoValue('no text is drawn for a pattern that is so large');
    const drawn = described(pattern, minLength);
    if (format === undefined) return drawn;
    // A pattern that says less than the format draws what only resembles it: `^https://` an address without a host.
    return plainOf(schema, schema.format?.toLowerCase() ?? '') !== undefined ? format : fc.oneof(drawn, format);
  }
  if (format !== undefined) return format;
  const maxLength = Math.min(schema.maxLength ?? minLength + 40, minLength + 40);
  const plain = fc.string({ unit: 'grapheme', minLength, maxLength });
  const telling = tellingTexts(schema).map(({ value }) => value);
  return telling.length === 0 ? plain : fc.oneof(plain, fc.constantFrom(...telling));
}

/** Texts of the schema's format: many where it has room for them, else a plain one; undefined for a format of any text. */
function formatOf(schema: Schema): Arbitrary<string> | undefined {
  const format = schema.format?.toLowerCase() ?? '';
  if (Object.hasOwn(FORMATS, format)) return FORMATS[format]?.();
  const text = ANY_TEXT.includes(format) ? undefined : plainOf(schema, format);
  return text === undefined ? undefined : fc.constant(text);
}

/** The plain text of a format, if it fits all else that the schema says. */
function plainOf(schema: Schema, format: string): string | undefined {
  const text = formatText(format, { random: () => 0, now: 0 });
  return text !== undefined && fits(schema, 'request', text) ? text : undefined;
}

const ANY_TEXT = ['password', 'binary'];

const aWord = () => fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), minLength: 3, maxLength: 12 });
const anAddress = () => aWord().map((word) => `https://www.example.com/${word}`);
const anEmail = () => aWord().map((word) => `${word}@example.com`);
const aHost = () => aWord().map((word) => `${word}.example.com`);
const aPath = () => aWord().map((word) => `/${word}`);

/** Formats that have room for many texts, of which real servers take most: they look up what is no example. */
export const FORMATS: Readonly<Record<string, () => Arbitrary<string>>> = {
  uuid: () => fc.uuid(),
  // As one common tool writes them that makes documents of code.
  ...Object.fromEntries(([1, 2, 3, 4, 5] as const).map((version) => [`uuid${version}`, () => fc.uuid({ version })])),
  ...{ email: anEmail, 'idn-email': anEmail, hostname: aHost, 'idn-hostname': aHost },
  ...{ uri: anAddress, url: anAddress, iri: anAddress, 'uri-reference': aPath, 'iri-reference': aPath },
  ...{ 'json-pointer': aPath, ipv4: () => fc.ipV4(), ipv6: () => fc.ipV6() },
  'date-time': () => aDate().map((date) => date.toISOString()),
  date: () => aDate().map((date) => date.toISOString().slice(0, 10)),
  time: () => aDate().map((date) => date.toISOString().slice(11)),
  duration: () => fc.integer({ min: 1, max: 90 }).map((minutes) => `PT${minutes}M`),
  byte: () => fc.base64String(),
};

const aDate = () => fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
