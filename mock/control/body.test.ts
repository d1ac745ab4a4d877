import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { parseJson, stringifyJson } from '../../openapi/contract';
import { until } from '../../openapi/program/testing/until';
import { createMock, type StartedMock } from '../index';
import { type ControlClient, createControlClient } from '../testing/control';
import { firstReply, sendRaw } from '../testing/socket';
import { startOwn } from '../testing/started';

/** So many records that their text is longer than what is read at once. */
const MANY = 6000;
const pet = (id: number | bigint) => ({ id, name: `Animal ${id}`, categoryId: 9007199254740993n });
const manyPets = (count = MANY) => Array.from({ length: count }, (_, place) => pet(place + 1));
const LONG = stringifyJson({ records: { pets: manyPets() } });

let mock: StartedMock;
let control: ControlClient;
beforeAll(async () => {
  mock = await startOwn({});
  control = await createControlClient(mock);
});
beforeEach(() => mock.reset());

const put = (body: string, path = '/state') => control('PUT', path, body);
const countIn = async (path = '/records') => (await control('GET', `${path}?limit=1`)).json;

/** Sends the head of a request, and of its body what is given; the rest is never sent. */
async function hold({ baseUrl }: StartedMock, path: string, start: string) {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(`PUT /__admin${path} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 9999999\r\n\r\n${start}`);
  await once(socket, 'connect');
  return socket;
}

describe('a body of many records', () => {
  it('is read, and shown again, to the last digit and with all that is beside them', async () => {
    const clock = { now: '2031-01-01T00:00:00.000Z', frozen: true };
    const faults = [{ id: '7', rule: { status: 503, probability: 0 }, struck: 0 }];
    const shuffled = [...manyPets().slice(3000), pet(2n ** 63n - 1n), ...manyPets(3000)];
    const written = await put(stringifyJson({ clock, records: { pets: shuffled }, faults, chances: 5 }));
    expect(written.status).toBe(200);
    const { records, ...beside } = parseJson(written.text) as Record<string, object>;
    expect(records).toEqual({ pets: [...manyPets(), pet(2n ** 63n - 1n)] });
    expect(beside).toMatchObject({ clock, faults, chances: 5 });
    const shown = await control('GET', '/state');
    expect(shown.text.replace(/"offsetSeconds":[^}]+/, '')).toBe(written.text.replace(/"offsetSeconds":[^}]+/, ''));
    expect(shown.headers).toMatchObject({ 'content-type': 'application/json', 'x-content-type-options': 'nosniff' });
    expect(await mock.state()).toMatchObject({ records: { pets: { length: MANY + 1 } }, chances: 5 });
    expect(await (await fetch(new URL('/__admin/state', mock.baseUrl), { method: 'HEAD' })).text()).toBe('');
  });

  it('is taken as the fixtures of a session, and without a port, and with a coding', async () => {
    const options = `{"name":"many","seed":3,"fixtures":${stringifyJson({ pets: manyPets() })}}`;
    const { json } = await control('POST', '/sessions', options);
    const { id, name } = json as { readonly id: string; readonly name: string };
    expect(name).toBe('many');
    expect(await countIn(`/sessions/${id}/records`)).toMatchObject({ total: MANY });
    const inProcess = await createMock({ log: 'silent' });
    const init = { method: 'PUT', headers: { 'content-encoding': 'gzip' }, body: gzipSync(LONG) };
    const reply = await inProcess.fetch('/__admin/state', init as unknown as RequestInit);
    expect(parseJson(await reply.text())).toMatchObject({ records: { pets: { length: MANY } } });
    expect((await inProcess.state()).records.pets).toHaveLength(MANY);
  });

  it('lets others be served while it is read and put in place, and all of them see the records of before', async () => {
    let isOver = false;
    const written = put(stringifyJson({ records: { pets: manyPets(20_000) } })).then(({ status }) => {
      isOver = true;
      return status;
    });
    const seen: unknown[] = [];
    while (!isOver) seen.push(((await countIn()) as { total: number }).total);
    expect(await written).toBe(200);
    expect(seen.length).toBeGreaterThan(3);
    expect(seen.slice(0, -1).filter((count) => count !== 20_000 && count !== 126)).toEqual([]);
    expect(seen[0]).toBe(126);
    expect(await countIn()).toMatchObject({ total: 20_000 });
  });

  it.each<[string, string, string, string]>([
    [
      'a wrong value',
      '"name":"Animal 5000"',
      '"name":5000',
      'The field "records.pets[4999].name": record 5000 of pets does not fit',
    ],
    [
      'an id twice',
      '{"id":5001,',
      '{"id":5000,',
      'The field "records.pets[5000]": record 5001 of pets has the id 5000 of another.',
    ],
    ['what is no object', '{"id":5001,', '1,{"id":5001,', 'The field "records.pets[5000]" must be an object, not 1.'],
    ['a comma too much', '{"id":5001,', ',{"id":5001,', 'but reached end of input in the field "records.pets[5000]".'],
    ['a record that does not end', '},{"id":5001,', ',{"id":5001,', 'in the field "records.pets[4999]".'],
    [
      'an unknown collection',
      '{"records":{"pets"',
      '{"records":{"no"',
      'The field "records.no": the contract has no resource "no".',
    ],
    [
      'an unknown part',
      '{"records":',
      '{"record":{},"records":',
      'The field "record" is unknown; there may be records',
    ],
    [
      'an instant that is none',
      '}]}}',
      '}]},"clock":{"now":"x","frozen":true}}',
      'The field "clock.now" must be an ISO 8601 date-time',
    ],
    [
      'a fault that does nothing',
      '}]}}',
      '}]},"faults":[{"id":"1","rule":{},"struck":0}]}',
      'The field "faults[0].rule" must be',
    ],
    ['no end', '}]}}', '}]}', 'outside of the field "records".'],
    ['a record that is too long', '"Animal 5000"', `"${'x'.repeat(2 ** 22)}"`, 'larger than 4194304 bytes.'],
  ])('that has %s is refused', async (_, found, spoilt, message) => {
    const { status, json } = await put(LONG.replace(found, () => spoilt));
    expect(status).toBe(message.startsWith('larger') ? 413 : 400);
    expect(json).toMatchObject({ status, message: expect.stringContaining(message) });
    expect(await countIn()).toMatchObject({ total: 126 });
  });

  it('has the last of two members of one name, as any JSON', async () => {
    const twice = `{"records":{"pets":[${stringifyJson(pet(9))}]},${LONG.slice(1)}`;
    expect((await put(twice)).status).toBe(200);
    expect(await countIn()).toMatchObject({ total: MANY });
    const inside = LONG.replace('{"pets":', `{"pets":[${stringifyJson(pet(9000))}],"pets":`);
    expect((await put(inside)).status).toBe(200);
    expect(await countIn()).toMatchObject({ total: MANY });
  });

  it('waits for the one before it, which may break off; short ones do not wait', async () => {
    const { id } = await mock.session();
    const first = await hold(mock, '/state', LONG);
    const putShort = async () => {
      for (let asked = 0; asked < 20; asked += 1) expect((await put('{"chances":1}')).status).toBe(200);
    };
    await until(() => first.writableLength === 0);
    await putShort();
    let isOver = false;
    const second = put(LONG, `/sessions/${id}/state`).then(({ status }) => {
      isOver = true;
      return status;
    });
    const third = await hold(mock, `/sessions/${id}/state`, LONG);
    await putShort();
    expect(isOver).toBe(false);
    third.destroy();
    first.destroy();
    expect(await second).toBe(200);
    expect(await countIn()).toMatchObject({ total: 126 });
    expect(await countIn(`/sessions/${id}/records`)).toMatchObject({ total: MANY });
  });
});

