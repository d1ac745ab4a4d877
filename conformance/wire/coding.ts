import type { Duplex } from 'node:stream';
import {
  brotliDecompressSync,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  gunzipSync,
  inflateRawSync,
  inflateSync,
} from 'node:zlib';

/** The most bytes of a body that are kept, to be judged. */
export const BODY_LIMIT = 5 * 2 ** 20;
/** Why no more of a body is judged. */
export const TOO_LONG = `it is longer than ${BODY_LIMIT / 2 ** 20} MiB`;
/** The most bytes of a body that are read: what follows those that are kept is counted, and let go. */
export const READ_LIMIT = 64 * 2 ** 20;

/** Bytes, of many the first. */
export interface Bytes {
  readonly beginning: Buffer;
  /** How many there are; one more than `READ_LIMIT` at the most are counted. */
  readonly length: number;
}

/** Gathers bytes that come one part after the other. */
interface Gathering {
  /** Whether more is to be read. */
  add(chunk: Buffer): boolean;
  all(): Bytes;
}

export function gatherBytes(): Gathering {
  const chunks: Buffer[] = [];
  let kept = 0;
  let length = 0;
  return {
    add(chunk) {
      length += chunk.length;
      if (kept < BODY_LIMIT) {
        const part = chunk.subarray(0, BODY_LIMIT - kept);
        chunks.push(part);
        kept += part.length;
      }
      return length <= READ_LIMIT;
    },
    all: () => ({ beginning: Buffer.concat(chunks), length }),
  };
}

/** Reads a stream to its end, or as far as it is read. */
async function collect(stream: AsyncIterable<Buffer>): Promise<Bytes> {
  const bytes = gatherBytes();
  // Leaving the loop destroys the stream.
  for await (const chunk of stream) if (!bytes.add(chunk)) break;
  return bytes.all();
}

/** Why bytes have no decoded form: what is wrong with them, or why they are not decoded, though they may be right. */
export type Undecoded = { readonly length: number } & ({ readonly problem: string } | { readonly unread: string });

interface Coding {
  readonly stream: (raw: Buffer) => Duplex;
  readonly sync: (raw: Buffer) => Buffer;
}

const most = { maxOutputLength: READ_LIMIT };
const gzip: Coding = { stream: () => createGunzip(), sync: (raw) => gunzipSync(raw, most) };

/** The codings that Node decodes (RFC 9110 §8.4.1, RFC 7932). */
const CODINGS: ReadonlyMap<string, Coding> = new Map([
  ['gzip', gzip],
  ['x-gzip', gzip],
  [
    'deflate',
    {
      // Some leave out the head of the zlib format (RFC 9110 §8.4.1.2), and clients take that.
      stream: (raw) => (hasZlibHead(raw) ? createInflate() : createInflateRaw()),
      sync: (raw) => (hasZlibHead(raw) ? inflateSync : inflateRawSync)(raw, most),
    },
  ],
  ['br', { stream: () => createBrotliDecompress(), sync: (raw) => brotliDecompressSync(raw, most) }],
]);

/** RFC 1950 §2.2: the method in the first four bits, and a number that 31 divides. */
const hasZlibHead = (raw: Buffer): boolean =>
  raw.length >= 2 && ((raw[0] ?? 0) & 15) === 8 && raw.readUInt16BE(0) % 31 === 0;

/** The other codings that IANA has registered: lawful, and nothing that Node 20 decodes. */
const LACKED: readonly string[] = ['aes128gcm', 'compress', 'x-compress', 'dcb', 'dcz', 'exi', 'pack200-gzip', 'zstd'];

/** The bytes of a body without its `Content-Encoding`. What is decoded is counted as far as it is read of a connection. */
export async function decoded(raw: Bytes, encoding: string | undefined): Promise<Bytes | Undecoded> {
  let bytes = raw;
  for (const name of codingsOf(encoding)) {
    const coding = codingFor(name, bytes);
    if ('length' in coding) return coding;
    try {
      const stream = coding.stream(bytes.beginning);
      stream.end(bytes.beginning);
      bytes = await collect(stream);
    } catch {
      return undecodable(name, bytes);
    }
  }
  return bytes;
}

/** The same at once, for bytes that are there already. */
export function decodedNow(raw: Bytes, encoding: string | undefined): Bytes | Undecoded {
  let bytes = raw;
  for (const name of codingsOf(encoding)) {
    const coding = codingFor(name, bytes);
    if ('length' in coding) return coding;
    try {
      const beginning = coding.sync(bytes.beginning);
      bytes = { beginning, length: beginning.length };
    } catch {
      return undecodable(name, bytes);
    }
  }
  return bytes;
}

/** The last one was applied last (RFC 9110 §8.4). No bytes at all need no decoding. */
const codingsOf = (encoding = ''): readonly string[] =>
  encoding
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')
    .reverse();

function codingFor(name: string, { beginning, length }: Bytes): Coding | Undecoded {
  const coding = CODINGS.get(name);
  // A part of an encoded body can't be told from a broken one.
  if (coding !== undefined) return length > beginning.length ? { unread: TOO_LONG, length } : coding;
  if (!LACKED.includes(name))
    return { problem: `its Content-Encoding ${JSON.stringify(name)} is none that is registered`, length };
  return isPlainJson(beginning)
    ? undecodable(name, { beginning, length })
    : { unread: `its Content-Encoding is ${name}, which few clients read unasked`, length };
}

const undecodable = (name: string, { length }: Bytes): Undecoded => ({
  problem: `it can't be decoded as ${name}`,
  length,
});

function isPlainJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString());
    return true;
  } catch {
    return false;
  }
}
