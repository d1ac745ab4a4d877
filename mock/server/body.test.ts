import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { Problem } from '../errors/problems';
import { type ByteSource, piecesOf, readBytes } from './body';

/** A body that brings these chunks, and ends unless it is said that it does not. */
function bringing(chunks: readonly (string | Buffer)[], change: Partial<ByteSource> = {}, isOver = true) {
  const stream = new PassThrough({ highWaterMark: 2 });
  for (const chunk of chunks) stream.write(chunk);
  if (isOver) stream.end();
  return { coding: undefined, isCutOff: false, onBodyFailure: () => {}, ...change, stream };
}

/** The bytes of a body that is read in this way. */
type Reader = (source: ByteSource, limit: number) => Promise<Buffer>;

const inPieces: Reader = async (source, limit) => {
  const pieces: Buffer[] = [];
  for await (const piece of piecesOf(source, limit)) pieces.push(piece);
  return Buffer.concat(pieces);
};

describe.each([
  ['at once', readBytes],
  ['in pieces', inPieces],
])('a body that is read %s', (_, read) => {
  it('has its bytes, decoded', async () => {
    expect((await read(bringing(['one', 'two', 'three']), 100)).toString()).toBe('onetwothree');
    const coded = bringing([gzipSync('x'.repeat(200))], { coding: 'GZIP' });
    expect((await read(coded, 200)).toString()).toBe('x'.repeat(200));
  });

  it.each<readonly [string, number, readonly (string | Buffer)[], Partial<ByteSource>]>([
    ['with too many bytes', 413, ['1234', '5678', '9'], {}],
    ['with too many once they are decoded', 413, [gzipSync('x'.repeat(7))], { coding: 'gzip' }],
    ['in a coding that is not known', 415, ['plain'], { coding: 'zstd' }],
    ['that is not what its coding says', 400, ['plain'], { coding: 'br' }],
    ['whose client has left before', 400, ['plain'], { isCutOff: true }],
  ])('is refused %s', async (_of, status, chunks, change) => {
    await expect(read(bringing(chunks, change), 6)).rejects.toMatchObject({ status });
  });

  it('is refused when the rest will never come', async () => {
    let fail: (reason: Problem) => void = () => {};
    const reading = read(bringing([], { onBodyFailure: (listener) => (fail = listener) }, false), 9);
    // It is only read; nothing else is asked of it.
    const reason = { status: 408 } as Problem;
    fail(reason);
    await expect(reading).rejects.toBe(reason);
  });
});

it('the bytes of a body are a copy, so that they do not keep a larger buffer in memory', async () => {
  const part = Buffer.alloc(2 ** 20, 'x').subarray(0, 3);
  expect((await readBytes(bringing([part]), 100)).buffer).not.toBe(part.buffer);
});

describe('a body in pieces', () => {
  it('is read no faster than its pieces are asked for', async () => {
    const source = bringing(['ab', 'cd', 'ef'], {}, false);
    const pieces = piecesOf(source, 100);
    expect(String((await pieces.next()).value)).toBe('ab');
    await new Promise(setImmediate);
    expect(source.stream.readableLength + source.stream.writableLength).toBeGreaterThan(0);
  });

  it('is given up when its client takes too long', async () => {
    const pieces = piecesOf(bringing(['a'], {}, false), 100, { ms: 300, isInTheWay: () => false });
    expect(String((await pieces.next()).value)).toBe('a');
    await expect(pieces.next()).rejects.toMatchObject({ status: 408 });
  });
});
