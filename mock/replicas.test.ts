import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { packageFile } from '../openapi/package/package-file';
import { startProgram } from '../openapi/program/testing/child';
import { sampleOf } from '../openapi/program/testing/samples';
import { until } from '../openapi/program/testing/until';
import { startMock } from './index';
import { resourceAt } from './testing/asking';
import { editedDocument } from './testing/edited';
import { askerAt, type SeenReplica, startBalancer, startReplica, type Told } from './testing/replicas';

import { startCluster } from './world/redis/testing/redis-cluster';
import { hasRedis, startRedis } from './world/redis/testing/redis-server';

const TOY = {
  type: 'object',
  properties: { id: { type: 'integer', format: 'int64' }, name: { type: 'string' } },
  additionalProperties: { type: 'integer' },
};
/** With a kind of record that can be changed and removed. */
const DOCUMENT = editedDocument((document) => resourceAt(document, '/toys', TOY));
const FIXTURES = packageFile('fixtures/animals.json');
const SUITE = join(__dirname, '../dist/bin/animal-store-conformance.js');

/** A Redis with the user that the papers have for it, who may use just the commands that are needed. */
async function startForUser() {
  const { url, port, stop } = await startRedis();
  const [command = ''] = sampleOf('replicas-user').split(/\n(?=ANIMAL)/);
  execFileSync('bash', ['-c', command.replace('redis-cli', `redis-cli -p ${port}`)]);
  return { url: url.replace('//', '//mock:a-password@'), stop };
}

/** How many replies have each status. */
function statuses(replies: readonly Told[]): Readonly<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const described = hasRedis() ? describe : describe.skip;

