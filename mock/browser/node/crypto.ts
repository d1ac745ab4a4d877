import { sha1 } from '@noble/hashes/legacy';
import { sha256 } from '@noble/hashes/sha2';

/** `node:crypto` in a page: that of the web digests later, and where a page came by HTTPS alone. */
const DIGESTS: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = { sha1, sha256 };

type Encoding = 'hex' | 'base64url' | 'buffer';

function encoded(bytes: Uint8Array, encoding: Encoding): string | Buffer {
  const digest = Buffer.from(bytes);
  if (encoding === 'buffer') return digest;
  if (encoding === 'hex') return digest.toString('hex');
  return digest.toString('base64').replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function digestOf(algorithm: string, parts: readonly Uint8Array[]): Uint8Array {
  const digest = DIGESTS[algorithm];
  if (digest === undefined) throw new TypeError(`There is no ${algorithm} here.`);
  return digest(Buffer.concat(parts));
}

const bytesOf = (data: string | Uint8Array): Uint8Array => (typeof data === 'string' ? Buffer.from(data) : data);

export const hash = (algorithm: string, data: string | Uint8Array, encoding: Encoding = 'hex'): string | Buffer =>
  encoded(digestOf(algorithm, [bytesOf(data)]), encoding);

interface Hash {
  update(data: string | Uint8Array): Hash;
  digest(encoding?: Encoding): string | Buffer;
}

export function createHash(algorithm: string): Hash {
  const parts: Uint8Array[] = [];
  const sum: Hash = {
    update(data) {
      parts.push(bytesOf(data));
      return sum;
    },
    digest: (encoding = 'buffer') => encoded(digestOf(algorithm, parts), encoding),
  };
  return sum;
}

export const timingSafeEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.reduce((sum, byte, index) => sum | (byte ^ (other[index] ?? 0)), 0) === 0;

export const randomBytes = (count: number): Buffer => Buffer.from(crypto.getRandomValues(new Uint8Array(count)));
