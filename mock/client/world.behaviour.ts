import type { FaultRule, WorldClient } from './model';
import type { RemoteWorldClient } from './remote/world';

/** A world, and requests to the API that belong to it. */
export interface WorldUnderTest {
  readonly world: WorldClient | RemoteWorldClient;
  /** What messages call it. */
  readonly caller: 'mock' | 'session';
  /** The value of the key of this name. */
  readonly keys: Readonly<Record<string, string>>;
  readonly baseUrl: string;
}

const NOON = '2026-11-19T12:00:00.000Z';
const PET = { id: 1, name: 'Rex', categoryId: 1 };
const SHOWN = 'must be an instant that the clock can show, such as 2026-11-24T12:00:00Z, not';

const RULE = 'a rule such as { status: 503, times: 1 }';
const SECONDS = 'a number of seconds, such as 60';
const INSTANT = "an instant: a Date, Unix milliseconds or a text such as '2026-11-24T12:00:00Z'";

/** What a program without types may hand over. */
const untyped = (value: unknown) => value as never;

/**
 * What a program can do with a world, whether the mock runs in its own process or in another. Each call is waited for, as
 * a test does that is to run in both ways.
 *
 * @param open gives a world that no other test uses meanwhile
 */
export function describeWorld(title: string, open: () => WorldUnderTest): void {
  describe(title, () => {
    const world = () => open().world;
    const ask = (key = 'free', path = '/pets?limit=1', init: RequestInit = {}) => {
      const { baseUrl, keys } = open();
      return fetch(baseUrl + path, { ...init, headers: { ...init.headers, authorization: `Bearer ${keys[key]}` } });
    };
    const post = (body: string) =>
      ask('free', '/pets', { method: 'POST', headers: { 'content-type': 'application/json' }, body });

    beforeEach(async () => {
      await world().reset();
      await world().clock.freeze();
      await world().clock.set(NOON);
    });

    test('moves the clock between two lines', async () => {
      const { clock, allowances } = world();
      await allowances.set('free', { left: { minute: 0 } });
      expect((await ask()).status).toBe(429);
      await clock.advance(61);
      expect(await clock.now()).toBe(Date.parse(NOON) + 61_000);
      expect((await ask()).status).toBe(200);
      await clock.set(new Date('2031-01-01T00:00:00Z'));
      expect((await ask()).headers.get('date')).toBe('Wed, 01 Jan 2031 00:00:00 GMT');
      await clock.set(0);
      expect([await clock.now(), await clock.frozen]).toEqual([0, true]);
      await clock.set('2040-01-01');
      await clock.advance(5e9);
      expect(await clock.now()).toBe(Date.UTC(2040, 0) + 5e12);
      expect((await clock.real()) - Date.now()).toBeCloseTo(0, -4);
      await clock.run();
      expect(await clock.frozen).toBe(false);
      await clock.reset();
      const [before, now, after] = [await clock.real(), await clock.now(), await clock.real()];
      expect([before <= now, now <= after]).toEqual([true, true]);
    });

    test('switches faults on and off', async () => {
      const { faults } = world();
      const fault = await faults.add({ status: 503, operationId: 'listPets', key: undefined, match: undefined });
      expect(fault).toEqual({ id: expect.any(String), rule: { status: 503, operationId: 'listPets' }, struck: 0 });
      expect((await ask()).status).toBe(503);
      expect(await faults.list()).toEqual([{ ...fault, struck: 1 }]);
      expect([await faults.remove(fault.id), await faults.remove(fault.id)]).toEqual([true, false]);
      // URLs fold this, which leads elsewhere.
      expect(await faults.remove('..')).toBe(false);
      await faults.add({ delayMs: 0 });
      expect(await faults.clear()).toBeUndefined();
      expect(await faults.list()).toEqual([]);
    });

    test('chooses what is done where the document leaves things open, until a reset', async () => {
      const { choices } = world();
      const at = ({ choices: all }: Awaited<ReturnType<typeof choices.get>>, wanted: string) =>
        all.find(({ id }) => id === wanted);
      const before = await choices.get();
      expect(before).toMatchObject({ vary: null, except: [] });
      expect(at(before, 'json.spacing')).toEqual({
        id: 'json.spacing',
        about: 'replies',
        question: 'Does JSON contain white space?',
        options: [
          { id: 'compact', means: 'None.', example: '{"id":1}' },
          { id: 'indented', means: 'A line for each property.', example: '{⏎  "id": 1⏎}' },
        ],
        left: ['compact', 'indented'],
        chosen: [],
        taken: ['compact'],
        by: 'default',
        varies: 'request',
        lawful: 'any (RFC 8259 §2)',
      });
      // As the suite writes a file, with members of its own.
      const file = {
        server: 'https://staging.example/v1',
        choices: {
          'json.spacing': { option: 'indented', because: 'seen' },
          'list.order': 'unknown',
          'headers.case': ['usual', 'lower'],
        },
      };
      const after = await choices.set(untyped(file));
      expect(await choices.get()).toEqual(after);
      expect(at(after, 'json.spacing')).toMatchObject({ taken: ['indented'], by: 'choice' });
      expect(at(after, 'list.order')).toMatchObject({ taken: ['by-id'], by: 'default' });
      expect(at(after, 'headers.case')).toMatchObject({ taken: ['usual', 'lower'], by: 'choice' });
      expect(await (await ask('free', '/pets/1')).text()).toMatch(/^\{\n {2}"id": 1,\n/);
      const varied = await choices.set({ vary: 7, except: ['ids', 'reads'] });
      expect(varied).toMatchObject({ vary: 7, except: ['ids', 'reads'] });
      expect(at(varied, 'ids')).toMatchObject({ taken: ['sequence'], by: 'default' });
      expect(at(varied, 'json.spacing')).toMatchObject({ taken: ['compact', 'indented'], by: 'vary' });
      await world().reset();
      expect(await choices.get()).toEqual(before);
      expect(await (await ask('free', '/pets/1')).text()).toMatch(/^\{"id":1,/);
    });

    test('shows and sets allowances', async () => {
      const { allowances } = world();
      const set = await allowances.set('pro', { used: { minute: 299 }, bannedSeconds: 30 });
      expect(set).toMatchObject({ name: 'pro', bannedUntil: '2026-11-19T12:00:30.000Z', windows: [{ left: 1 }, {}] });
      expect(await allowances.list()).toContainEqual(set);
    });

    test('sees the requests that match', async () => {
      await ask();
      await ask('pro', '/pets/1');
      expect(await world().requests()).toMatchObject([
        { operationId: 'getPet' },
        { operationId: 'listPets', key: 'free' },
      ]);
      expect(await world().requests({ key: 'pro', status: '2XX', since: NOON })).toMatchObject([
        { path: '/v1/pets/1' },
      ]);
      expect(await world().requests({ body: {} })).toEqual([]);
      expect(await world().clearRequests()).toBeUndefined();
      expect(await world().requests()).toEqual([]);
    });

    test('finds a body by an int64, to the last digit', async () => {
      await post('{"name":"x","categoryId":9007199254740993}');
      expect(await world().requests({ body: { categoryId: 9007199254740993n } })).toHaveLength(1);
      expect(await world().requests({ body: { categoryId: 9007199254740992n } })).toEqual([]);
    });

    test('takes a world and puts it back', async () => {
      await world().restore({ records: { pets: [{ ...PET, id: 9007199254740993n }] }, faults: undefined });
      const state = await world().state();
      expect(state).toMatchObject({
        records: { pets: [{ id: 9007199254740993n }] },
        clock: { now: NOON, frozen: true },
      });
      expect(await world().reset()).toBeUndefined();
      expect((await world().state()).records.pets).toHaveLength(126);
      expect(await world().restore(state)).toBeUndefined();
      const again = await world().state();
      expect({ ...again, clock: null }).toEqual({ ...state, clock: null });
      expect(again.clock).toMatchObject({ now: NOON, frozen: true });
    });

    test('is not changed by what the caller does to a value that it gave', async () => {
      const { faults } = world();
      const rule: FaultRule = { status: 503 };
      const adding = faults.add(rule);
      Object.assign(rule, { status: 200 });
      expect((await adding).rule).toEqual({ status: 503 });
      expect(await faults.list()).toMatchObject([{ rule: { status: 503 } }]);
    });

    describe('what can not be is a TypeError that names the call, and what it expects', () => {
      const circular: Record<string, unknown> = {};
      circular.self = circular;
      const keyNames = () => Object.keys(open().keys).join(', ');

      test.each<readonly [string, (client: WorldUnderTest['world']) => unknown, string | (() => string)]>([
        ['no rule', ({ faults }) => faults.add(untyped(undefined)), `faults.add: expected ${RULE}, not undefined.`],
        ['a text for a rule', ({ faults }) => faults.add(untyped('503')), `faults.add: expected ${RULE}, not "503".`],
        ['rules', ({ faults }) => faults.add(untyped([{}])), `faults.add: expected ${RULE}, not an array of 1.`],
        [
          'a promise of a rule',
          ({ faults }) => faults.add(untyped(Promise.resolve({}))),
          `faults.add: expected ${RULE}, not a promise: put \`await\` before what makes it.`,
        ],
        [
          'a number for the id of a fault',
          ({ faults }) => faults.remove(untyped(1)),
          "faults.remove: expected the id of a fault, a text such as '1', not 1.",
        ],
        [
          'a fault for its id',
          ({ faults }) => faults.remove(untyped({ id: '1' })),
          "faults.remove: expected the id of a fault, a text such as '1', not an object.",
        ],
        [
          'NaN',
          ({ faults }) => faults.add({ delayMs: Number.NaN }),
          'faults.add: the field "delayMs" must be an integer or an object, not null.',
        ],
        [
          'a rule that contains itself',
          ({ faults }) => faults.add(untyped(circular)),
          "faults.add: the rule can't be written as JSON: it contains itself, or JSON has no word for it.",
        ],
        [
          'a key that there is not',
          ({ allowances }) => allowances.set(untyped('unknown/'), { left: { minute: 1 } }),
          () => `allowances.set: there is no key "unknown/"; there is ${keyNames()}.`,
        ],
        [
          'a key that no address can name',
          ({ allowances }) => allowances.set(untyped('..'), { left: { minute: 1 } }),
          () => `allowances.set: there is no key ".."; there is ${keyNames()}.`,
        ],
        [
          'no name of a key',
          ({ allowances }) => allowances.set(untyped(undefined), { left: {} }),
          'allowances.set: expected the name of a key, a text, not undefined.',
        ],
        [
          'a name alone',
          ({ allowances }) => allowances.set('free', untyped(undefined)),
          'allowances.set: expected a change such as { left: { minute: 0 } }, not undefined.',
        ],
        [
          'no change',
          ({ allowances }) => allowances.set('free', {}),
          'allowances.set: the change must be an object of 1 or more properties, not {}.',
        ],
        [
          'a window that the plan does not have',
          ({ allowances }) => allowances.set('free', { left: untyped({ hour: 0 }) }),
          'allowances.set: the field "left.hour" is no window of the plan Free; it has minute, day.',
        ],
        [
          'an unspecified behaviour that there is not',
          ({ choices }) => choices.set({ choices: untyped({ 'list.ordr': 'any' }) }),
          'choices.set: the field "choices[\'list.ordr\']": there is no unspecified behaviour "list.ordr"; did you mean "list.order"?',
        ],
        [
          'no choices',
          ({ choices }) => choices.set(untyped(7)),
          'choices.set: expected a change such as { vary: 7 }, or { choices: {} } for none, not 7.',
        ],
        [
          'a text for a pattern',
          ({ requests }) => requests(untyped('/pets')),
          'requests: expected a pattern such as { status: 404 }, or none, not "/pets".',
        ],
        [
          'a leap second',
          ({ requests }) => requests({ since: '2016-12-31T23:59:60Z' }),
          `requests: the field "since" ${SHOWN} "2016-12-31T23:59:60Z".`,
        ],
        [
          'no state',
          ({ restore }) => restore(untyped(null)),
          'restore: expected a state such as state() returns, or some of its members, not null.',
        ],
        ['the clock back', ({ clock }) => clock.advance(-1), 'clock.advance: the number must be at least 0, not -1.'],
        ['the clock by NaN', ({ clock }) => clock.advance(Number.NaN), `clock.advance: expected ${SECONDS}, not NaN.`],
        [
          'the clock by a text',
          ({ clock }) => clock.advance(untyped('61')),
          `clock.advance: expected ${SECONDS}, not "61".`,
        ],
        [
          'the clock too far',
          ({ clock }) => clock.advance(1e12),
          'clock.advance: the number leads beyond the year 9999.',
        ],
        [
          'the clock endlessly',
          ({ clock }) => clock.advance(Number.POSITIVE_INFINITY),
          'clock.advance: the number leads beyond the year 9999.',
        ],
        [
          'the clock to seconds, as a reply has them',
          ({ clock }) => clock.set(1_795_527_804),
          'clock.set: the argument must be Unix milliseconds, not 1795527804, which looks like seconds: ' +
            'new Date(1795527804 * 1000).',
        ],
        ['the clock to a word', ({ clock }) => clock.set('tomorrow'), `clock.set: the argument ${SHOWN} "tomorrow".`],
        [
          'the clock to no date',
          ({ clock }) => clock.set(new Date(Number.NaN)),
          `clock.set: the argument ${SHOWN} Invalid Date.`,
        ],
        ['the clock to null', ({ clock }) => clock.set(untyped(null)), `clock.set: expected ${INSTANT}, not null.`],
        [
          'the clock to the year 10000',
          ({ clock }) => clock.set(Date.UTC(10_000, 0)),
          `clock.set: the argument ${SHOWN} 253402300800000.`,
        ],
      ])('%s', async (_, call, message) => {
        const { caller } = open();
        const before = await world().state();
        const chosen = await world().choices.get();
        const expected = new TypeError(`${caller}.${typeof message === 'string' ? message : message()}`);
        await expect(async () => call(world())).rejects.toThrow(expected);
        await expect(async () => call(world())).rejects.toBeInstanceOf(TypeError);
        const after = await world().state();
        expect({ ...after, clock: null }).toEqual({ ...before, clock: null });
        expect(after.clock).toMatchObject({ now: NOON, frozen: true });
        expect(await world().choices.get()).toEqual(chosen);
      });
    });
  });
}
