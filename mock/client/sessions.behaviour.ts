import type { Mock, StartOptions } from '../index';
import type { ConnectedMock } from './remote/connect';

type Session = Awaited<ReturnType<Mock['session'] | ConnectedMock['session']>>;
type MockUnderTest = (Mock | ConnectedMock) & { readonly baseUrl: string };

/** Every call of a world, by its name. */
const CALLS: readonly (readonly [string, (client: Session | MockUnderTest) => unknown])[] = [
  ['clock.now', ({ clock }) => clock.now()],
  ['clock.frozen', ({ clock }) => clock.frozen],
  ['clock.advance', ({ clock }) => clock.advance(1)],
  ['clock.reset', ({ clock }) => clock.reset()],
  ['faults.add', ({ faults }) => faults.add({ status: 503 })],
  ['faults.list', ({ faults }) => faults.list()],
  ['faults.remove', ({ faults }) => faults.remove('1')],
  ['allowances.list', ({ allowances }) => allowances.list()],
  ['allowances.set', ({ allowances }) => allowances.set('free', { left: { minute: 1 } })],
  ['choices.get', ({ choices }) => choices.get()],
  ['choices.set', ({ choices }) => choices.set({ choices: {} })],
  ['requests', ({ requests }) => requests()],
  ['clearRequests', ({ clearRequests }) => clearRequests()],
  ['state', ({ state }) => state()],
  ['restore', ({ restore }) => restore({ records: {} })],
  ['reset', ({ reset }) => reset()],
];

/** What a program without types may hand over. */
const untyped = (value: unknown) => value as never;

/**
 * How a program opens sessions, whether the mock runs in its own process or in another.
 *
 * @param start gives a mock with these options, which ends by itself
 */
