import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { type ByteSource, piecesOf } from './body';

const sourceOf = (stream: PassThrough, coding?: string): ByteSource => ({
  stream,
  coding,
  isCutOff: false,
  onBodyFailure: () => {},
});

describe('a body in pieces', () => {
  it('is read no faster than its pieces are asked for', async () => {
    const stream = new PassThrough({ highWaterMark: 2 });
    const pieces = piecesOf(sourceOf(stream), 100);
    for (const part of ['ab', 'cd', 'ef']) stream.write(part);
    expect(String((await pieces.next()).value)).toBe('ab');
    await new Promise(setImmediate);
    expect(stream.readableLength + stream.writableLength).toBeGreaterThan(0);
    const rest: string[] = [];
    stream.end();
    for await (const piece of pieces) rest.push(String(piece));
    expect(rest.join('')).toBe('cdef');
  });

  it('is counted after decoding, and left unread where it is too long', async () => {
    const stream = new PassThrough();
    stream.end(gzipSync('x'.repeat(200)));
    const pieces = piecesOf(sourceOf(stream, 'gzip'), 199);
    await expect(pieces.next()).rejects.toMatchObject({ status: 413 });
    await expect(piecesOf(sourceOf(stream, 'zip'), 1).next()).rejects.toMatchObject({ status: 415 });
  });

  it('is given up when its client takes too long', async () => {
    const stream = new PassThrough();
    const pieces = piecesOf(sourceOf(stream), 100, { ms: 300, isInTheWay: () => false });
    stream.write('a');
    expect(String((await pieces.next()).value)).toBe('a');
    await expect(pieces.next()).rejects.toMatchObject({ status: 408 });
  });
});
