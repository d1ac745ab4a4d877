import { setTimeout as pause } from 'node:timers/promises';
import { ENDED } from '../../../errors/problems';
import type { SessionTerms } from '../../stores/sessions';
import { StoreUnavailable } from '../../stores/store';
import { connect, type LastingConnection } from '../connection/connection';
import { onRedis } from '../testing/on-redis';
import { issuedKey, makeReplica, type Replica } from '../testing/replica';

/** `SESSIONS=1000 npx jest mock/world/redis/sessions/session-worlds` tries so many. */
const SESSIONS = Number(process.env.SESSIONS ?? 200);

onRedis('the sessions of two replicas on one Redis', ({ connection, server }) => {
  const PET = { id: 3, name: 'Kiwi', categoryId: 1 };
  const OPTIONS = {
    fixtures: new Map([['pets', new Map([[PET.id, PET]])]]),
    ...{ keys: [issuedKey('ann', 1000), issuedKey('ben', 1000)], maxSessions: 2000, journalSize: 10 },
  };
  let here: Replica;
  let there: Replica;
  /** How many keys there are while no session is open. */
  let keysBefore = 0;
  const keysNow = async () => Number(await connection.send('', ['DBSIZE']));

  beforeAll(async () => {
    here = await makeReplica(await connect({ url: server.url }), OPTIONS);
    there = await makeReplica(await connect({ url: server.url }), OPTIONS);
    // A client without a valid key has an account with the mock itself.
    await here.ask('none', 'GET', '/v1/pets');
    while ((await here.worlds.main.state.journal.count({})).count === 0) await pause(1);
    keysBefore = await keysNow();
  });
  afterAll(async () => {
    await here.worlds.leave();
    await there.worlds.leave();
  });

  /** Waits until nothing of any session is left. */
  const nothingLeft = async () => {
    for (let tries = 0; tries < 1000 && (await keysNow()) !== keysBefore; tries += 1) await pause(5);
    expect(await keysNow()).toBe(keysBefore);
  };

  it('begin at each with as many records as were asked for', async () => {
    const { id, apiKeys } = await here.worlds.open({ fixtures: 4 });
    const listed = await Promise.all([there, here].map(({ ask }) => ask(apiKeys.ben ?? '', 'GET', '/v1/pets')));
    for (const reply of listed) expect(await reply.json()).toHaveLength(4);
    await there.worlds.close(id);
    await nothingLeft();
  });

  it('are refused also by a replica that has heard of nothing, though its copy says that they are open', async () => {
    const own = await connect({ url: server.url });
    const deaf = await makeReplica({ ...own, subscribe: async () => () => {} }, OPTIONS);
    for (const opener of [here, deaf]) {
      const { id, apiKeys } = await opener.worlds.open();
      const key = apiKeys.ben ?? '';
      expect((await deaf.ask(key, 'GET', '/v1/pets/3')).status).toBe(200);
      await there.worlds.close(id);
      const asked = [
        deaf.ask(key, 'GET', '/v1/pets/3'),
        deaf.ask(key, 'POST', '/v1/pets', { name: 'Rex', categoryId: 1 }),
      ];
      for (const reply of await Promise.all(asked)) {
        expect([reply.status, await reply.json()]).toEqual([401, expect.objectContaining({ message: ENDED })]);
      }
      expect(deaf.worlds.isOpen(id)).toBe(false);
      expect((await deaf.control('DELETE', `/sessions/${id}`)).status).toBe(404);
    }
    await deaf.worlds.leave();
    await nothingLeft();
  });

  /** Does all that there is to do in a session, at both replicas, and closes it unless it is to expire. */
  const live = async (nth: number): Promise<void> => {
    const [one, other] = nth % 2 === 0 ? [here, there] : [there, here];
    const isClosed = nth % 4 < 2;
    const terms: SessionTerms = {
      fixtures: nth % 3 === 0 ? new Map([['pets', new Map([[7, { ...PET, id: 7 }]])]]) : undefined,
      timeToLiveMs: isClosed ? 60_000 : 3000,
    };
    const { id, apiKeys } = await one.worlds.open(terms);
    const key = apiKeys.ann ?? '';
    await one.ask(key, 'POST', '/v1/pets', { name: 'Rex', categoryId: 1 });
    if (nth % 3 === 0) {
      await Promise.all([
        other.ask(key, 'POST', '/v1/pets', { name: 'Rex', categoryId: 1 }),
        one.control('POST', `/sessions/${id}/faults`, { status: 503, path: '/v1/pets', times: 1 }),
      ]);
      await other.ask(key, 'DELETE', '/v1/pets/3');
    }
    if (nth % 5 === 0) await other.control('POST', `/sessions/${id}/reset`);
    if (nth % 7 === 0) await (await one.control('GET', `/sessions/${id}/state`)).text();
    if (nth % 5 === 0) await one.ask(key, 'POST', '/v1/pets', { name: 'Rex', categoryId: 1 });
    if (isClosed) expect((await (nth % 8 < 2 ? one : other).control('DELETE', `/sessions/${id}`)).status).toBe(204);
    // What comes too late, and what is under way as it ends.
    if (nth % 16 === 0) await Promise.all([one.ask(key, 'GET', '/v1/pets'), other.ask(key, 'GET', '/v1/pets')]);
  };

  it(`leave nothing in Redis, ${SESSIONS} of them, closed or expired`, async () => {
    const numbers = Array.from({ length: SESSIONS }, (_, nth) => nth).values();
    const client = async (): Promise<void> => {
      for (const nth of numbers) await live(nth);
    };
    await Promise.all(Array.from({ length: 8 }, client));
    while ((await here.worlds.sessions()).length > 0) await pause(20);
    await nothingLeft();
  }, 180_000);

  it('leave nothing where a replica has died while it opened or closed one', async () => {
    for (let lasts = 1; lasts <= 40; lasts += 4) {
      const own = await connect({ url: server.url });
      let left = Number.POSITIVE_INFINITY;
      /** Nothing comes through any more once the replica has died. */
      const alive = (): void => {
        left -= 1;
        if (left < 0) throw new StoreUnavailable('It has died.');
      };
      const dying: LastingConnection = {
        ...own,
        async run(...args) {
          alive();
          return own.run(...args);
        },
        async send(...args) {
          alive();
          return own.send(...args);
        },
      };
      const replica = await makeReplica(dying, OPTIONS);
      left = lasts;
      await replica.worlds
        .open()
        .then(async ({ id }) => replica.worlds.close(id))
        .catch(() => {});
      left = 0;
      await own.close();
    }
    for (const { id } of await here.worlds.sessions()) await there.worlds.close(id);
    // As if the replicas that were to remove something had had their time.
    const leaving = 'test{test}:sessions:leaving';
    for (const id of (await connection.send(leaving, ['ZRANGE', leaving, '0', '-1'])) as readonly string[])
      await connection.send(leaving, ['ZADD', leaving, 'XX', '0', id]);
    const late = await makeReplica(await connect({ url: server.url }), OPTIONS);
    await nothingLeft();
    await late.worlds.leave();
  }, 20_000);

  it('leave nothing where they end while they are opened, or while they are reset', async () => {
    for (let nth = 0; nth < 20; nth += 1) {
      const opening = here.worlds.open();
      const ended = (async () => {
        for (let turn = 0; turn < nth; turn += 1) await new Promise(setImmediate);
        for (const { id } of await there.worlds.sessions()) await there.worlds.close(id);
      })();
      const opened = await opening.catch(() => undefined);
      await ended;
      if (opened === undefined) continue;
      const resetting = Promise.allSettled([opened.world.reset(), opened.world.replaceRecords(new Map())]);
      for (let turn = 0; turn < nth; turn += 1) await new Promise(setImmediate);
      await there.worlds.close(opened.id);
      await resetting;
    }
    expect(await there.worlds.sessions()).toEqual([]);
    // What was begun meanwhile is given some seconds, like what requests use that began before a reset.
    const left = (await connection.send('', ['KEYS', '*'])) as readonly string[];
    const lasting = await Promise.all(left.map(async (key) => connection.send(key, ['PTTL', key])));
    expect(lasting.filter((milliseconds) => milliseconds === -1)).toHaveLength(keysBefore);
  });
});