export function describeSessionClients(title: string, start: (options: StartOptions) => Promise<MockUnderTest>): void {
  describe(title, () => {
    let mock: MockUnderTest;
    beforeAll(async () => {
      mock = await start({});
    });

    test('opens a session, and closes it', async () => {
      const get = (key = '') => fetch(`${mock.baseUrl}/pets?limit=1`, { headers: { authorization: `Bearer ${key}` } });
      const session = await mock.session({
        fixtures: 'none',
        plans: { Free: { minute: 3 } },
        seed: 7,
        name: undefined,
      });
      expect(session.name).toBeUndefined();
      expect(Object.keys(session.apiKeys)).toEqual(['free', 'pro', 'business', 'enterprise']);
      expect(await (await get(session.apiKeys.free)).json()).toEqual([]);
      expect(await session.requests()).toHaveLength(1);
      expect(await mock.requests()).toEqual([]);
      await session.clock.set('2040-01-01T00:00:00Z');
      expect((await mock.clock.now()) - Date.now()).toBeCloseTo(0, -4);
      await session.close();
      await session.close();
      expect((await get(session.apiKeys.free)).status).toBe(401);
    });

    test.each(CALLS)('%s of a session that was closed here says so', async (name, use) => {
      const session = await mock.session();
      await session.close();
      await expect(async () => use(session)).rejects.toThrow(
        new Error(`session.${name}: this session is closed: close() was called before.`),
      );
    });

    test.each(CALLS)('%s of a session that was ended elsewhere says so', async (name, use) => {
      const session = await mock.session();
      const ofSession = new URL(`/__admin/sessions/${session.id}`, mock.baseUrl);
      const authorization = 'Bearer a-token-of-this-test';
      expect((await fetch(ofSession, { method: 'DELETE', headers: { authorization } })).status).toBe(204);
      const ended = new Error(`session.${name}: there is no session "${session.id}"; it may have ended.`);
      await expect(async () => use(session)).rejects.toThrow(ended);
      await expect(async () => use(session)).rejects.not.toBeInstanceOf(TypeError);
    });

    test('of a mock that is closed, and of its sessions, each call says so by its name; to close it again is fine', async () => {
      const closed = await start({});
      const session = await closed.session();
      const { fetch: ask } = closed;
      await closed.close();
      await closed.close();
      await session.close();
      const saysSo = async (name: string, call: () => unknown) => {
        const reason = await (async () => call())().catch((error: unknown) => error);
        expect([name, String(reason)]).toEqual([
          name,
          expect.stringContaining(`Error: ${name}: this mock is closed: `),
        ]);
      };
      for (const [name, call] of CALLS) {
        await saysSo(`mock.${name}`, () => call(closed));
        await saysSo(`session.${name}`, () => call(session));
      }
      await saysSo('mock.session', () => closed.session());
      await saysSo('mock.fetch', () => ask('/v1/pets'));
    });

    test('opens no session that would outlast it, where it is closed meanwhile', async () => {
      const closed = await start({});
      const opening = closed.session();
      await Promise.all([closed.close(), expect(opening).rejects.toThrow('mock.session: this mock is closed')]);
    });

    test('is closed where its block ends, and so is a session', async () => {
      const mock = await start({});
      const session = await mock.session();
      await session[Symbol.asyncDispose]();
      await expect(session.requests()).rejects.toThrow('this session is closed');
      await mock[Symbol.asyncDispose]();
      await expect(mock.requests()).rejects.toThrow('this mock is closed');
    });

    test('opens a session with choices of its own, and with those of the mock where it names none', async () => {
      const chosen = await start({ choices: { 'json.spacing': 'indented' }, vary: 7 });
      const [heir, own, none] = [
        await chosen.session({ except: ['ids'] }),
        await chosen.session({ choices: { 'list.order': ['any'] }, vary: null }),
        await chosen.session({ choices: {}, vary: null }),
      ];
      const of = async ({ choices }: Session | MockUnderTest) => {
        const { vary, except, choices: all } = await choices.get();
        const taken = all.filter(({ by }) => by === 'choice').map(({ id, taken }) => [id, ...taken].join(' '));
        return [vary, except, taken];
      };
      expect(await of(chosen)).toEqual([7, [], ['json.spacing indented']]);
      expect(await of(heir)).toEqual([7, ['ids'], ['json.spacing indented']]);
      expect(await of(own)).toEqual([null, [], ['list.order any']]);
      expect(await of(none)).toEqual([null, [], []]);
      const get = async (key = '') =>
        (await fetch(`${chosen.baseUrl}/pets/1`, { headers: { authorization: `Bearer ${key}` } })).text();
      expect(await get(none.apiKeys.free)).toBe('{"id":1,"name":"Biscuit","categoryId":1,"status":"available"}');
      expect(await get(heir.apiKeys.free)).toContain('\n');
    });

    test('calls a session by the name that it was given, on one line, and by none if nothing is left of it', async () => {
      expect((await mock.session({ name: 'checkout: pays twice' })).name).toBe('checkout: pays twice');
      expect((await mock.session({ name: ' pays\ntwice ' })).name).toBe('pays twice');
      expect((await mock.session({ name: '\t' })).name).toBeUndefined();
    });

    test.each<readonly [string, unknown, string]>([
      [
        'an option that there is not',
        { choices: { 'list.order': 'newest' } },
        'mock.session: the field "choices[\'list.order\']": list.order has no option "newest"; it has by-id, newest-first, any.',
      ],
      ['no options', 'none', 'mock.session: expected options such as { seed: 7 }, or none, not "none".'],
      ['null', null, 'mock.session: expected options such as { seed: 7 }, or none, not null.'],
    ])('refuses %s as the control plane does', async (_, options, message) => {
      await expect(async () => mock.session(untyped(options))).rejects.toThrow(new TypeError(message));
    });

    test('refuses one session too many, though nothing is wrong with what was asked for', async () => {
      const small = await start({ maxSessions: 1 });
      const session = await small.session();
      const refused = await small.session().catch((error: unknown) => (error instanceof Error ? error : undefined));
      expect(refused).toMatchObject({ name: 'Error', message: expect.stringMatching(/which is the most\. Close one/) });
      await session.close();
      expect((await small.session()).id).not.toBe(session.id);
    });

    test('refuses an allowance where requests cost no quota', async () => {
      const unlimited = await start({ planLimits: false });
      const set = unlimited.allowances.set('free', { left: { minute: 1 } });
      await expect(set).rejects.toThrow(
        new TypeError('mock.allowances.set: requests cost no quota here: start the mock with --plan-limits on.'),
      );
    });

    test('asks the mock without its port', async () => {
      const headers = { authorization: 'Bearer demo-free', 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: '{"name":"Rex","categoryId":9007199254740993}' };
      const answers = [
        await mock.fetch('/v1/pets', init),
        await mock.fetch(new URL('https://api.example.test/v1/pets'), init),
        await mock.fetch(new Request('https://api.example.test/v1/pets', init)),
      ];
      const texts = await Promise.all(answers.map((answer) => answer.text()));
      expect(texts.map((text) => text.replace(/^.*?,/, ''))).toEqual(
        Array(3).fill('"name":"Rex","categoryId":9007199254740993}'),
      );
      expect(await mock.requests({ method: 'POST', status: '201' })).toHaveLength(3);
      for (const [given, shown] of [
        [5, '5'],
        ['http://', '"http://"'],
        [Promise.resolve('/v1/pets'), 'a promise: put `await` before what makes it'],
      ]) {
        const reason = await mock.fetch(untyped(given)).catch((error: unknown) => error);
        expect(String(reason)).toBe(`TypeError: mock.fetch: expected a path, a URL or a Request, not ${shown}.`);
      }
    });
  });
}
