import { type Parameter, typesOf } from '../../openapi/contract';
import { firstValue } from '.';

/** A query that the contract does not explain, and what is odd about it. */
interface OddQuery {
  readonly what: string;
  /** What stands behind the question mark, each part for itself. */
  readonly parts: readonly string[];
}

/** Parameters that no contract names: they are refused, or passed over. */
export const UNKNOWN: OddQuery = { what: 'a parameter that nobody knows', parts: ['unknown=1'] };

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
    .map(({ name, schema }) => [name, firstValue(schema)] as const)
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
