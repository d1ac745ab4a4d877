import { shippedContract } from '../testing/contract';
import { exchangeOf } from '../testing/exchange';
import { evidenceAround, evidenceOf } from './evidence';
import { placeOf } from './place';

test('of a reply the first headers are kept, however many and long they are', async () => {
  const contract = await shippedContract();
  const kept = (count: number, value: string): readonly (readonly [string, string])[] => {
    const headers = Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, value]));
    return [...(evidenceOf(exchangeOf(contract, { headers })).response?.headers ?? [])];
  };
  expect(kept(3, 'a')).toEqual([
    ['x-0', 'a'],
    ['x-1', 'a'],
    ['x-2', 'a'],
  ]);
  expect(kept(10_000, 'a')).toHaveLength(250);
  const long = kept(10, 'a'.repeat(20_000));
  expect(long.map(([, value]) => value.length)).toEqual([10_000, 10_000, 10_000]);
});

test('of a body what stands around a place is kept, from a whole member or item on', async () => {
  const contract = await shippedContract();
  const around = (length: number, pointer: string) => {
    const body = Array.from({ length }, (_, id) => ({ id, name: `Rex ${id}`, note: 'x'.repeat(20) }));
    return evidenceAround(exchangeOf(contract, { body }), pointer).response?.body.text;
  };
  const note = `"note":"${'x'.repeat(20)}"}`;
  expect(around(100, '/98/name')).toBe(`… {"id":98,"name":"Rex 98",${note},{"id":99,"name":"Rex 99",${note}]`);
  // Of a long body the text is not kept, but its value.
  expect(around(2000, '/1500/name')).toBe(`… {"id":1500,"name":"Rex 1500",${note}`);
  for (const pointer of ['', '/0/name', '/9999/name', '/no']) expect(around(2000, pointer)).toMatch(/^\[\{"id":0,/);
});

test('the place of a member is found by its record', async () => {
  const exchange = exchangeOf(await shippedContract(), { body: { data: { pets: [{ id: 1 }, { id: 1 }] } } });
  const { json } = exchange.response?.body ?? {};
  const value = json !== undefined && 'value' in json ? json.value : undefined;
  const { data } = value as { data: { pets: readonly [object, object] } };
  expect(placeOf(exchange, data.pets[1], 'id')).toBe('/data/pets/1/id');
  expect(placeOf(exchange, {}, 'id')).toBe('/id');
});
