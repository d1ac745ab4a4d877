import { shippedContract } from '../testing/contract';
import { createExchangeReader, type RecordedExchange } from './recorded-exchange';

const RECORDED: RecordedExchange = {
  method: 'GET',
  url: 'https://shop.example/api/pets/7?limit=2',
  requestHeaders: new Headers({ 'Accept-Language': 'de' }),
  requestBody: undefined,
  credential: 'main',
  sentBy: 'a proxy',
  status: 200,
  headers: new Headers({ 'Content-Type': 'application/json' }),
  bytes: Buffer.from('{"id":9007199254740993}'),
  startedAt: 5,
  milliseconds: 1,
};

test('what was recorded is an exchange of the operation that method and path lead to', async () => {
  const toExchange = createExchangeReader(await shippedContract(), 'https://shop.example/api/');
  const exchange = toExchange(RECORDED);
  expect(exchange?.request).toMatchObject({
    operation: { id: 'getPet' },
    method: 'GET',
    target: '/pets/7?limit=2',
    path: { petId: '7' },
    headers: { 'accept-language': 'de' },
  });
  expect(exchange?.response?.headers.get('content-type')).toBe('application/json');
  expect(exchange?.response?.body.json).toEqual({ value: { id: 9007199254740993n } });
  expect([exchange?.number, toExchange(RECORDED)?.number]).toEqual([1, 2]);
});

test.each([
  ['another path', { url: 'https://shop.example/api/toys' }],
  ['a path beside the base', { url: 'https://shop.example/pets/7' }],
  ['another method', { method: 'DELETE' }],
])('%s is no exchange of the contract', async (_, other) => {
  const toExchange = createExchangeReader(await shippedContract(), 'https://shop.example/api');
  expect(toExchange({ ...RECORDED, ...other })).toBeUndefined();
});
