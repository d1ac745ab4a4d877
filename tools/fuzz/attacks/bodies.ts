import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import fc, { type Arbitrary } from 'fast-check';
import type { Operation } from '../../../openapi/contract';
import { jsonBodyOf, requestFor, validBodies, validTexts } from '../http/conforming';
import { attemptOf, type HeaderLine } from '../http/request';
import type { Attack, Attempt, Keys, Target } from '../model';
import { anyText, hiddenKey, pathWith, size, weighted } from './arbitraries';
import { jsonText } from './json';

/** Bodies that fit, nearly fit, or are something else, in well-formed requests with a valid key. */
export const bodies: Attack = {
  name: 'bodies',
  share: 35,
  attempts(target) {
    const operations = target.contract.operations.filter(jsonBodyOf);
    // Where nothing takes a body, everything gets one.
    const attacked = operations.length === 0 ? target.contract.operations : operations;
    return fc.oneof(...attacked.map((operation) => requestWithBody(target, operation)));
  },
};

function requestWithBody(target: Target, operation: Operation): Arbitrary<Attempt> {
  const text = bodyText(operation, target.keys);
  const large = fc.tuple(text, size(1_200_000)).map(([json, length]) => json + ' '.repeat(length));
  const sized = weighted([60, text], [1, large]);
  return fc
    .tuple(validPath(operation), bodyOf(sized, jsonBodyOf(operation)?.type ?? 'application/json'), fc.boolean())
    .map(([path, body, isChunked]) => {
      const plain = requestFor(target.contract, operation, ownKey(target, 'bodies'), path);
      return attemptOf({ ...plain, headers: [...plain.headers, ...body.headers], body: body.bytes, isChunked });
    });
}

/** The key of an attack's own session. */
export const ownKey = ({ sessions }: Target, attack: string): string =>
  (sessions.ofAttack[attack] ?? sessions.metered).key;

/** The path of an operation with valid values in it, without the prefix. */
export const validPath = (operation: Operation): Arbitrary<string> =>
  pathWith(operation, (parameter) => fc.constantFrom(...validTexts(parameter), '1', '2', '3').map(encodeURIComponent));

/** JSON for an operation, more or less valid. */
export function bodyText(
  operation: Operation,
  { buried }: Keys,
  adapt = (valid: unknown): unknown => valid,
): Arbitrary<string> {
  const valid = validBodies(operation).map(adapt);
  return jsonText(jsonBodyOf(operation)?.schema ?? {}, valid.length === 0 ? [{}] : valid, hiddenKey([buried]));
}

/** A body with the headers that say what it is. */
interface Body {
  readonly headers: readonly HeaderLine[];
  readonly bytes: Buffer;
}

/** Bodies made of a text of JSON: as it is, in other charsets and codings, broken, or something else. */
export function bodyOf(text: Arbitrary<string>, mediaType: string): Arbitrary<Body> {
  const json = text.map((plain) => Buffer.from(plain));
  const as = (bytes: Buffer, type = mediaType, ...more: readonly HeaderLine[]): Body => ({
    headers: [['Content-Type', type], ...more],
    bytes,
  });
  return weighted<Body>(
    [60, json.map((bytes) => as(bytes))],
    [6, fc.tuple(json, contentTypes(mediaType)).map(([bytes, type]) => as(bytes, type))],
    [2, json.map((bytes) => ({ headers: [], bytes }))],
    [4, fc.tuple(text, fc.constantFrom(...CHARSETS)).map(([plain, encodeIn]) => as(encodeIn(plain)))],
    [
      8,
      fc
        .tuple(json, coding())
        .map(([bytes, [name, compress]]) => as(compress(bytes), mediaType, ['Content-Encoding', name])),
    ],
    [3, fc.tuple(json, damage()).map(([bytes, hurt]) => as(hurt(bytes)))],
    [3, fc.uint8Array({ maxLength: 200 }).map((bytes) => as(Buffer.from(bytes)))],
    [1, anyText(300).map((plain) => as(Buffer.from(plain), 'text/plain'))],
    [1, text.map((plain) => as(multipart(plain), 'multipart/form-data; boundary=x'))],
    [1, fc.constant(as(Buffer.alloc(0)))],
  );
}

const multipart = (text: string): Buffer =>
  Buffer.from(`--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${text}\r\n--x--\r\n`);

const contentTypes = (mediaType: string): Arbitrary<string> =>
  fc.constantFrom(
    ...[`${mediaType}; charset=utf-8`, `${mediaType};charset=UTF-16`, `${mediaType}; charset="utf-8`, `${mediaType};`],
    ...[mediaType.toUpperCase(), `${mediaType}, ${mediaType}`, `${mediaType}; ${'a=b;'.repeat(2000)}`, `;${mediaType}`],
    ...['application/x-www-form-urlencoded', 'application/xml', 'text/html', '*/*', '/', 'json', '\xe9/\xe9', ' '],
    ...['application/problem+json', 'multipart/form-data', 'multipart/form-data; boundary=', '-'.repeat(8000)],
  );

const CHARSETS: readonly ((text: string) => Buffer)[] = [
  (text) => Buffer.from(text, 'utf16le'),
  (text) => Buffer.from(text, 'latin1'),
  (text) => Buffer.from(`\ufeff${text}`),
];

type Coding = readonly [name: string, compress: (bytes: Buffer) => Buffer];

const fastBrotli = (bytes: Buffer): Buffer =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
const gzip: Coding[1] = (bytes) => gzipSync(bytes);
const asItIs: Coding[1] = (bytes) => bytes;

/** Codings of a body, and names that are none, or of another one. */
const CODINGS: readonly Coding[] = [
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['GZIP', gzip],
  ['deflate', (bytes) => deflateSync(bytes)],
  ['deflate', gzip],
  ['br', fastBrotli],
  ['br', asItIs],
  ['gzip, gzip', (bytes) => gzipSync(gzipSync(bytes))],
  ['gzip', asItIs],
  ['gzip', (bytes) => gzipSync(bytes).subarray(0, -5)],
  ['gzip', (bytes) => Buffer.concat([gzipSync(bytes), gzipSync(bytes)])],
  ['gzip', (bytes) => Buffer.concat([gzipSync(bytes), bytes])],
  ['gzip', () => Buffer.alloc(0)],
  ['identity', asItIs],
  ['zstd', asItIs],
  ['', asItIs],
  [','.repeat(4000), asItIs],
];

/** A coding, or now and then a bomb: up to 16 MiB of spaces. */
function coding(): Arbitrary<Coding> {
  const bombs: readonly Coding[] = [
    ['gzip', gzip],
    ['deflate', (bytes) => deflateSync(bytes)],
    ['br', fastBrotli],
  ];
  const bomb = fc
    .tuple(fc.constantFrom(...bombs), fc.integer({ min: 16, max: 24 }))
    .map(([[name, compress], power]): Coding => [name, () => compress(Buffer.alloc(2 ** power, ' '))]);
  return weighted([20, fc.constantFrom(...CODINGS)], [1, bomb]);
}

/** A byte replaced by several others. */
const damage = (): Arbitrary<(bytes: Buffer) => Buffer> =>
  fc
    .tuple(fc.nat({ max: 2 ** 16 }), fc.constantFrom(0, 0xff, 0xc0, 0x80, 0xed, 0x22, 0x5c), size(64))
    .map(([place, byte, length]) => (bytes: Buffer) => {
      const at = bytes.length === 0 ? 0 : place % bytes.length;
      return Buffer.concat([bytes.subarray(0, at), Buffer.alloc(length, byte), bytes.subarray(at + 1)]);
    });
