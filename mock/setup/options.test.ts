import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import request from 'supertest';
import { readFlags } from '../../openapi/program/command';
import { readOptions, withDefaults } from '../../openapi/program/option';
import { describeTable } from '../../openapi/program/testing/table-examples';
import { ContractError, createMock, type MockOptions, type StartOptions, startMock } from '../index';
import { OPTIONS, PROGRAM } from './options';

const flagsOf = (args: readonly string[]) => readFlags(PROGRAM, OPTIONS, args);

/** What an untyped program may pass. */
const start = (options: unknown) => startMock(options as StartOptions);

describe('the table', () => {
  describeTable(PROGRAM, OPTIONS);

  const source = readFileSync(join(__dirname, 'options.ts'), 'utf8');
  test.each(Object.entries(OPTIONS))('the comment above %s is what its row says', (name, row) => {
    const value = 'defaultWords' in row ? row.defaultWords : 'default' in row ? inspect(row.default) : undefined;
    const words = `${row.help.charAt(0).toUpperCase()}${row.help.slice(1)}.`;
    const comment = value === undefined ? words : `${words} Default: ${value}.`;
    expect(source).toContain(`  /** ${comment} */\n  ${name}: {\n`);
  });
});

describe('the flag and the option', () => {
  const TEXTS = [
    ...['', ' ', 'two words'],
    ...'0 1 10 007 -1 1.5 1e3 x 65535 65536 1000001 99999999999 -2147483649 a=b a-token== a,b {} []'.split(' '),
    ...'on off On true none requests errors silent loud * null localhost 0.0.0.0 - a.json'.split(' '),
    ...['http://localhost:3000', 'http://localhost:3000/'],
  ];
  const attempt = (act: () => unknown): { value: unknown } | { message: string } => {
    try {
      return { value: act() };
    } catch (error) {
      return { message: error instanceof Error ? error.message : String(error) };
    }
  };
  const withText = Object.entries(OPTIONS).flatMap(([name, row]) =>
    'flag' in row && row.flag.includes('<') ? [[name, row.flag.split(' ')[0], row] as const] : [],
  );

  test.each(withText)('%s take the same values, with the same meaning, and expect the same (%s)', (name, flag, row) => {
    for (const text of TEXTS) {
      // A flag gives a number as a string of digits.
      const isNumber = [0, 1].some((one) => row.kind.holds(one)) && text.trim() !== '' && !Number.isNaN(Number(text));
      const input = isNumber && /^-?\d+$|\./.test(text) ? Number(text) : text;
      const byFlag = attempt(() => Object.entries(flagsOf([`${flag}=${text}`])).find(([one]) => one === name)?.[1]);
      const byOption = attempt(() => Object.values(readOptions('startMock', OPTIONS, { [name]: input }))[0]);
      if ('value' in byFlag) {
        expect([name, text, byOption]).toEqual([name, text, byFlag]);
      } else {
        expect(byFlag.message).toContain(`Expected ${row.kind.expected}.`);
        expect(byOption).toMatchObject({ message: expect.stringContaining(`must be ${row.kind.expected}`) });
      }
    }
  });

  test('have defaults that code may give', () => {
    const defaults = withDefaults(OPTIONS, {});
    expect(withDefaults(OPTIONS, readOptions('startMock', OPTIONS, defaults))).toEqual(defaults);
  });

  test('have the same default, except for the port, the log, and what keeps a command running', () => {
    expect(flagsOf([])).toEqual({ ...withDefaults(OPTIONS, {}), port: 4010, log: 'errors', keepAlive: true });
  });

  test('that names an origin may have a slash at its end; of more it is said what is too much', () => {
    expect(flagsOf(['--cors', 'http://a.example/']).cors).toEqual(['http://a.example']);
    expect(() => flagsOf(['--admin-origin', 'http://a.example/app'])).toThrow(/localhost:5173; leave out "\/app"\.$/);
    expect(() => flagsOf(['--admin-origin', 'http://A.example'])).toThrow(
      /localhost:5173; here http:\/\/a\.example\.$/,
    );
    expect(readOptions('startMock', OPTIONS, { adminOrigin: ['http://a.example/'] })).toEqual({
      adminOrigin: ['http://a.example'],
    });
  });

  test('that names several origins has them all', () => {
    const origins = ['http://a.example', 'http://b.example'];
    expect(flagsOf(['--cors', ...origins]).cors).toEqual(origins);
    expect(flagsOf(['--cors', 'http://a.example', '--cors', 'http://b.example']).cors).toEqual(origins);
    expect(readOptions('startMock', OPTIONS, { cors: origins })).toEqual({ cors: origins });
  });
});

