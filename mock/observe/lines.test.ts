import { Writable } from 'node:stream';
import { createLines, MOST_WAITING, toStream } from './log';

/** A stream that takes nothing until it is told to, as a pipe does that nobody reads. */
function unread() {
  const texts: string[] = [];
  let isRead = false;
  let release = () => {};
  const out = new Writable({
    decodeStrings: false,
    write(chunk, _, done) {
      const take = () => {
        texts.push(String(chunk));
        done();
      };
      if (isRead) take();
      else release = take;
    },
  });
  return {
    out,
    text: () => texts.join(''),
    read() {
      isRead = true;
      release();
    },
  };
}

/** A stream that fails while `code` is set. */
function failing() {
  const state: { code: string | undefined; text: string; tries: number } = { code: undefined, text: '', tries: 0 };
  const out = new Writable({
    // As Node does it for standard output and standard error: they live on after an error. Its types do not have the method.
    destroy(error, done) {
      done(error);
      (this as Writable & { _undestroy(): void })._undestroy();
    },
    write(chunk, _, done) {
      state.tries += 1;
      if (state.code === undefined) state.text += String(chunk);
      done(state.code === undefined ? null : Object.assign(new Error('refused'), { code: state.code }));
    },
  });
  return { out, state };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('lines', () => {
  test('are written at once, each on a line of its own', () => {
    const { out, state } = failing();
    const lines = createLines(toStream(out));
    lines.write('one');
    lines.write('two\nor \u009b');
    expect(state.text).toBe('one\ntwo\\u{a}or \\u{9b}\n');
  });

  test('wait for whoever reads, up to a bound; then they are dropped, and counted where they are missing', async () => {
    const { out, text, read } = unread();
    const lines = createLines(toStream(out));
    const line = 'x'.repeat(1023);
    for (let count = 0; count < 3000; count += 1) lines.write(line);
    expect(out.writableLength).toBeGreaterThan(MOST_WAITING);
    expect(out.writableLength).toBeLessThan(MOST_WAITING + 2048);
    expect(lines.dropped()).toBe(3000 - 1025);

    read();
    await lines.settled();
    await turn();
    lines.write('later');
    expect(text()).toBe(`${`${line}\n`.repeat(1025)}… 1,975 lines dropped\nlater\n`);
  });

  test.each(['ENOSPC', 'EPIPE', 'EIO', 'EAGAIN'])('survive %s, and are tried again after a second', async (code) => {
    const { out, state } = failing();
    let now = 5000;
    const lines = createLines(toStream(out), () => now);
    lines.write('first');
    state.code = code;
    lines.write('second');
    await turn();
    for (let count = 0; count < 10; count += 1) lines.write('third');
    now += 1000;
    lines.write('fourth');
    await turn();
    expect([state.tries, lines.dropped()]).toEqual([3, 12]);

    now += 999;
    lines.write('fifth');
    state.code = undefined;
    now += 1;
    lines.write('sixth');
    lines.write('seventh');
    expect(state.text).toBe('first\n… 13 lines dropped\nsixth\nseventh\n');
    expect(lines.dropped()).toBe(13);
  });

  test('that end say what is missing without another line', async () => {
    const { out, state } = failing();
    let now = 0;
    const lines = createLines(toStream(out), () => now);
    state.code = 'ENOSPC';
    lines.write('first');
    await turn();
    state.code = undefined;
    now += 1000;
    await lines.settled();
    expect(state.text).toBe('… 1 line dropped\n');
  });

  test('share a stream without leaving anything at it', () => {
    const { out } = failing();
    for (let count = 0; count < 20; count += 1) createLines(toStream(out)).write('line');
    expect(out.listenerCount('error')).toBe(1);
  });
});