it('waits no longer than some seconds for a client that has stopped to send', async () => {
  const slow = await hold(mock, '/state', LONG.slice(0, 70_000));
  let received = '';
  slow.on('data', (bytes: Buffer) => (received += bytes));
  // The first may still come before it.
  for (let asked = 0; asked < 2 || received === ''; asked += 1) expect((await put(LONG)).status).toBe(200);
  expect(received).toMatch(/^HTTP\/1\.1 408 /);
  slow.destroy();
});

it('may take longer than a request may, as long as it is the mock that lets it wait', async () => {
  const own = await startOwn({ timeouts: { headers: 400, request: 500 } });
  const [first, second] = await Promise.all([hold(own, '/state', LONG), createControlClient(own)]);
  await until(() => first.writableLength === 0);
  await own.requests();
  const waiting = second('PUT', '/state', LONG);
  const head =
    'POST /v1/pets HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer demo-free\r\nContent-Length: 9\r\n\r\n';
  expect(firstReply(await sendRaw(own.baseUrl, [head], { patience: 9000 }))).toMatchObject({ status: 408 });
  first.destroy();
  expect((await waiting).status).toBe(200);
});

describe('a body', () => {
  it('of another operation is no longer than 4 MiB', async () => {
    expect((await control('POST', '/faults', `{"status":503,"text":"${'x'.repeat(2 ** 21)}"}`)).status).toBe(201);
    const { status, json } = await control('POST', '/faults', `{"text":"${'x'.repeat(2 ** 22)}"}`);
    expect([status, json]).toEqual([413, expect.objectContaining({ code: 'body_too_large' })]);
    const bomb = gzipSync(`{"text":"${'x'.repeat(2 ** 23)}"}`);
    const head = `POST /__admin/faults HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`;
    expect(firstReply(await sendRaw(mock.baseUrl, [head, bomb], { patience: 9000 }))).toMatchObject({ status: 413 });
  });

  it('is not read at all where who sends it, or what it is sent for, is refused', async () => {
    const statuses = await Promise.all(
      [
        ['/state', 'Origin: https://elsewhere.test'],
        ['/sessions/none/state', 'X: 1'],
        ['/state?x=1', 'X: 1'],
      ].map(async ([path, header]) => {
        const lines = [`PUT /__admin${path} HTTP/1.1`, 'Host: 127.0.0.1', header, 'Expect: 100-continue'];
        const head = [...lines, 'Content-Length: 99999999', '', ''].join('\r\n');
        const received = await sendRaw(mock.baseUrl, [head], { patience: 9000 });
        expect(received.text).not.toContain('100 Continue');
        return firstReply(received)?.status;
      }),
    );
    expect(statuses).toEqual([403, 404, 400]);
  });
});
