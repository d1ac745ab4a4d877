import { type Parameter, stringifyJson, typesOf } from '../../openapi/contract';
import { firstValue } from './schema';

/** A text in the place of an id, as it stands in a path, and the one number that a server may take it for. */
export interface IdText {
  readonly what: string;
  readonly text: string;
  /** Undefined where it is no number. */
  readonly value: bigint | undefined;
}

/** A way to write a number that a JSON integer is never written in. A server refuses it, or takes it for that number. */
export interface Spelling {
  readonly what: string;
  readonly write: (id: bigint) => string;
  readonly value: (id: bigint) => bigint;
  /** What another number a careless reader takes it for; undefined where it is the same one, or none. */
  readonly misread?: (id: bigint) => bigint | undefined;
}

export const SPELLINGS: readonly Spelling[] = [
  { what: 'a leading zero', write: (id) => signed(id, `0${magnitude(id)}`), value: same, misread: inOctal },
  { what: 'a plus sign', write: (id) => `+${id}`, value: same },
  { what: 'a fraction of zero', write: (id) => `${id}.0`, value: same },
  { what: 'an exponent', write: (id) => `${id}e1`, value: (id) => id * 10n },
  { what: 'a hexadecimal number', write: (id) => signed(id, `0x${hexadecimal(id)}`), value: same, misread: byDigits },
  { what: 'space around it', write: (id) => `%20${id}%20`, value: same },
  { what: 'a NUL behind it', write: (id) => `${id}%00`, value: same },
];

function same(id: bigint): bigint {
  return id;
}

function inOctal(id: bigint): bigint | undefined {
  return id > 7n && /^[0-7]+$/.test(String(id)) ? BigInt(`0o${id}`) : undefined;
}

function byDigits(id: bigint): bigint | undefined {
  return id > 9n && /^\d+$/.test(hexadecimal(id)) ? BigInt(hexadecimal(id)) : undefined;
}

const signed = (id: bigint, digits: string): string => `${id < 0n ? '-' : ''}${digits}`;
const magnitude = (id: bigint): bigint => (id < 0n ? -id : id);
const hexadecimal = (id: bigint): string => magnitude(id).toString(16);

/** Texts that no record has for an id. */
export const NO_IDS: readonly IdText[] = [
  { what: 'the name __proto__', text: '__proto__', value: undefined },
  { what: 'the name constructor', text: 'constructor', value: undefined },
  { what: 'a percent sign that encodes nothing', text: '%zz', value: undefined },
  { what: 'a byte that is no UTF-8', text: '%ff', value: undefined },
  { what: '2,000 digits', text: '9'.repeat(2000), value: undefined },
];

/** A way to write JSON that means the same to every reader (RFC 8259), and another media type for it. */
export interface Style {
  readonly what: string;
  /** Writes one member of an object; left out: as usual. */
  readonly member?: (name: string, value: unknown) => string;
  /** Puts members together. */
  readonly object?: (members: readonly string[]) => string;
  /** What is appended to the media type. */
  readonly parameter?: string;
}

export const STYLES: readonly Style[] = [
  { what: 'white space around everything', object: (members) => `\r\n\t {\n ${members.join(' ,\t')} \r\n}\n` },
  { what: 'escaped characters in texts', member: (name, value) => `${JSON.stringify(name)}:${escapedText(value)}` },
  { what: 'escaped characters in names', member: (name, value) => `${escapedText(name)}:${stringifyJson(value)}` },
  { what: 'its members in another order', object: (members) => `{${members.toReversed().join()}}` },
  { what: 'a charset', parameter: ';charset=utf-8' },
];

/** All of them at once. */
export const EVERY_STYLE: Style = {
  what: 'white space, escaped characters, another order and a charset',
  member: (name, value) => `${escapedText(name)} : ${escapedText(value)}`,
  object: (members) => `\r\n\t {\n ${members.toReversed().join(' ,\t')} \r\n}\n`,
  parameter: ';charset=utf-8',
};

/** An object in a style. */
export function written(
  body: Readonly<Record<string, unknown>>,
  { member = usualMember, object = usualObject }: Style,
): string {
  return object(Object.entries(body).map(([name, value]) => member(name, value)));
}

const usualMember = (name: string, value: unknown): string => `${JSON.stringify(name)}:${stringifyJson(value)}`;
const usualObject = (members: readonly string[]): string => `{${members.join()}}`;

/** JSON in which the first character of a text is escaped. */
function escapedText(value: unknown): string {
  if (typeof value !== 'string' || value === '') return stringifyJson(value);
  return `"${escaped(value.slice(0, 1))}${JSON.stringify(value.slice(1)).slice(1)}`;
}

/** A text in ASCII, each UTF-16 unit escaped: two for a character beyond the Basic Multilingual Plane. */
export const escaped = (text: string): string =>
  text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/** A query that the contract does not explain, and what is odd about it. */
interface OddQuery {
  readonly what: string;
  /** What stands behind the question mark, each part for itself. */
  readonly parts: readonly string[];
}

/** Parameters that no contract names: they are refused, or passed over. */
export const UNKNOWN: OddQuery = { what: 'a parameter that the contract does not have', parts: ['unknown=1'] };

export const ODD_QUERIES: readonly OddQuery[] = [
  {
    what: 'names of every object',
    parts: ['__proto__=1', 'constructor=2', 'hasOwnProperty=3', 'toString=4', '__proto__[x]=5', 'unknown[a][b]=6'],
  },
  { what: 'names and values that are empty', parts: ['unknown[]=1', 'unknown', '', '=', '=1', 'unknown='] },
  {
    what: 'bytes that are no percent-encoded text',
    parts: ['unknown=%zz', '%zz=1', 'unknown=%ff', '%ff=1', 'unknown=%00', '%'],
  },
  { what: 'a value of 2,000 characters', parts: [`unknown=${'x'.repeat(2000)}`] },
];

/** Parameters of the contract in a form in which they break it: several times, empty, or as the list that some libraries read. */
export function oddUses(parameters: readonly Parameter[]): readonly OddQuery[] {
  const pairs = parameters
    .filter(({ schema }) => !typesOf(schema).includes('array'))
    .map(({ name, schema }) => [name, firstValue(schema, name)] as const)
    // An object is written as its parameter says, and not as one text.
    .filter(([, value]) => typeof value !== 'object')
    .map(([name, value]) => [name, String(value)].map(encodeURIComponent));
  if (pairs.length === 0) return [];
  return [
    ...pairs.flatMap(([name = '', value]) => [
      { what: `${name} twice`, parts: [`${name}=${value}&${name}=${value}`] },
      { what: `${name} empty`, parts: [`${name}=`] },
      { what: `${name} no percent-encoded text`, parts: [`${name}=%zz%ff`] },
    ]),
    ...parameters
      .filter(({ schema }) => schema.enum !== undefined)
      .map(({ name }) => ({
        what: `${name} a name of every object`,
        parts: [`${encodeURIComponent(name)}=constructor`],
      })),
    { what: 'each parameter as a list', parts: pairs.map(([name, value]) => `${name}[]=${value}`) },
  ];
}

/** Each character by its percent-encoding, which means the same (RFC 3986 §2.3). The text is in ASCII. */
export const percentEncoded = (text: string): string =>
  [...text].map((char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