test.each<[StartOptions, unknown]>([
  [{ planLimits: 'off' }, { planLimits: false }],
  [{ planLimits: false }, { planLimits: false }],
  [{ cors: 'http://localhost:3000' }, { cors: ['http://localhost:3000'] }],
  [{ cors: [] }, { cors: [] }],
  [{ fixtures: { things: [] } }, { fixtures: { things: [] } }],
  [{ timeouts: { headers: 1, request: 2 } }, { timeouts: { headers: 1, request: 2 } }],
])('the option %j means %j', (given, meaning) => {
  expect(readOptions('startMock', OPTIONS, given)).toEqual(meaning);
});

test('an option with the text of its flag works as the flag does', async () => {
  const { app } = await createMock({ planLimits: 'off', admin: 'off', cors: 'http://a.example' });
  const from = (origin: string) =>
    request(app).get('/v1/pets?limit=1').set('origin', origin).auth('demo-free', { type: 'bearer' });
  for (let sent = 0; sent < 61; sent += 1) expect((await from('http://a.example')).status).toBe(200);
  expect((await from('http://a.example')).headers['access-control-allow-origin']).toBe('http://a.example');
  expect((await from('http://b.example')).headers['access-control-allow-origin']).toBeUndefined();
  expect((await request(app).get('/__admin/health')).status).toBe(404);
});

describe('an option is refused', () => {
  test.each<[unknown, string]>([
    [{ planLimits: 'maybe' }, 'the option "planLimits" must be one of on, off, or true or false, not "maybe".'],
    [
      { cors: 'a.example' },
      'the option "cors" must be an origin such as http://localhost:3000, or *, or an array of them, not "a.example".',
    ],
    ...['*', 'http://a.example/app'].map((origin): [unknown, string] => [
      { adminOrigin: origin },
      `the option "adminOrigin" must be an origin such as http://localhost:5173, or an array of them, not "${origin}".`,
    ]),
    [{ banAfter: '10' }, 'the option "banAfter" must be a whole number from 0 to 1000000000, not "10".'],
    [{ seed: Number.NaN }, 'the option "seed" must be a whole number'],
    [
      { fixtures: 1001 },
      'the option "fixtures" must be a JSON file, examples, none, or a number up to 1000, or an object with an array',
    ],
    [{ keys: [] }, 'the option "keys" must be a JSON file, not an array of 0.'],
    [{ timeouts: { headers: 1 } }, 'the option "timeouts" must be an object of "headers" and "request"'],
    [
      { adminToken: 'my secret' },
      'the option "adminToken" must be a token of letters, digits and ._~+/-, not what was given.',
    ],
    [{ adminToken: 5 }, 'the option "adminToken" must be a token of letters, digits and ._~+/-, not what was given.'],
    [
      { planLimit: false },
      'there is no option "planLimit". Did you mean "planLimits"? It has port, host, tlsCert, tlsKey, timeouts,',
    ],
    [{ constructor: 1 }, 'there is no option "constructor"'],
    ['none', 'expected an object of options, not "none".'],
    [Promise.resolve({}), 'expected an object of options, not a promise: put `await` before what makes it.'],
    [null, 'expected an object of options, not null.'],
  ])('%j', async (options, message) => {
    await expect(start(options)).rejects.toThrow(TypeError);
    await expect(start(options)).rejects.toThrow(`startMock: ${message}`);
  });

  test('if it is for a port and the mock has none', async () => {
    await expect(createMock({ port: 1 } as MockOptions)).rejects.toThrow('createMock: there is no option "port"');
  });
});

test('an option that is undefined counts as not given', async () => {
  const mock = await start({ planLimits: undefined, fixtures: undefined, port: undefined, timeouts: undefined });
  await mock.close();
});

describe('records that a program gives', () => {
  test('are copied: changing them afterwards affects no world', async () => {
    const record = { id: 1n, name: 'Ann', categoryId: 9007199254740993n };
    const mock = await createMock({ fixtures: { pets: [record] } });
    record.name = 'Ben';
    const session = await mock.session();
    for (const key of ['demo-free', session.apiKeys.free ?? '']) {
      const { text } = await request(mock.app).get('/v1/pets/1').auth(key, { type: 'bearer' });
      expect(text).toBe('{"id":1,"name":"Ann","categoryId":9007199254740993}');
    }
  });

  test('are refused if they are not JSON', async () => {
    const loop: Record<string, unknown> = { id: 1 };
    loop.self = loop;
    await expect(createMock({ fixtures: { pets: [loop] } })).rejects.toThrow(ContractError);
    await expect(createMock({ fixtures: { pets: [{ id: 1, name: 'Ann', categoryId: Number.NaN }] } })).rejects.toThrow(
      'the field "categoryId" must be an integer of 64 bits, not null',
    );
  });
});
