import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { Problem } from '../errors/problems';
import { type ByteSource, readBytes } from './body';

/** A body that consists of these chunks. */
function bringing(...parts: readonly (string | Buffer)[]): ByteSource {
  const stream = new Readable({ read() {} });
  for (const part of parts) stream.push(Buffer.from(part));
  stream.push(null);
  return { stream, coding: undefined, isCutOff: false, onBodyFailure: () => {} };
}

describe('the bytes of a body', () => {
  it.each([[[]], [['one']], [['one', 'two', 'three']]])('are those of %j together', async (parts) => {
    expect((await readBytes(bringing(...parts), 100)).toString()).toBe(parts.join(''));
  });

  it('are a copy, so that they do not keep a larger buffer in memory', async () => {
    const part = Buffer.alloc(2 ** 20, 'x').subarray(0, 3);
    const source = bringing();
    const stream = new Readable({ read() {} });
    stream.push(part);
    stream.push(null);
    expect((await readBytes({ ...source, stream }, 100)).buffer).not.toBe(part.buffer);
  });

  it('are refused if there are too many, even if the body ends later', async () => {
    const source = bringing('1234', '5678', '9');
    const over = new Promise((resolve) => source.stream.once('end', resolve));
    await expect(readBytes(source, 6)).rejects.toMatchObject({ status: 413 });
    source.stream.resume();
    await over;
  });

  it('are counted after decoding', async () => {
    const source = { ...bringing(gzipSync('x'.repeat(200))), coding: 'gzip' };
    await expect(readBytes(source, 199)).rejects.toMatchObject({ status: 413 });
    const again = { ...bringing(gzipSync('x'.repeat(200))), coding: 'GZIP' };
    expect((await readBytes(again, 200)).toString()).toBe('x'.repeat(200));
  });

  it.each([
    ['in a coding that is not known', { coding: 'zstd' }, 415],
    ['that is not what its coding says', { coding: 'br' }, 400],
    ['whose client has left before', { isCutOff: true }, 400],
  ] as const)('are refused of a body %s', async (_, change, status) => {
    await expect(readBytes({ ...bringing('plain'), ...change }, 100)).rejects.toMatchObject({ status });
  });

  it('are refused when the rest will never come', async () => {
    let fail: (reason: Problem) => void = () => {};
    const reading = readBytes(
      { ...bringing(), stream: new Readable({ read() {} }), onBodyFailure: (listener) => (fail = listener) },
      9,
    );
    const reason = { status: 408 } as Problem;
    fail(reason);
    await expect(reading).rejects.toBe(reason);
  });
});
