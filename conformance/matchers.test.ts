import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { request as playwright } from 'playwright-core';
import supertest from 'supertest';
import { type StartedMock, startMock } from '../mock';
import { temporaryFolder } from '../openapi/program/testing/folder';
import { createMatchers } from './matchers';

const { toConform } = createMatchers();
const KEY = { authorization: 'Bearer demo-business' };

let mock: StartedMock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock.close());

const GET = { method: 'GET' };
const made = (body: string, init: ResponseInit = {}): Response =>
  new Response(body, { headers: { 'content-type': 'application/json' }, ...init });
const LIMITS = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '5', 'x-ratelimit-reset': '2000000000' };
const faulty = () =>
  made('[{"id":1,"name":7,"categoryId":9007199254740993}]', {
    headers: { 'content-type': 'application/json', ...LIMITS },
  });

describe('a reply that keeps the contract conforms:', () => {
  test('of fetch, and its body can be read afterwards', async () => {
    const response = await fetch(`${mock.baseUrl}/pets?limit=2`, { headers: KEY });
    expect(await toConform(response, GET)).toMatchObject({ pass: true });
    expect(await response.json()).toHaveLength(2);
  });

  test('of supertest, which tells all of the request', async () => {
    const response = await supertest(mock.baseUrl).post('/pets').set(KEY).send({ name: 'Rex', categoryId: 3 });
    expect(await toConform(response)).toMatchObject({ pass: true });
    expect(await toConform(await supertest(mock.baseUrl).get('/pets'))).toMatchObject({ pass: true });
  });

  test('of Playwright', async () => {
    const context = await playwright.newContext();
    const response = await context.get(`${mock.baseUrl}/pets`, { headers: KEY });
    expect(await toConform(response, GET)).toMatchObject({ pass: true });
    await context.dispose();
  });

  test('of axios', async () => {
    const reply = await fetch(`${mock.baseUrl}/pets`, { headers: KEY });
    const headers = Object.fromEntries(reply.headers);
    const config = { method: 'get', url: '/pets', baseURL: mock.baseUrl };
    const response = { status: 200, headers, config, request: { res: {} } };
    expect(await toConform({ ...response, data: await reply.json() })).toMatchObject({ pass: true });
    expect(await toConform({ ...response, data: [{ id: 'x' }] })).toMatchObject({ pass: false });
    await expect(toConform({ ...response, data: [{ id: 2 ** 60 }] })).rejects.toThrow('rounded its long numbers');
    expect(await toConform({ ...response, data: Buffer.from('[]') })).toMatchObject({ pass: true });
    expect(await toConform({ ...response, data: new Uint8Array(Buffer.from('[{}]')) })).toMatchObject({ pass: false });
    const stream = Readable.from(['[]']);
    await expect(toConform({ ...response, data: stream })).rejects.toThrow("by responseType: 'arraybuffer'");
  });
});

test('one that breaks it says which sentence, what was expected, and what came', async () => {
  const { pass, message } = await toConform(faulty(), { ...GET, url: `${mock.baseUrl}/pets` });
  expect(pass).toBe(false);
  expect(message()).toContain('expected the reply 200 to GET /pets (listPets) to keep the contract');
  expect(message()).toMatch(/^reply\.schema: The body of a response fits its schema\./m);
  expect(message()).toMatch(/^ {2}actual {4}\/0\/name: \d+/m);
});

test('what is missing is missed, unless a browser may hide it', async () => {
  const request = { ...GET, url: `${mock.baseUrl}/pets` };
  expect((await toConform(made('[]'), request)).message()).toContain('X-RateLimit-Limit');
  const hidden = Object.defineProperty(made('[]'), 'type', { value: 'cors' });
  expect(await toConform(hidden, request)).toMatchObject({ pass: true });
});

test('of another document and server', async () => {
  const own = createMatchers({ document: 'openapi/control.yaml', baseUrl: mock.baseUrl.replace(/\/v1$/, '/__admin') });
  const response = await fetch(`${mock.baseUrl.replace(/\/v1$/, '/__admin')}/health`);
  expect(await own.toConform(response, GET)).toMatchObject({ pass: true });
});

