import { faults } from '../faults';
import { lawful } from '../lawful';
import type { Behaviour, KeyName } from './model';
import { type Running, startServer } from './server';

let server: Running;

async function start(behaviour: Behaviour = {}): Promise<void> {
  server = await startServer(behaviour);
}

afterEach(() => server.close());

interface Sent {
  readonly method?: string;
  readonly body?: string;
  readonly key?: KeyName;
  readonly authorization?: string;
  /** Milliseconds that a reply is waited for. */
  readonly patience?: number;
}

async function ask(path: string, { method, body, key = 'main', authorization, patience = 20_000 }: Sent = {}) {
  const reply = await fetch(`${server.baseUrl}${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { Authorization: authorization ?? `Bearer ${server.keys[key]}` },
    redirect: 'manual',
    signal: AbortSignal.timeout(patience),
    ...(body === undefined ? {} : { body }),
  });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
}

const create = (body: string, sent: Sent = {}) => ask('/pets', { ...sent, body });
const records = async (path: string): Promise<readonly unknown[]> => JSON.parse((await ask(path)).text);
const rex = '{"name":"Rex","categoryId":1}';

function faultNamed(name: string): Behaviour {
  const fault = faults.find((one) => one.name === name);
  if (fault === undefined) throw new Error(`There is no fault named ${name}.`);
  return fault.behaviour;
}

function lawfulNamed(name: string): Behaviour {
  const variant = lawful.find((one) => one.name === name);
  if (variant === undefined) throw new Error(`There is no lawful server named ${name}.`);
  return variant.behaviour;
}

describe('the lawful base', () => {
  beforeEach(() => start());

  it('creates, reads and lists a record, exact to the byte and to the digit', async () => {
    const fields = '"name":"  Zo\\u0000ë 🐈 \\"","categoryId":-9007199254740993,"status":"sold"';
    const created = await create(`{${fields}}`);
    expect(created).toMatchObject({ status: 201, text: `{"id":32,${fields}}` });
    expect(await ask('/pets/32')).toMatchObject({ status: 200, text: created.text });
    expect((await ask('/pets?status=sold&limit=100')).text).toContain(created.text);
  });

  it('lists twenty records, or as many as it is asked for', async () => {
    expect(await records('/pets')).toHaveLength(20);
    expect(await records('/pets?limit=1')).toHaveLength(1);
    expect(await records('/pets?limit=100')).toHaveLength(31);
  });

  it('lists those of a status', async () => {
    const sold = await records('/pets?status=sold&limit=100');
    expect(sold.length).toBeGreaterThan(5);
    expect(sold).toEqual(sold.map(() => expect.objectContaining({ status: 'sold' })));
  });

  it.each([
    '?limit=0',
    '?limit=101',
    '?limit=x',
    '?limit=1.5',
    '?limit=',
    '?limit=1&limit=2',
    '?status=lost',
    '?status=',
  ])('refuses %s', async (query) => {
    expect(await ask(`/pets${query}`)).toMatchObject({ status: 400, text: expect.stringContaining('"status":400') });
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{}',
    `[${rex}]`,
    '{"name":"Rex","categoryId":1,}',
    '{"name":"Rex"}',
    '{"categoryId":1}',
    '{"name":null,"categoryId":1}',
    '{"name":1,"categoryId":1}',
    '{"name":"Rex","categoryId":null}',
    '{"name":"Rex","categoryId":"1"}',
    '{"name":"Rex","categoryId":1.5}',
    '{"name":"Rex","categoryId":9223372036854775808}',
    '{"name":"Rex","categoryId":-9223372036854775809}',
    '{"name":"Rex","categoryId":1,"status":null}',
    '{"name":"Rex","categoryId":1,"status":"SOLD"}',
    '{"name":"Rex","categoryId":1,"status":""}',
  ])('refuses the body %s and keeps nothing', async (body) => {
    const { status, text } = await create(body);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toEqual({ code: expect.any(String), message: expect.any(String), status: 400 });
    expect(await records('/pets?limit=100')).toHaveLength(31);
  });

  it.each(['0', '-1', '99999', '9223372036854775807', '9223372036854775808', 'x', '1.5', '%', '%00'])(
    'has no record %s',
    async (id) => {
      expect(await ask(`/pets/${id}`)).toMatchObject({ status: 404, text: expect.stringContaining('"status":404') });
    },
  );

  it.each([
    '',
    'Bearer',
    'Bearer nobody',
    'Basic x',
    'ak-Main-7Qk2XvR9tLbW3zNc',
    'BearerAk-Main-7Qk2XvR9tLbW3zNc',
    'Bearer ak-Main-7Qk2XvR9tLbW3zN',
    'Bearer ak-main-7qk2xvr9tlbw3znc',
  ])('refuses the credential "%s", whatever is asked', async (authorization) => {
    const refused = { status: 401, text: expect.stringContaining('"status":401') };
    expect(await ask('/pets', { authorization })).toMatchObject(refused);
    expect(await ask('/pets/1', { authorization })).toMatchObject(refused);
    expect(await create(rex, { authorization })).toMatchObject(refused);
  });

  it('counts every request of a key in three headers', async () => {
    const soon = Math.floor(Date.now() / 1_000);
    for (const [index, path] of ['/pets', '/pets/1', '/pets/99999', '/pets?limit=0'].entries()) {
      const { headers } = await ask(path);
      expect(headers.get('X-RateLimit-Limit')).toBe('1000');
      expect(headers.get('X-RateLimit-Remaining')).toBe(String(999 - index));
      expect(Number(headers.get('X-RateLimit-Reset')) - soon).toBeGreaterThanOrEqual(59);
      expect(Number(headers.get('X-RateLimit-Reset')) - soon).toBeLessThanOrEqual(62);
    }
  });

  it('serves sixty requests to the limit key, and the sixty-first gets 429 and changes nothing', async () => {
    for (let left = 59; left >= 0; left -= 1) {
      const { status, headers } = await ask('/pets?limit=1', { key: 'limit' });
      expect([status, headers.get('X-RateLimit-Remaining')]).toEqual([200, String(left)]);
    }
    const { status, headers } = await create(rex, { key: 'limit' });
    const untilReset = Number(headers.get('X-RateLimit-Reset')) - Date.now() / 1_000;
    expect(status).toBe(429);
    expect(Math.abs(Number(headers.get('Retry-After')) - untilReset)).toBeLessThanOrEqual(2);
    expect(await records('/pets?limit=100')).toHaveLength(31);
    expect((await ask('/pets', { key: 'other' })).status).toBe(200);
  });

  it('shares nothing with another server', async () => {
    const another = await startServer({});
    await create(rex);
    const reply = await fetch(`${another.baseUrl}/pets/32`, {
      headers: { Authorization: `Bearer ${another.keys.main}` },
    });
    await another.close();
    expect([reply.status, reply.headers.get('X-RateLimit-Remaining')]).toEqual([404, '999']);
  });
});

describe('a faulty server does what its name says:', () => {
  it('create is never answered', async () => {
    await start(faultNamed('create is never answered'));
    await expect(create(rex, { patience: 1000 })).rejects.toThrow(/timeout/);
    expect((await ask('/pets')).status).toBe(200);
  });

  it('half of a list, then the connection is closed', async () => {
    await start(faultNamed('half of a list, then the connection is closed'));
    await expect(ask('/pets')).rejects.toThrow('terminated');
  });

  it('created with 204 and no body', async () => {
    await start(faultNamed('created with 204 and no body'));
    expect(await create(rex)).toMatchObject({ status: 204, text: '' });
  });

  it('ids are rounded in the path', async () => {
    await start(faultNamed('ids are rounded in the path'));
    expect((await ask('/pets/9007199254740993')).status).toBe(404);
    expect((await ask('/pets/9007199254740994')).status).toBe(200);
  });

  it('a key with its last character cut off passes', async () => {
    await start(faultNamed('a key with its last character cut off passes'));
    expect((await ask('/pets', { authorization: `Bearer ${server.keys.main.slice(0, -1)}` })).status).toBe(200);
    expect((await ask('/pets', { authorization: `Bearer ${server.keys.main.slice(0, -2)}` })).status).toBe(401);
  });

  it('a fraction in a categoryId is cut off', async () => {
    await start(faultNamed('a fraction in a categoryId is cut off'));
    expect((await create('{"name":"Rex","categoryId":1.9}')).text).toContain('"categoryId":1}');
  });

  it('one request more than the allowance is served', async () => {
    await start(faultNamed('one request more than the allowance is served'));
    const statuses: number[] = [];
    for (let count = 0; count < 62; count += 1) statuses.push((await ask('/pets?limit=1', { key: 'limit' })).status);
    expect(statuses.slice(59)).toEqual([200, 200, 429]);
  });

  it('a filter sticks to the next list', async () => {
    await start(faultNamed('a filter sticks to the next list'));
    await ask('/pets?status=sold');
    expect(await records('/pets?limit=1')).toEqual([expect.objectContaining({ status: 'sold' })]);
  });
});

describe('a lawful server does what its name says:', () => {
  it.each([
    'bodies in gzip',
    'bodies in Brotli',
    'bodies in chunks',
    'HTTP/1.0, without a length',
    'JSON with white space',
    'JSON in ASCII',
  ])('%s, and says the same', async (name) => {
    await start();
    const expected = await records('/pets?limit=100');
    await server.close();
    await start(lawfulNamed(name));
    expect(await records('/pets?limit=100')).toEqual(expected);
  });

  it('ids are any 64 bits, and each can be read', async () => {
    await start(lawfulNamed('ids are any 64 bits'));
    const { text } = await create(rex);
    const id = text.match(/"id":(-?\d+)/)?.[1];
    expect(id?.length).toBeGreaterThan(15);
    expect(await ask(`/pets/${id}`)).toMatchObject({ status: 200, text });
  });

  it('a clock that is five hours fast, in Date and in Reset', async () => {
    await start(lawfulNamed('a clock that is five hours fast'));
    const { headers } = await ask('/pets');
    const date = Date.parse(headers.get('Date') ?? '') / 1_000;
    expect(date - Date.now() / 1_000).toBeGreaterThan(17_990);
    expect(Number(headers.get('X-RateLimit-Reset')) - date).toBeLessThanOrEqual(61);
  });

  it('a bucket that refills serves its allowance, and then as fast as it refills', async () => {
    await start(lawfulNamed('a bucket that refills'));
    const statuses: number[] = [];
    for (let count = 0; count < 63; count += 1) statuses.push((await ask('/pets?limit=1', { key: 'limit' })).status);
    expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 200));
    expect(statuses).toContain(429);
  });
});

describe('the lists', () => {
  beforeEach(() => start());

  it('name each server once', () => {
    const names = [...faults, ...lawful].map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('have for each fault a sentence and a check, and for each lawful server a reason', () => {
    expect(faults.filter(({ breaks, caughtBy }) => breaks === '' || caughtBy.length === 0)).toEqual([]);
    expect(lawful.filter(({ because }) => because === '')).toEqual([]);
  });

  it('have enough of both', () => {
    expect(faults.length).toBeGreaterThanOrEqual(100);
    expect(lawful.length).toBeGreaterThanOrEqual(35);
  });
});