described.each([
  { on: 'one Redis', startStore: startForUser, isWhole: true },
  { on: 'a cluster of three masters', startStore: startCluster, isWhole: false },
])('three replicas on $on', ({ startStore, isWhole }) => {
  let store: { readonly url: string; stop(): Promise<void> };
  let flags: readonly string[] = [];
  let replicas: readonly SeenReplica[] = [];
  const replica = (place: number): SeenReplica => {
    const one = replicas[place % replicas.length];
    if (one === undefined) throw new Error('none was started');
    return one;
  };
  /** The same of each replica, one after the other. */
  const ofEach = async <Result>(ask: (one: SeenReplica, place: number) => Promise<Result>): Promise<Result[]> => {
    const results: Result[] = [];
    for (const [place, one] of replicas.entries()) results.push(await ask(one, place));
    return results;
  };
  /** So many requests at once, each to the next replica. */
  const atOnce = (count: number, ask: (one: SeenReplica, place: number) => Promise<Told>): Promise<Told[]> =>
    Promise.all(Array.from({ length: count }, (__, place) => ask(replica(place), place)));
  beforeAll(async () => {
    store = await startStore();
    flags = ['--store', store.url, '--document', DOCUMENT, '--fixtures', FIXTURES, '--check-replies'];
    // The first one stores the fixtures, the others join.
    replicas = await Promise.all([0, 1, 2].map(() => startReplica(flags)));
  });
  afterAll(async () => {
    await Promise.all(replicas.map((one) => one.stop()));
    await store.stop();
  });
  beforeEach(() => replica(0).control('POST', '/reset'));
  afterEach(() => expect(replicas.map(({ stderr }) => stderr()).join('')).not.toMatch(/FAULT|BROKEN/));

  test('give each record an id of its own, and show what any of them has stored, changed or removed', async () => {
    const made = await atOnce(30, (one, place) => one.ask('POST', '/pets', { name: `P${place}`, categoryId: 7 }));
    const ids: number[] = made.map(({ json }) => json.id);
    expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (__, place) => 127 + place));
    for (const [place, id] of ids.entries()) {
      const { json } = await replica(place + 1).ask('GET', `/pets/${id}`);
      expect(json).toEqual(made[place]?.json);
    }
    const lists = await ofEach((one) => one.ask('GET', '/pets?status=sold&limit=100'));
    expect(lists[0]?.json.length).toBeGreaterThan(20);
    expect(lists.map(({ json }) => json)).toEqual([lists[0]?.json, lists[0]?.json, lists[0]?.json]);

    const { json: toy } = await replica(0).ask('POST', '/toys', { name: 'ball' });
    await atOnce(12, (one, place) => one.ask('PATCH', `/toys/${toy.id}`, { [`m${place}`]: place }));
    const { json: patched } = await replica(1).ask('GET', `/toys/${toy.id}`);
    expect(Object.keys(patched)).toHaveLength(2 + 12);
    const removed = await atOnce(3, (one) => one.ask('DELETE', `/toys/${toy.id}`));
    expect(statuses(removed)).toEqual({ 204: 1, 404: 2 });
    expect((await ofEach((one) => one.ask('GET', '/toys'))).map(({ json }) => json)).toEqual([[], [], []]);
    const { json: next } = await replica(2).ask('POST', '/toys', { name: 'rope' });
    expect(next.id).toBe(toy.id + 1);
  });

  test('serve exactly what a key may have, at any time of one clock, and ban it together', async () => {
    await replica(0).control('PUT', '/clock', { action: 'freeze' });
    const first = await atOnce(69, (one) => one.ask('GET', '/pets?limit=1', undefined, 'demo-free'));
    expect(statuses(first)).toEqual({ 200: 60, 429: 9 });
    const left = first
      .filter(({ status }) => status === 200)
      .map(({ headers }) => headers.get('x-ratelimit-remaining'));
    expect(new Set(left).size).toBe(60);
    await replica(1).control('PUT', '/clock', { action: 'advance', seconds: 60 });
    const [again] = await atOnce(1, (__, place) =>
      replica(place + 2).ask('GET', '/pets?limit=1', undefined, 'demo-free'),
    );
    expect([again?.status, again?.headers.get('x-ratelimit-remaining')]).toEqual([200, '59']);
    const clocks = await ofEach((one) => one.control('GET', '/clock'));
    expect(new Set(clocks.map(({ json }) => (json as { now: string }).now)).size).toBe(1);
    const dates = await ofEach((one) => one.ask('GET', '/pets?limit=1'));
    expect(new Set(dates.map(({ headers }) => headers.get('x-ratelimit-reset'))).size).toBe(1);

    // Ten refusals in a row, wherever they are asked for.
    await replica(2).control('PUT', '/allowances/free', { left: { minute: 0 } });
    await atOnce(10, (one) => one.ask('GET', '/pets?limit=1', undefined, 'demo-free'));
    const [banned] = await ofEach((one) => one.control('GET', '/allowances'));
    expect(banned?.json).toContainEqual(expect.objectContaining({ name: 'free', bannedUntil: expect.any(String) }));
    await replica(1).control('PUT', '/allowances/free', { bannedSeconds: 0, left: { minute: 3 } });
    const last = await atOnce(9, (one) => one.ask('GET', '/pets?limit=1', undefined, 'demo-free'));
    expect(statuses(last)).toEqual({ 200: 3, 429: 6 });
  });

  test('let a fault apply as often as it says in all, and note all requests in one order', async () => {
    const { json: fault } = await replica(1).control('POST', '/faults', { status: 500, times: 3 });
    const replies = await atOnce(9, (one) => one.ask('GET', '/pets?limit=1'));
    expect(statuses(replies)).toEqual({ 200: 6, 500: 3 });
    await replica(2).control('POST', '/faults', { status: 503, match: { method: 'POST' } });
    expect((await replica(0).ask('POST', '/pets', { name: 'A', categoryId: 1 })).status).toBe(503);
    await replica(0).control('DELETE', '/faults');
    expect((await replica(1).ask('POST', '/pets', { name: 'A', categoryId: 1 })).status).toBe(201);

    const journal = await ofEach(async (one) => {
      await until(async () => (await one.control('POST', '/requests/count', {})).text === '{"count":11,"forgotten":0}');
      return (await one.control('GET', '/requests')).json;
    });
    expect(journal[0]).toHaveLength(11);
    expect(journal.map((entries) => JSON.stringify(entries) === JSON.stringify(journal[0]))).toEqual([
      true,
      true,
      true,
    ]);
    // Its body is known by its document.
    const entries = journal[0] as readonly { readonly id: number; readonly fault: string | null }[];
    expect(entries.map(({ id }) => id)).toEqual(entries.map((__, place) => 11 - place));
    const { id } = fault as { readonly id: string };
    expect(entries.filter((entry) => entry.fault === id)).toHaveLength(3);
  });

  test('stream what happens at any of them to the clients of each', async () => {
    const seen = ['', '', ''];
    const leave = new AbortController();
    await ofEach(async (one, place) => {
      const url = new URL('/__admin/requests/stream', one.baseUrl);
      const { body } = await fetch(url, { signal: leave.signal });
      void (async () => {
        for await (const chunk of body ?? []) seen[place] += Buffer.from(chunk).toString();
      })().catch(() => {});
    });
    const idsSeen = (): readonly (readonly number[])[] =>
      seen.map((text) => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id)));
    // Nothing is missed that comes after the head of the reply.
    expect((await replica(0).ask('GET', '/pets?limit=1')).status).toBe(200);
    await until(() => idsSeen().every((ids) => ids.length > 0));
    await ofEach((one, place) => one.ask('GET', `/pets/${place + 1}`));
    // A reply does not wait for its entry in the journal.
    let last: readonly number[] = [];
    await until(async () => {
      const { json } = await replica(1).control('GET', '/requests?limit=3');
      const newest = json as readonly { readonly id: number; readonly path: string }[];
      last = newest.map(({ id }) => id).reverse();
      return newest.every(({ path }) => /\/pets\/[123]$/.test(path));
    });
    await until(() => idsSeen().every((ids) => ids.at(-1) === last.at(-1)));
    expect(idsSeen().map((ids) => ids.slice(-3))).toEqual([last, last, last]);
    expect(idsSeen().map((ids) => new Set(ids).size === ids.length)).toEqual([true, true, true]);
    await replica(1).control('POST', '/faults', { status: 500, times: 1 });
    await until(() => seen.every((text) => text.includes('event: change')));
    await replica(2).control('POST', '/reset');
    await replica(0).ask('GET', '/pets?limit=1');
    await until(() => idsSeen().every((ids) => ids.at(-1) === 1));
    leave.abort();
  });

  test('have the same sessions: opened at one, used and closed at others', async () => {
    const { json } = await replica(0).control('POST', '/sessions', {
      name: 'shared',
      fixtures: 'none',
      plans: { Free: { minute: 5 } },
    });
    const { id, apiKeys } = json as { readonly id: string; readonly apiKeys: Readonly<Record<string, string>> };
    // Each joins its world once, though several requests ask for it at once.
    const first = await atOnce(9, (one) => one.ask('GET', '/pets', undefined, apiKeys.pro));
    expect(statuses(first)).toEqual({ 200: 9 });
    const made = await replica(1).ask('POST', '/pets', { name: 'Rex', categoryId: 1 }, apiKeys.free);
    expect([made.status, made.json.id]).toEqual([201, 1]);
    const lists = await ofEach((one) => one.ask('GET', '/pets', undefined, apiKeys.free));
    expect(lists.map(({ json: list }) => list)).toEqual([[made.json], [made.json], [made.json]]);
    expect(statuses(await atOnce(6, (one) => one.ask('GET', '/pets', undefined, apiKeys.free)))).toEqual({
      200: 1,
      429: 5,
    });
    await replica(2).control('POST', `/sessions/${id}/reset`);
    expect((await replica(1).ask('GET', '/pets', undefined, apiKeys.free)).json).toEqual([]);
    const listed = await ofEach((one) => one.control('GET', '/sessions'));
    expect(listed.map(({ json: all }) => (all as readonly { name: string }[]).map(({ name }) => name))).toEqual([
      ['shared'],
      ['shared'],
      ['shared'],
    ]);
    expect((await replica(2).control('DELETE', `/sessions/${id}`)).status).toBe(204);
    await until(async () => {
      const replies = await ofEach((one) => one.ask('GET', '/pets', undefined, apiKeys.free));
      return replies.every(({ status }) => status === 401);
    });
    expect((await ofEach((one) => one.control('GET', `/sessions/${id}/clock`))).map(({ status }) => status)).toEqual([
      404, 404, 404,
    ]);
  });

  // The rest does not depend on where the keys are.
  if (!isWhole) return;

  test('begin anew together, and what began before leaves nothing after', async () => {
    await replica(1).ask('POST', '/pets', { name: 'A', categoryId: 1 });
    await replica(0).control('POST', '/faults', { delayMs: 400 });
    const delayed = replica(2)
      .ask('POST', '/pets', { name: 'B', categoryId: 1 })
      .catch((error: unknown) => error);
    await until(async () => JSON.stringify((await replica(0).control('GET', '/faults')).json).includes('"struck":1'));
    await replica(1).control('POST', '/reset');
    expect(await delayed).toHaveProperty('name', 'TypeError');
    const lists = await ofEach((one) => one.control('GET', '/records?collection=pets&limit=1'));
    expect(lists.map(({ json }) => (json as { total: number }).total)).toEqual([126, 126, 126]);
    expect((await replica(0).ask('POST', '/pets', { name: 'C', categoryId: 1 })).json.id).toBe(127);
  });

  test('are joined by mocks within a program, which see and do the same', async () => {
    const started = await startMock({ store: store.url, document: DOCUMENT, fixtures: FIXTURES });
    const ask = askerAt(started.baseUrl);
    const { json } = await replica(0).ask('POST', '/pets', { name: 'Rex', categoryId: 1 });
    expect((await ask('GET', `/pets/${json.id}`)).json).toEqual(json);
    await started.faults.add({ status: 500, times: 2 });
    const replies = [
      await replica(1).ask('GET', '/pets'),
      await ask('GET', '/pets'),
      await replica(2).ask('GET', '/pets'),
    ];
    expect(replies.map(({ status }) => status)).toEqual([500, 500, 200]);
    const session = await started.session({ name: 'stays' });
    expect((await replica(2).ask('GET', '/pets', undefined, session.apiKeys.free)).status).toBe(200);
    await started.reset();
    expect((await replica(2).ask('GET', `/pets/${json.id}`)).status).toBe(404);
    // What leaves takes nothing along.
    await started.close();
    expect((await replica(2).ask('GET', '/pets', undefined, session.apiKeys.free)).status).toBe(200);
    await replica(0).control('DELETE', `/sessions/${session.id}`);
  });

  test('keep the contract as one server does, by the suite that judges any', async () => {
    const balancer = await startBalancer(replicas.map(({ baseUrl }) => baseUrl));
    const keys = ['--api-key', 'demo-business', '--plan', 'Business', '--exclusive-key', '--limit-key', 'demo-free'];
    const { child, ended } = startProgram(
      SUITE,
      ['--base-url', balancer.baseUrl, ...keys, '--limit-plan', 'Free'],
      process.env,
    );
    child.stdin.end();
    const { code, stdout } = await ended();
    balancer.close();
    expect(stdout).toContain('PASS: 0 violations');
    expect(code).toBe(0);
  });
});