test('a reply of one of several documented media types is judged by its own', async () => {
  const folder = temporaryFolder();
  const document = join(folder, 'notes.yaml');
  writeFileSync(
    document,
    `{ openapi: 3.1.0, info: { title: Notes, version: '1' }, servers: [{ url: https://notes.example }], paths: { /note: { get: {
      operationId: getNote, responses: { '200': { description: ok, content: {
        application/json: { schema: { type: object } }, text/plain: {} } } } } } } }`,
  );
  const notes = createMatchers({ document });
  const request = { ...GET, url: 'http://127.0.0.1/note' };
  const answered = async (type: string) =>
    (await notes.toConform(made('hello', { headers: { 'content-type': type } }), request)).pass;
  expect(await answered('text/plain; charset=utf-8')).toBe(true);
  expect(await answered('application/json')).toBe(false);
});

test('unknown options and a relative base URL are refused', () => {
  expect(() => createMatchers({ baseUrl: '/api' })).toThrow(
    'expected an absolute URL, such as http://127.0.0.1:3000/v1',
  );
  expect(() => createMatchers(JSON.parse('{"base":"x"}'))).toThrow(
    'has no option "base"; it has document, baseUrl and strict',
  );
});

/** What a page's response is to Playwright, with what its browser has noted. */
const ofPage = (more: object, noted: { readonly bytes?: number; readonly isSent?: boolean } = {}) => ({
  status: () => 200,
  url: () => `${mock.baseUrl}/pets`,
  body: async () => Buffer.from('[]'),
  allHeaders: async () => ({ etag: '"1"' }),
  request: () => ({
    method: () => 'GET',
    timing: () => ({ requestStart: noted.isSent === false ? -1 : 1 }),
    sizes: async () => ({ responseBodySize: noted.bytes ?? 2 }),
  }),
  fromServiceWorker: () => false,
  serverAddr: async () => (noted.isSent === false ? null : { ipAddress: '127.0.0.1', port: 1 }),
  ...more,
});

test.each([
  ["the browser's cache, as after a 304", () => ofPage({}, { bytes: 0 }), "from the browser's cache"],
  ["the browser's cache alone", () => ofPage({}, { bytes: -158 }), "from the browser's cache"],
  ['the test itself', () => ofPage({}, { isSent: false }), 'came from the test itself (page.route)'],
  ['a service worker', () => ofPage({ fromServiceWorker: () => true }), 'came from a service worker'],
])("a page's reply from %s is not the server's", async (_, response, message) => {
  await expect(toConform(response())).rejects.toThrow(message);
});

test('one that the server has sent to a page is judged', async () => {
  expect((await toConform(ofPage({}))).message()).toContain('no Content-Type');
});

test('of a redirected request the last method is not known', async () => {
  const response = Object.defineProperty(made('[]'), 'redirected', { value: true });
  const request = { method: 'POST', url: `${mock.baseUrl}/pets` };
  await expect(toConform(response, request)).rejects.toThrow("ask with redirect: 'manual'");
});

test.each([
  ['no response', () => ({ statusCode: 200 }), {}, 'takes the response of fetch, of Playwright'],
  ['no method', () => made('[]'), {}, 'name it, as in toConform'],
  ['no URL', () => made('[]'), GET, 'does not tell an absolute URL'],
  ['another path', () => made('[]'), { ...GET, url: 'http://127.0.0.1/v1/toys' }, 'the contract has no GET /v1/toys'],
])('neither pass nor failure where there is nothing to judge: %s', async (_, response, request, message) => {
  await expect(toConform(response(), request)).rejects.toThrow(message);
});

test('a body that was read is asked for before it is', async () => {
  const response = made('[]');
  await response.text();
  await expect(toConform(response, { ...GET, url: `${mock.baseUrl}/pets` })).rejects.toThrow(
    'the body was read already',
  );
});
