import { setTimeout as pause } from 'node:timers/promises';
import { type StartedMock, startMock } from '../index';
import { editedDocument } from '../testing/edited';
import { startOwn } from '../testing/started';

/** Stories from the tests of a frontend, end to end. */
let mock: StartedMock;

beforeAll(async () => {
  mock = await startMock();
});
beforeEach(() => mock.reset());
afterAll(() => mock.close());

const REX = '{"name":"Rex","categoryId":1}';

const post = (key: string, init: RequestInit = {}, of: StartedMock = mock) =>
  fetch(`${of.baseUrl}/pets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: REX,
    ...init,
  });

/** Resolves when the journal has this many requests. */
async function journalOf(length: number): Promise<Awaited<ReturnType<StartedMock['requests']>>> {
  for (;;) {
    const requests = await mock.requests();
    if (requests.length >= length) return requests;
    await pause(10);
  }
}

test('the retries of a client after a 503 are counted by what they sent', async () => {
  await mock.faults.add({ status: 503, times: 2 });
  for (const status of [503, 503, 201]) expect((await post('demo-free')).status).toBe(status);
  expect(await mock.requests({ method: 'POST', body: { name: 'Rex' } })).toHaveLength(3);
});

test.each([
  ['without a valid key', 'nobody', 401],
  ['beyond the allowance', 'demo-free', 429],
])('what was sent %s is in the journal, and the connection stays open', async (_, key, status) => {
  await mock.allowances.set('free', { left: { minute: 0 } });
  const response = await post(key);
  expect(response.status).toBe(status);
  expect(response.headers.get('connection')).not.toBe('close');
  expect((await mock.requests())[0]?.request.body).toBe(REX);
});

test('a client that gives up on a slow service is in the journal all the same, without a reply', async () => {
  // The journal has it at once, not after the delay of ten minutes.
  await mock.faults.add({ delayMs: 600_000 });
  await expect(post('demo-free', { signal: AbortSignal.timeout(50) })).rejects.toThrow();
  const [request] = await journalOf(1);
  expect(request).toMatchObject({ method: 'POST', status: null, fault: '1', request: { body: REX } });
});

test('a request that was delayed across a reset changes nothing after it', async () => {
  await mock.faults.add({ delayMs: 200 });
  const delayed = post('demo-free');
  const outcome = expect(delayed).rejects.toThrow();
  await journalEmptyAfter(50);
  await mock.reset();
  await outcome;
  expect(await mock.requests()).toEqual([]);
  expect((await mock.state()).records.pets).toHaveLength(126);
});

async function journalEmptyAfter(milliseconds: number): Promise<void> {
  await pause(milliseconds);
  expect(await mock.requests()).toEqual([]);
}

test('a session is reached by its key even if the operation needs none', async () => {
  const open = await startOwn({
    document: editedDocument((document) => {
      document.paths['/pets'].get.security = [];
    }),
  });
  const session = await open.session({ fixtures: 'none' });
  const list = (key?: string) =>
    fetch(`${open.baseUrl}/pets?limit=1`, key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } });
  expect(await (await list(session.apiKeys.free)).json()).toEqual([]);
  expect(await (await list()).json()).toHaveLength(1);
});

test('and even if the whole contract needs none', async () => {
  const open = await startOwn({
    document: editedDocument((document) => {
      document.security = [];
      document.components.securitySchemes = {};
    }),
  });
  const session = await open.session({ fixtures: 'none' });
  const reply = await fetch(`${open.baseUrl}/pets`, { headers: { authorization: `Bearer ${session.apiKeys.free}` } });
  expect(await reply.json()).toEqual([]);
});

test('a key that was sent in a wrong place is not shown', async () => {
  const headers = { authorization: 'Bearer demo-free', 'x-api-key': 'demo-pro' };
  await fetch(`${mock.baseUrl}/pets/demo-free?token=demo-pro`, { headers });
  const text = JSON.stringify(await mock.requests());
  expect(text).toContain('/v1/pets/hidden');
  expect(text).not.toContain('demo-');
});

test('nor is it in the log, where an error quotes it', async () => {
  const lines: string[] = [];
  const write = jest.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  const logging = await startOwn({ log: 'requests' });
  await fetch(`${logging.baseUrl}/pets?limit=demo-free`, { headers: { authorization: 'Bearer demo-free' } });
  await fetch(`${logging.baseUrl}/demo-free`);
  write.mockRestore();
  expect(lines).toHaveLength(2);
  expect(lines.join()).toContain('must be an integer, not "hidden"');
  expect(lines.join()).not.toContain('demo-free');
});

test.each([
  [{ operationId: 'createPets' }, '/operationId must be one of listPets, createPet, getPet, not "createPets".'],
  [{ key: 'fre' }, '/key must be the name of a key: one of free, pro, business, enterprise, revoked, not "fre".'],
])('a count of an impossible pattern is refused: %j', async (pattern, message) => {
  await expect(mock.requests(pattern)).rejects.toThrow(message);
  const admin = `${new URL(mock.baseUrl).origin}/__admin`;
  const reply = await fetch(`${admin}/requests/count`, { method: 'POST', body: JSON.stringify(pattern) });
  expect(await reply.json()).toEqual({ code: 'invalid_body', message, status: 400 });
});

test('an unknown query parameter is refused', async () => {
  const reply = await fetch(`${new URL(mock.baseUrl).origin}/__admin/requests?stauts=500`);
  expect(await reply.json()).toEqual({
    code: 'invalid_parameter',
    message:
      'There is no query parameter "stauts"; there is operationId, method, path, status, key, since, until, before, limit.',
    status: 400,
  });
});

test('a client that follows the requests is notified of changes made by the program', async () => {
  const reading = new AbortController();
  const stream = await fetch(`${new URL(mock.baseUrl).origin}/__admin/requests/stream`, { signal: reading.signal });
  const reader = stream.body?.getReader();
  const received = async () => new TextDecoder().decode((await reader?.read())?.value);
  expect(await received()).toContain('retry');
  mock.clock.advance(60);
  expect(await received()).toBe('event: change\ndata: {}\n\n');
  await mock.faults.add({ status: 500 });
  expect(await received()).toBe('event: change\ndata: {}\n\n');
  reading.abort();
});
