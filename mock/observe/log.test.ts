import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import {
  createLines,
  createLog,
  LOG_LEVELS,
  type LogEntry,
  type LogLevel,
  MOST_WAITING,
  toFile,
  toStream,
} from './log';

/** A log, and everything that it has written. */
function written(level: LogLevel) {
  const texts: string[] = [];
  const out = new Writable({
    write(chunk, _, done) {
      texts.push(String(chunk));
      done();
    },
  });
  return { log: createLog(level, out), text: () => texts.join('') };
}

const OK: LogEntry = {
  method: 'GET',
  target: '/v1/pets?limit=3',
  status: 200,
  milliseconds: 1.26,
  keyName: 'free',
  message: undefined,
};
const REFUSED: LogEntry = { ...OK, status: 401, keyName: undefined, message: 'An API key is missing.' };

const OK_LINE = 'GET /v1/pets?limit=3 200 1.3 ms, key free\n';
const REFUSED_LINE = 'GET /v1/pets?limit=3 401 1.3 ms, no valid key: An API key is missing.\n';

describe('a log', () => {
  it.each<[LogLevel, string]>([
    ['requests', OK_LINE + REFUSED_LINE],
    ['errors', REFUSED_LINE],
    ['silent', ''],
  ])('of the level "%s" writes %j', (level, lines) => {
    const { log, text } = written(level);
    log.answered(OK);
    log.answered(REFUSED);
    expect(text()).toBe(lines);
  });

  it.each(LOG_LEVELS)('of the level "%s" wants entries only for the statuses that it writes', (level) => {
    for (const status of [100, 200, 204, 304, 399, 400, 404, 429, 500, 599]) {
      const { log, text } = written(level);
      log.answered({ ...OK, status });
      expect(log.wants(status)).toBe(text() !== '');
    }
  });

  it.each(LOG_LEVELS)('of the level "%s" writes errors of the mock and replies that break the contract', (level) => {
    const { log, text } = written(level);
    log.failed('out of luck');
    log.failed(Object.assign(new Error('no stack'), { stack: undefined }));
    log.broken('listPets: the status 302 is not documented');
    expect(text()).toBe(
      'ERROR out of luck\nERROR Error: no stack\nBROKEN REPLY listPets: the status 302 is not documented\n',
    );
  });

  it('does not say that a key is not valid that could not be looked for', () => {
    const { log, text } = written('errors');
    log.answered({ ...REFUSED, status: 503, isKeyUnknown: true, message: 'Redis can not be reached.' });
    expect(text()).toBe('GET /v1/pets?limit=3 503 1.3 ms, key not looked for: Redis can not be reached.\n');
  });

  it('names the session of a key, on one line', () => {
    const { log, text } = written('requests');
    log.answered({ ...OK, session: { id: 'session-1', name: undefined } });
    log.answered({ ...OK, session: { id: 'session-2', name: 'a "cart"' } });
    expect(text()).toBe(
      'GET /v1/pets?limit=3 200 1.3 ms, key free of session-1\n' +
        'GET /v1/pets?limit=3 200 1.3 ms, key free of session-2 "a \\"cart\\""\n',
    );
  });

  it('shows where an error came from', () => {
    const { log, text } = written('silent');
    log.failed(new TypeError('not a thing'));
    expect(text()).toMatch(/^ERROR TypeError: not a thing\n +at .*log\.test\.ts/);
  });

  it('shows what stands in a request as one line that a terminal does not obey', () => {
    const { log, text } = written('requests');
    log.answered({
      ...OK,
      target: '/v1/\u009b2J\u202e',
      session: { id: 's', name: '\u2066a' },
      message: 'not \n\u001b[0m',
    });
    log.failed(new Error('found \u009b31m\nGET /v1/pets 200 1.0 ms'));
    expect(text()).toMatch(
      /^GET \/v1\/\\u\{9b\}2J\\u\{202e\} 200 1\.3 ms, key free of s "\\u\{2066\}a": not \\u\{a\}\\u\{1b\}\[0m\nERROR Error: found \\u\{9b\}31m\\u\{a\}GET \/v1\/pets 200 1\.0 ms\n {4}at /,
    );
  });
});

/** A stream that takes nothing until it is told to, as an unread pipe does. */
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

  test('wait for their reader, up to a bound; then they are dropped, and counted where they are missing', async () => {
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

const folder = mkdtempSync(join(tmpdir(), 'sink-'));
const file = join(folder, 'log');
afterAll(() => rmSync(folder, { recursive: true }));

test('a file gets every text, in their order, also those that come while one is written', async () => {
  const fd = openSync(file, 'w');
  const sink = toFile(fd);
  const texts = Array.from({ length: 1000 }, (_, nth) => `é ${nth}\n`);
  const told: number[] = [];
  for (const [nth, text] of texts.entries()) sink.write(text, () => told.push(nth));
  expect([readFileSync(file, 'utf8').length < 10, sink.waiting()]).toEqual([true, texts.join('').length]);
  await new Promise<void>((resolve) => sink.write('', () => sink.write('end\n', () => resolve())));
  closeSync(fd);
  expect(readFileSync(file, 'utf8')).toBe(`${texts.join('')}end\n`);
  expect(told).toEqual([...texts.keys()]);
  expect(sink.waiting()).toBe(0);
});

test('a text for a file that takes none comes back with the reason, and may be tried again', async () => {
  const fd = openSync(file, 'r');
  const sink = toFile(fd);
  const write = () => new Promise((resolve) => sink.write('text', resolve));
  const codes = await Promise.all([write(), write(), write()]);
  expect(codes).toEqual(codes.map(() => expect.objectContaining({ code: 'EBADF' })));
  expect(await write()).toMatchObject({ code: 'EBADF' });
  expect(sink.waiting()).toBe(0);
  closeSync(fd);
});
