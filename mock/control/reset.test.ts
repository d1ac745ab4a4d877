import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { until } from '../../openapi/program/testing/until';
import type { StartedMock, State } from '../index';
import { startOwn } from '../testing/started';

const BODY = '{"name":"Late","categoryId":1}';

let mock: StartedMock;
beforeAll(async () => {
  mock = await startOwn({ banAfter: 1 });
});
beforeEach(() => mock.reset());

/** A request whose head has arrived, and whose body is held back. */
async function begin(
  key = 'demo-free',
  { allowances }: Pick<StartedMock, 'allowances'> = mock,
): Promise<ClientRequest> {
  const used = async () => JSON.stringify(await allowances.list());
  const before = await used();
  const held = request(`${mock.baseUrl}/pets`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': BODY.length,
    },
  });
  held.write(BODY.slice(0, 10));
  await until(async () => (await used()) !== before);
  return held;
}

/** Sends the rest of it. */
async function finish(held: ClientRequest): Promise<{ readonly status: number | undefined; readonly body: unknown }> {
  held.end(BODY.slice(10));
  const [response] = (await once(held, 'response')) as [IncomingMessage];
  return { status: response.statusCode, body: await json(response) };
}

const admin = (path: string, init?: RequestInit) => fetch(new URL(`/__admin${path}`, mock.baseUrl), init);

describe('a request that began before a reset', () => {
  const reset = () => admin('/reset', { method: 'POST' });

  test('is answered, and leaves no record, no allowance and no journal entry', async () => {
    const fresh = await mock.state();
    const held = await begin();
    // What the request used before the reset.
    expect((await mock.allowances.list())[0]).toMatchObject({ name: 'free', windows: [{ used: 1 }, { used: 1 }] });
    await reset();
    const { status, body } = await finish(held);
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'Late' });
    const { clock: __, ...state } = await mock.state();
    const { clock: ___, ...expected } = fresh;
    expect(state).toEqual(expected);
    expect(await mock.requests()).toEqual([]);
    expect(await finish(await begin())).toMatchObject({ status: 201, body: { id: 127 } });
    expect(await mock.requests()).toMatchObject([{ id: 1, method: 'POST', status: 201 }]);
  });

  test('is not streamed to clients that follow the journal, and later requests are', async () => {
    const stream = await admin('/requests/stream');
    const held = await begin();
    await reset();
    await finish(held);
    await fetch(`${mock.baseUrl}/pets?limit=1`);
    const text = await readUntil(stream, 'listPets');
    expect(text).toContain('event: change');
    expect(text).toContain('id: 1\n');
    expect(text).not.toContain('createPet');
  });
});

test('a request that was refused before a reset and ends after it bans no key', async () => {
  await mock.allowances.set('free', { left: { minute: 0 } });
  const held = await begin();
  await mock.reset();
  expect((await finish(held)).status).toBe(429);
  expect((await mock.allowances.list())[0]).toMatchObject({ refusals: 0, bannedUntil: null });
});

test('a request that a fault delayed across a reset is aborted, and counts for no later fault', async () => {
  await mock.faults.add({ delayMs: 600, times: 1 });
  const delayed = fetch(`${mock.baseUrl}/pets`).catch(() => 'broken off');
  await until(async () => (await mock.faults.list())[0]?.struck === 1);
  await mock.reset();
  const { id } = await mock.faults.add({ status: 503 });
  expect(await delayed).toBe('broken off');
  expect(await mock.faults.list()).toEqual([{ id, rule: { status: 503 }, struck: 0 }]);
  expect(await mock.requests()).toEqual([]);
});

describe('a request that began before another state was put in place', () => {
  const put = (state: string) => admin('/state', { method: 'PUT', body: state });

  test('leaves no record in the new one, and takes no id there', async () => {
    const held = await begin();
    const fresh = (await (await put('{"records":{"pets":[{"id":7,"name":"Rex","categoryId":1}]}}')).json()) as State;
    expect(await finish(held)).toMatchObject({ status: 201, body: { id: 127 } });
    expect((await mock.state()).records).toEqual(fresh.records);
    expect(await finish(await begin())).toMatchObject({ status: 201, body: { id: 8 } });
  });

  test('and was delayed by a fault is aborted, but not where the records stay', async () => {
    for (const [state, outcome] of [
      ['{"records":{}}', 'broken off'],
      ['{"clock":{"now":"2031-01-01T00:00:00Z","frozen":true}}', 401],
    ] as const) {
      await mock.reset();
      await mock.faults.add({ delayMs: 600, times: 1 });
      const delayed = fetch(`${mock.baseUrl}/pets`).then(
        ({ status }) => status,
        () => 'broken off',
      );
      await until(async () => (await mock.faults.list())[0]?.struck === 1);
      await put(state);
      expect(await delayed).toBe(outcome);
      expect(await mock.requests()).toHaveLength(outcome === 401 ? 1 : 0);
    }
  });

  test('leaves nothing anywhere where its session was closed', async () => {
    const session = await mock.session();
    const before = await mock.state();
    const held = await begin(session.apiKeys.free, session);
    session.close();
    expect((await finish(held)).status).toBe(201);
    expect((await mock.state()).records).toEqual(before.records);
    expect(await mock.requests()).toEqual([]);
  });
});

/** Reads a stream up to a word. */
async function readUntil(stream: Response, word: string): Promise<string> {
  const reader = stream.body?.getReader();
  let text = '';
  while (!text.includes(word)) {
    const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
    if (done) break;
    text += Buffer.from(value).toString();
  }
  await reader?.cancel();
  return text;
}
