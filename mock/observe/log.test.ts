import { Writable } from 'node:stream';
import { createLog, LOG_LEVELS, type LogEntry, type LogLevel } from './log';

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
