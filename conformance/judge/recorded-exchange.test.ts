import type { Contract } from '../../openapi/contract';
import { shippedContract } from '../testing/contract';
import { readBody } from '../wire/body';
import { createExchangeReader, type RecordedExchange } from './recorded-exchange';

const RECORDED: RecordedExchange = {
  method: 'GET',
  url: 'https://shop.example/api/pets/7?limit=2',
  requestHeaders: { 'accept-language': 'de', authorization: 'Bearer a-secret', 'x-gateway-token': 'another-secret' },
  requestBody: undefined,
  sentBy: 'a proxy',
  response: {
    status: 200,
    headers: new Map([['content-type', 'application/json']]),
    body: readBody(Buffer.from('{"id":9007199254740993}'), undefined),
  },
  startedAt: 5,
  milliseconds: 1,
};

let contract: Contract;
beforeAll(async () => {
  contract = await shippedContract();
});

const readerFor = (baseUrl = 'https://shop.example/api', isAlone = false) =>
  createExchangeReader(contract, baseUrl, isAlone);

test('what was recorded is an exchange of the operation that method and path lead to', () => {
  const reader = readerFor('https://shop.example/api/');
  const exchange = reader.read(RECORDED);
  expect(exchange?.request).toMatchObject({
    operation: { id: 'getPet' },
    method: 'GET',
    target: '/pets/7?limit=2',
    path: { petId: '7' },
    headers: { 'accept-language': 'de' },
  });
  expect(exchange?.response?.body.json).toEqual({ value: { id: 9007199254740993n } });
  expect([exchange?.number, reader.read(RECORDED)?.number]).toEqual([1, 2]);
});

test('nothing of it tells a secret, and the secrets are known to the reports, which hide them', () => {
  const reader = readerFor();
  const url = 'https://user:pass@shop.example/api/pets?access_token=third-secret&limit=2';
  const exchange = reader.read({
    ...RECORDED,
    url,
    requestHeaders: { ...RECORDED.requestHeaders, cookie: 's=fourth-secret' },
  });
  expect(JSON.stringify([exchange?.request.headers, exchange?.request.target])).not.toMatch(/secret|pass/);
  expect(exchange?.request.target).toBe('/pets?access_token=***&limit=2');
  expect(reader.secrets()).toEqual(['a-secret', 'fourth-secret']);
});

test.each([
  ['another host', { url: 'https://other.example/api/pets/7' }, 'outside'],
  ['another scheme', { url: 'http://shop.example/api/pets/7' }, 'outside'],
  ['a path beside the base', { url: 'https://shop.example/pets/7' }, 'outside'],
  ['a path that only begins as the base does', { url: 'https://shop.example/apis/pets' }, 'outside'],
  ['what is no URL', { url: 'about:blank' }, 'outside'],
  ['another path', { url: 'https://shop.example/api/toys' }, 'unknown'],
  ['a path as it was sent, with two dots', { url: 'https://shop.example/api/toys/../pets' }, 'unknown'],
  ['another method', { method: 'DELETE' }, 'unknown'],
])('%s is no exchange of the contract', (_, other, kind) => {
  const reader = readerFor();
  const recorded = { ...RECORDED, ...other };
  expect(reader.place(recorded.method, recorded.url).kind).toBe(kind);
  expect(reader.read(recorded)).toBeUndefined();
});

test('who sends a header of their own may see other records than who does not', () => {
  const reader = readerFor();
  const callerWith = (headers: Readonly<Record<string, string>>) =>
    reader.read({ ...RECORDED, requestHeaders: { authorization: 'Bearer a-secret', ...headers } })?.request.credential;
  expect(callerWith({ 'user-agent': 'a', traceparent: '1', 'sec-fetch-mode': 'cors' })).toEqual(callerWith({}));
  expect(callerWith({ 'x-tenant': 'one' })).not.toEqual(callerWith({}));
  expect(callerWith({ 'x-tenant': 'one' })).not.toEqual(callerWith({ 'x-tenant': 'two' }));
});

test('of a request whose reply is not known nothing is said', () => {
  expect(readerFor().read({ ...RECORDED, response: undefined })?.failure?.kind).toBe('unread');
});
