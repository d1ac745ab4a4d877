import { readFileSync, unlinkSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';
import { ContractError, createMock, type MockOptions, startMock } from './index';
import { storeBoundsOf } from './setup/bounds';
import { askerOf, REFUSED, replies } from './testing/asking';
import { type Draft, editedDocument, writeFile } from './testing/edited';

const MIB = 2 ** 20;

/** A mock without a port, and how to ask it. */
async function made(options: MockOptions) {
  const mock = await createMock({ planLimits: false, ...options });
  const send = askerOf(mock);
  const ask = async (method: string, path: string, sent?: object, key = 'demo-free') => {
    const { status, body } = await send(method, path, sent, { authorization: `Bearer ${key}` });
    return { status, body };
  };
  const partOf = async (name: string): Promise<{ readonly mostBytes: number; readonly usedBytes: number }> => {
    const { memory } = (await ask('GET', '/__admin/health')).body;
    return memory.parts.find((part: { readonly name: string }) => part.name === name);
  };
  return { mock, ask, partOf };
}

const pets = (count: number, name = 'Rex') =>
  Array.from({ length: count }, (_, place) => ({ id: place + 1, name, categoryId: 1 }));
const TOO_MANY =
  'The mock and each session hold at most 3 records. Delete some, reset, or start the mock with a higher --max-records.';
/** What a call in the program says of it. */
const inCall = (call: string, message: string): string =>
  `${call}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
const TOO_LARGE =
  'The records of all sessions take at most 1 MiB. Delete some, reset, close a session, or start the mock with a ' +
  'higher --records-memory.';

describe('a mock that holds few records', () => {
  let asked: Awaited<ReturnType<typeof made>>;
  const post = (key?: string) => asked.ask('POST', '/v1/pets', { name: 'Rex', categoryId: 1 }, key);
  beforeAll(async () => {
    asked = await made({ maxRecords: 3, fixtures: { pets: pets(2) } });
  });
  beforeEach(() => asked.mock.reset());

  it('refuses one more in the envelope, and takes it once another is gone', async () => {
    const { ask } = asked;
    expect(await post()).toMatchObject({ status: 201, body: { id: 3 } });
    const refused = { status: 507, body: { status: 507, code: 'insufficient_storage', message: TOO_MANY } };
    expect(await post()).toEqual(refused);
    expect(await ask('POST', '/__admin/records/pets', { name: 'Rex', categoryId: 1 })).toEqual(refused);
    expect((await ask('GET', '/v1/pets')).body).toEqual(pets(3));
    await ask('DELETE', '/__admin/records/pets/1');
    expect(await post()).toMatchObject({ status: 201, body: { id: 4 } });
  });

  it('counts each world for itself', async () => {
    const { mock } = asked;
    const session = await mock.session();
    await post();
    expect([(await post(session.apiKeys.free)).status, (await post(session.apiKeys.free)).status]).toEqual([201, 507]);
    session.close();
  });

  it('takes no state and no fixtures that have more, however it comes, and keeps what it has', async () => {
    const { mock, ask } = asked;
    const before = (await mock.state()).records;
    const four = { pets: pets(4) };
    expect(await ask('PUT', '/__admin/state', { records: four })).toMatchObject({ status: 507 });
    expect(await ask('POST', '/__admin/sessions', { fixtures: four })).toMatchObject({ status: 507 });
    await expect(mock.restore({ records: four })).rejects.toThrow(new Error(inCall('mock.restore', TOO_MANY)));
    await expect(mock.session({ fixtures: four })).rejects.toThrow(new Error(inCall('mock.session', TOO_MANY)));
    expect((await mock.state()).records).toEqual(before);
    expect((await ask('GET', '/__admin/sessions')).body).toEqual([]);
    await mock.restore({ records: { pets: pets(3) } });
    await mock.restore({ records: { pets: pets(3) } });
  });
});

describe('a mock whose records have little memory', () => {
  const LONG = 'x'.repeat(0.4 * MIB);
  const record = { $ref: '#/components/schemas/Pet' };
  const body = { content: { 'application/json': { schema: { $ref: '#/components/schemas/NewPet' } } } };
  const document = (draft: Draft): void => {
    const { parameters } = draft.paths['/pets/{petId}'].get;
    Object.assign(draft.paths['/pets/{petId}'], {
      put: { operationId: 'replacePet', parameters, requestBody: body, responses: replies(200, record) },
      patch: { operationId: 'changePet', parameters, requestBody: body, responses: replies(200, record) },
    });
    draft.paths['/pets'].post.responses[503] = REFUSED;
  };
  let asked: Awaited<ReturnType<typeof made>>;
  beforeAll(async () => {
    asked = await made({ recordsMemory: 1, fixtures: { pets: pets(1) }, document: editedDocument(document) });
  });
  beforeEach(() => asked.mock.reset());

  it('refuses what is new and what grows, by the status that is nearest to 507 of those documented', async () => {
    const { mock, ask, partOf } = asked;
    const large = { name: LONG, categoryId: 1 };
    expect((await ask('POST', '/v1/pets', large)).status).toBe(201);
    expect((await ask('PUT', '/v1/pets/1', large)).status).toBe(200);
    const before = await mock.state();
    expect(await ask('POST', '/v1/pets', large)).toEqual({
      status: 503,
      body: { status: 503, code: 'insufficient_storage', message: TOO_LARGE },
    });
    for (const method of ['PUT', 'PATCH']) {
      const larger = await ask(method, '/v1/pets/1', { name: LONG + LONG, categoryId: 1 });
      expect(larger).toEqual({ status: 507, body: { status: 507, code: 'insufficient_storage', message: TOO_LARGE } });
    }
    expect((await ask('PUT', '/__admin/records/pets/1', { name: LONG + LONG, categoryId: 1 })).status).toBe(507);
    expect((await mock.state()).records).toEqual(before.records);
    const { mostBytes, usedBytes } = await partOf('records');
    expect(mostBytes).toBe(MIB);
    expect(usedBytes).toBeGreaterThan(0.8 * MIB);
    expect(usedBytes).toBeLessThan(MIB);
    expect((await ask('PATCH', '/v1/pets/1', { name: 'x', categoryId: 1 })).status).toBe(200);
    expect((await ask('POST', '/v1/pets', large)).status).toBe(201);
  });

  it('counts what sessions hold, and fault rules, until they are gone', async () => {
    const { mock, ask, partOf } = asked;
    const atStart = (await partOf('records')).usedBytes;
    const sessions = [];
    for (const _ of [1, 2]) sessions.push(await mock.session({ fixtures: { pets: pets(1, LONG) } }));
    await expect(mock.session({ fixtures: { pets: pets(1, LONG) } })).rejects.toThrow(
      inCall('mock.session', TOO_LARGE),
    );
    for (const session of sessions) session.close();
    await mock.faults.add({ status: 503, text: LONG });
    await mock.faults.add({ status: 503, text: LONG });
    await expect(mock.faults.add({ status: 503, text: LONG })).rejects.toThrow(inCall('mock.faults.add', TOO_LARGE));
    expect(await ask('POST', '/__admin/faults', { status: 503, text: LONG })).toMatchObject({ status: 507 });
    expect(await mock.faults.list()).toHaveLength(2);
    await mock.faults.clear();
    expect((await partOf('records')).usedBytes).toBe(atStart);
  });

  it('says that a state needs room beside the one that it replaces, and how to make it', async () => {
    const { mock, ask } = asked;
    const records = { pets: pets(1, 'x'.repeat(0.6 * MIB)) };
    await mock.restore({ records });
    const beside = `${TOO_LARGE} A state needs room beside the records that it replaces: reset, or put {"records":{}} first.`;
    const refused = { status: 507, body: { status: 507, code: 'insufficient_storage', message: beside } };
    expect(await ask('PUT', '/__admin/state', { records })).toEqual(refused);
    expect((await ask('PUT', '/__admin/state', { records: {} })).status).toBe(200);
    expect((await ask('PUT', '/__admin/state', { records })).status).toBe(200);
    await expect(mock.restore({ records })).rejects.toThrow(new Error(inCall('mock.restore', beside)));
    await mock.reset();
    await mock.restore({ records });
  });

  it('gives back all that a world held when it is reset, or ends, also what is stored later', async () => {
    const { mock, ask, partOf } = asked;
    const atStart = (await partOf('records')).usedBytes;
    for (let round = 0; round < 5; round += 1) {
      const session = await mock.session();
      await ask('POST', '/v1/pets', { name: LONG, categoryId: 1 }, session.apiKeys.free);
      await ask('POST', '/v1/pets', { name: LONG, categoryId: 1 });
      await Promise.all([mock.reset(), mock.reset(), session.reset()]);
      session.close();
      expect((await partOf('records')).usedBytes).toBe(atStart);
    }
  });
});

test('journals share what memory they have, and count what they forget', async () => {
  const { mock, ask, partOf } = await made({ journalMemory: 1 });
  const quiet = await mock.session();
  await ask('GET', '/v1/pets/1', undefined, quiet.apiKeys.free);
  for (let nth = 0; nth < 60; nth += 1) await ask('POST', '/v1/pets', { name: 'x'.repeat(30_000), categoryId: 1 });
  const { count, forgotten } = (await ask('POST', '/__admin/requests/count', {})).body;
  expect(count + forgotten).toBe(60);
  expect(count).toBeGreaterThan(10);
  expect(forgotten).toBeGreaterThan(20);
  expect((await mock.requests())[0]?.id).toBe(60);
  expect(await quiet.requests()).toHaveLength(1);
  const { mostBytes, usedBytes } = await partOf('journals');
  expect(mostBytes).toBe(MIB);
  expect(usedBytes).toBeGreaterThan(0.9 * MIB);
  expect(usedBytes).toBeLessThanOrEqual(MIB);
  await Promise.all([mock.reset(), quiet.reset()]);
  expect((await partOf('journals')).usedBytes).toBe(0);
});

test('a world has so many faults at most', async () => {
  const { mock } = await made({});
  const faults = Array.from({ length: 10_000 }, (_, place) => ({
    id: String(place + 1),
    rule: { status: 503 },
    struck: 0,
  }));
  await mock.restore({ faults });
  await expect(mock.faults.add({ status: 503 })).rejects.toThrow('mock.faults.add: there can be at most 10000 faults.');
  expect(await mock.faults.list()).toHaveLength(10_000);
});

describe('a start with more than there is room for is refused', () => {
  test('by fixtures', async () => {
    const file = writeFile('json', JSON.stringify({ pets: pets(2) }));
    const starting = createMock({ fixtures: file, maxRecords: 1 });
    await expect(starting).rejects.toThrow(ContractError);
    await expect(starting).rejects.toThrow(
      `${file}: has more records than there is room for. The mock and each session hold at most 1 record. Delete some`,
    );
  });

  test('by a state, which is left as it is', async () => {
    const state = writeFile('json', '');
    unlinkSync(state);
    const mock = await startMock({ state, port: 0 });
    await mock.restore({ records: { pets: pets(3) } });
    await mock.close();
    const saved = readFileSync(state, 'utf8');
    const starting = startMock({ state, port: 0, fixtures: 'none', maxRecords: 2 });
    await expect(starting).rejects.toThrow(
      `${state}: has more than there is room for. The mock and each session hold at most 2 records.`,
    );
    expect(readFileSync(state, 'utf8')).toBe(saved);
  });
});

test.each<[Partial<MockOptions>, string]>([
  [{ maxRecords: 0 }, 'the option "maxRecords" must be a whole number from 1 to 1000000000, not 0.'],
  [{ recordsMemory: 0.5 }, 'the option "recordsMemory" must be a whole number from 1 to 1000000, not 0.5.'],
  [{ journalMemory: 0 }, 'the option "journalMemory" must be a whole number from 1 to 1000000, not 0.'],
])('%j is refused', async (options, message) => {
  await expect(createMock(options)).rejects.toThrow(new TypeError(`createMock: ${message}`));
});

describe('a mock that would need a larger heap than Node has', () => {
  const heap = getHeapStatistics().heap_size_limit / MIB;
  const most = Math.floor(0.7 * heap);
  const refused = (flag: string, most: number, larger: number) =>
    `${flag} 900000 is more MiB than there is room for in Node's heap of ${Math.floor(heap)}. Give ${most} at most, or ` +
    `start the mock with NODE_OPTIONS=--max-old-space-size=${larger}.`;

  test('is refused with the most that the heap allows', async () => {
    await expect(createMock({ recordsMemory: 900_000 })).rejects.toThrow(
      new TypeError(refused('--records-memory', most, Math.ceil(900_000 / 0.7))),
    );
    await expect(createMock({ journalMemory: 900_000 })).rejects.toThrow(
      new TypeError(refused('--journal-memory', Math.floor(0.35 * heap), Math.ceil(900_000 / 0.35))),
    );
    await expect(createMock({ recordsMemory: most, journalMemory: 100 })).rejects.toThrow(`Give ${most - 36} at most`);
  });

  test('says that a larger heap makes room, where the records have all that there is', () => {
    const options = { recordsMemory: undefined, journalMemory: 64 };
    expect(storeBoundsOf(options).remedy).toMatch(/^a larger heap \(NODE_OPTIONS=--max-old-space-size=\d+\)$/);
    expect(storeBoundsOf({ ...options, recordsMemory: most }).remedy).toMatch(/^a larger heap/);
    expect(storeBoundsOf({ ...options, recordsMemory: 1 }).remedy).toBe('a higher --records-memory');
  });
});
