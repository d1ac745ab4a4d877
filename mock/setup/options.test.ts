import request from 'supertest';
import { ContractError, createMock, type MockOptions, type StartOptions, startMock } from '../index';

/** What a program without types may pass. */
const start = (options: unknown) => startMock(options as StartOptions);

describe('an option is refused', () => {
  test.each<[unknown, string]>([
    [{ planLimits: 'off' }, 'the option "planLimits" must be true or false, not "off".'],
    [{ banAfter: 'x' }, 'the option "banAfter" must be a whole number from 0 to 1000000000, not "x".'],
    [{ banAfter: -1 }, 'the option "banAfter" must be a whole number from 0 to 1000000000, not -1.'],
    [{ banSeconds: 1.5 }, 'the option "banSeconds" must be a whole number from 0 to 1000000000, not 1.5.'],
    [{ log: 'loud' }, 'the option "log" must be one of "requests", "errors", "silent", not "loud".'],
    [{ cors: 'http://a.example' }, 'the option "cors" must be an array of origins'],
    [{ cors: ['a.example'] }, 'the option "cors" must be an array of origins'],
    [{ seed: Number.NaN }, 'the option "seed" must be a whole number'],
    [{ fixtures: 7 }, 'the option "fixtures" must be a file, "none", or an object'],
    [{ document: 5 }, 'the option "document" must be a file, a URL, or "-", not 5.'],
    [{ keys: [] }, 'the option "keys" must be a file, not an array of 0.'],
    [{ checkReplies: 1 }, 'the option "checkReplies" must be true or false, not 1.'],
    [{ port: 70_000 }, 'the option "port" must be a whole number from 0 to 65535, not 70000.'],
    [{ host: '' }, 'the option "host" must be an address, not "".'],
    [{ timeouts: { headers: 1 } }, 'the option "timeouts" must be an object of "headers" and "request"'],
    [{ admin: 'off' }, 'the option "admin" must be true or false, not "off".'],
    [{ maxSessions: -1 }, 'the option "maxSessions" must be a whole number from 0 to 1000000, not -1.'],
    [{ journal: 1e7 }, 'the option "journal" must be a whole number from 0 to 1000000, not 10000000.'],
    [
      { adminToken: 'my secret' },
      'the option "adminToken" must be a token of letters, digits and ._~+/-, not what was given.',
    ],
    [{ adminToken: '' }, 'the option "adminToken" must be a token of letters, digits and ._~+/-, not what was given.'],
    [{ adminToken: 5 }, 'the option "adminToken" must be a token of letters, digits and ._~+/-, not what was given.'],
    [{ planLimit: false }, 'there is no option "planLimit"; it has document, fixtures, keys, planLimits,'],
    [{ constructor: 1 }, 'there is no option "constructor"'],
    ['none', 'expected an object of options, not "none".'],
    [null, 'expected an object of options, not null.'],
  ])('%j', async (options, message) => {
    await expect(start(options)).rejects.toThrow(TypeError);
    await expect(start(options)).rejects.toThrow(`startMock: ${message}`);
  });

  test('where it is for a port and there is none', async () => {
    await expect(createMock({ port: 1 } as MockOptions)).rejects.toThrow('createMock: there is no option "port"');
  });
});

test('an option that is undefined is as good as none', async () => {
  const mock = await start({ planLimits: undefined, fixtures: undefined, port: undefined, timeouts: undefined });
  await mock.close();
});

describe('records that a program gives', () => {
  test('are copied: what it does with them afterwards changes nothing, in no world', async () => {
    const record = { id: 1n, name: 'Ann', categoryId: 9007199254740993n };
    const mock = await createMock({ fixtures: { pets: [record] } });
    record.name = 'Ben';
    const session = await mock.session();
    for (const key of ['demo-free', session.apiKeys.free ?? '']) {
      const { text } = await request(mock.app).get('/v1/pets/1').auth(key, { type: 'bearer' });
      expect(text).toBe('{"id":1,"name":"Ann","categoryId":9007199254740993}');
    }
  });

  test('are refused where they are no JSON', async () => {
    const loop: Record<string, unknown> = { id: 1 };
    loop.self = loop;
    await expect(createMock({ fixtures: { pets: [loop] } })).rejects.toThrow(ContractError);
    await expect(createMock({ fixtures: { pets: [{ id: 1, name: 'Ann', categoryId: Number.NaN }] } })).rejects.toThrow(
      '/categoryId must be an integer of 64 bits, not null',
    );
  });
});
