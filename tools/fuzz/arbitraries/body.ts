import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import fc, { type Arbitrary } from 'fast-check';
import { anyText, size } from './texts';

/** A body with the headers that say what it is. */
export interface Body {
  readonly headers: readonly (readonly [string, string])[];
  readonly bytes: Buffer;
}

/** Bodies made of a text of JSON: as it is, in other charsets and codings, broken, or something else. */
export const bodyOf = (text: Arbitrary<string>, mediaType: string): Arbitrary<Body> => {
  const json = text.map((json) => Buffer.from(json));
  const as = (type: string) => [['Content-Type', type] as const];
  return fc.oneof(
    { weight: 60, arbitrary: json.map((bytes) => ({ headers: as(mediaType), bytes })) },
    {
      weight: 6,
      arbitrary: fc.tuple(json, contentTypes(mediaType)).map(([bytes, type]) => ({ headers: as(type), bytes })),
    },
    { weight: 2, arbitrary: json.map((bytes) => ({ headers: [], bytes })) },
    {
      weight: 4,
      arbitrary: fc
        .tuple(text, charset())
        .map(([plain, encodeIn]) => ({ headers: as(mediaType), bytes: encodeIn(plain) })),
    },
    {
      weight: 8,
      arbitrary: fc.tuple(json, coding()).map(([bytes, [name, compress]]) => ({
        headers: [...as(mediaType), ['Content-Encoding', name] as const],
        bytes: compress(bytes),
      })),
    },
    {
      weight: 3,
      arbitrary: fc.tuple(json, damage()).map(([bytes, hurt]) => ({ headers: as(mediaType), bytes: hurt(bytes) })),
    },
    {
      weight: 3,
      arbitrary: fc
        .uint8Array({ maxLength: 200 })
        .map((bytes) => ({ headers: as(mediaType), bytes: Buffer.from(bytes) })),
    },
    { weight: 1, arbitrary: anyText(300).map((plain) => ({ headers: as('text/plain'), bytes: Buffer.from(plain) })) },
    { weight: 1, arbitrary: text.map(multipart) },
    { weight: 1, arbitrary: fc.constant({ headers: as(mediaType), bytes: Buffer.alloc(0) }) },
  );
};

const contentTypes = (mediaType: string): Arbitrary<string> =>
  fc.constantFrom(
    ...[`${mediaType}; charset=utf-8`, `${mediaType};charset=UTF-16`, `${mediaType}; charset="utf-8`, `${mediaType};`],
    ...[mediaType.toUpperCase(), `${mediaType}, ${mediaType}`, `${mediaType}; ${'a=b;'.repeat(2000)}`, `;${mediaType}`],
    ...['application/x-www-form-urlencoded', 'application/xml', 'text/html', '*/*', '/', 'json', '\xe9/\xe9', ' '],
    ...['application/problem+json', 'multipart/form-data', 'multipart/form-data; boundary=', '-'.repeat(8000)],
  );

const charset = (): Arbitrary<(text: string) => Buffer> =>
  fc.constantFrom(
    (text: string) => Buffer.from(text, 'utf16le'),
    (text: string) => Buffer.from(text, 'latin1'),
    (text: string) => Buffer.from(`\ufeff${text}`),
  );

const zeros = (power: number): Buffer => Buffer.alloc(2 ** power, 0x20);

/** Codings of a body, bombs and lies among them. */
const coding = (): Arbitrary<readonly [string, (bytes: Buffer) => Buffer]> =>
  fc.oneof(
    {
      weight: 20,
      arbitrary: fc.constantFrom<readonly [string, (bytes: Buffer) => Buffer]>(
        ['gzip', (bytes) => gzipSync(bytes)],
        ['x-gzip', (bytes) => gzipSync(bytes)],
        ['deflate', (bytes) => deflateSync(bytes)],
        ['br', fastBrotli],
        ['GZIP', (bytes) => gzipSync(bytes)],
        ['gzip, gzip', (bytes) => gzipSync(gzipSync(bytes))],
        ['gzip', (bytes) => bytes],
        ['br', (bytes) => bytes],
        ['deflate', (bytes) => gzipSync(bytes)],
        ['gzip', (bytes) => gzipSync(bytes).subarray(0, -5)],
        ['gzip', (bytes) => Buffer.concat([gzipSync(bytes), gzipSync(bytes)])],
        ['gzip', (bytes) => Buffer.concat([gzipSync(bytes), bytes])],
        ['gzip', () => Buffer.alloc(0)],
        ['identity', (bytes) => bytes],
        ['zstd', (bytes) => bytes],
        ['', (bytes) => bytes],
        [','.repeat(4000), (bytes) => bytes],
      ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('gzip', 'deflate', 'br'), fc.integer({ min: 16, max: 24 }))
        .map(([name, power]) => [name, () => bomb(name, zeros(power))] as const),
    },
  );

const bomb = (name: string, bytes: Buffer): Buffer =>
  name === 'br' ? fastBrotli(bytes) : name === 'gzip' ? gzipSync(bytes) : deflateSync(bytes);

const fastBrotli = (bytes: Buffer): Buffer =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

const damage = (): Arbitrary<(bytes: Buffer) => Buffer> =>
  fc
    .tuple(fc.nat({ max: 2 ** 16 }), fc.constantFrom(0, 0xff, 0xc0, 0x80, 0xed, 0x22, 0x5c), size(64))
    .map(([place, byte, length]) => (bytes: Buffer) => {
      const at = bytes.length === 0 ? 0 : place % bytes.length;
      return Buffer.concat([bytes.subarray(0, at), Buffer.alloc(length, byte), bytes.subarray(at + 1)]);
    });

const multipart = (text: string): Body => ({
  headers: [['Content-Type', 'multipart/form-data; boundary=x']],
  bytes: Buffer.from(`--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${text}\r\n--x--\r\n`),
});
