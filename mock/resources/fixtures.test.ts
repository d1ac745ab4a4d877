import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Contract,
  type ContractError,
  loadContract,
  SHIPPED_DOCUMENT,
  stringifyJson,
} from '../../openapi/contract';
import { contractOf } from '../../openapi/contract/testing/documents';
import { arrayOf, done, INTEGER, inPath, object, TEXT } from '../testing/asking';
import { readFixtures, readLargeFixtures } from './fixtures';

const documentOf = (paths: object) => ({ openapi: '3.0.3', info: { title: 'Two', version: '1' }, paths });
const idsIn = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => inPath(name, /room|thing/.test(name) ? TEXT : INTEGER));
const listing = (path: string, record: object) => ({
  [path]: { parameters: idsIn(path), get: { responses: done(200, arrayOf(record)) } },
});
const reading = (path: string, record: object) => ({
  [path]: { parameters: idsIn(path), get: { responses: done(200, record) } },
});

/** Things with a text for an id, and notes that are only ever listed. */
const TWO_RESOURCES = documentOf({
  ...reading('/things/{thingId}', object({ id: TEXT }, 'id')),
  ...listing('/notes', object({ text: TEXT })),
});

let contract: Contract;
let two: Contract;
beforeAll(async () => {
  contract = await loadContract(SHIPPED_DOCUMENT);
  two = await contractOf(TWO_RESOURCES);
});

/** What a fixtures file gives, as plain arrays, and what is wrong with it. */
function read(json: unknown, of: Contract) {
  const refused: ContractError[] = [];
  const fixtures = readFixtures('animals.json', json, of, (error) => refused.push(error));
  return {
    records: [...fixtures].map(([name, byId]) => [name, [...byId]]),
    messages: refused.map(({ message }) => message),
  };
}

const KIWI = { id: 3, name: 'Kiwi', categoryId: 1 };
const BIG = { id: 9007199254740993n, name: 'Ann', categoryId: 2n ** 63n - 1n };

/** These, each by its id. */
const pets = (...records: readonly { readonly id: number | bigint }[]) => [
  ['pets', records.map((record) => [record.id, record])],
];

describe('a fixtures file', () => {
  it('gives the records of each resource by their ids, those over 2^53 too', () => {
    expect(read({ pets: [KIWI, BIG] }, contract)).toEqual({
      records: pets(KIWI, BIG),
      messages: [],
    });
  });

  it('gives frozen records in the order of their ids', () => {
    const fixtures = readFixtures('animals.json', { pets: [BIG, { ...KIWI, tags: [{}] }] }, contract, () => {});
    const records = [...(fixtures.get('pets')?.values() ?? [])];
    expect(records.map(({ id }) => id)).toEqual([KIWI.id, BIG.id]);
    expect(records.every(Object.isFrozen)).toBe(true);
  });

  it('may be the array alone where there is one resource', () => {
    expect(read([KIWI], contract)).toEqual({ records: pets(KIWI), messages: [] });
    expect(read([{ ...KIWI, id: 'x' }], contract).messages).toEqual([
      expect.stringContaining(
        'animals.json#/0/id: record 1 of pets does not fit the contract: the field "id" must be an integer',
      ),
    ]);
  });

  it('may not be the array alone where there are two', () => {
    expect(read([{ id: 'a' }], two)).toEqual({
      records: [],
      messages: [
        'animals.json: expected an object of arrays. Give an array of records for each resource; the contract has things, notes.',
      ],
    });
  });

  it('takes the place of a record for its id where the contract gives it none', () => {
    expect(read({ notes: [{ text: 'a' }, { text: 'a' }], things: [{ id: 'x' }] }, two)).toEqual({
      records: [
        ['notes', ['a', 'a'].map((text, place) => [place, { text }])],
        ['things', [['x', { id: 'x' }]]],
      ],
      messages: [],
    });
  });

  it.each([
    [
      'does not fit',
      { ...KIWI, id: 4, categoryId: '1' },
      '#/pets/1/categoryId: record 2 of pets does not fit the contract: the field "categoryId" must be an integer of 64 bits, not "1".',
    ],
    ['is no record', 'Rio', '#/pets/1: record 2 of pets does not fit the contract: it must be an object, not "Rio".'],
    [
      'has an id that was rounded',
      { ...KIWI, id: 2 ** 63 },
      '#/pets/1/id: record 2 of pets does not fit the contract: the field "id" must be an integer of 64 bits',
    ],
    ['has the id of another', { ...KIWI, name: 'Rio' }, '#/pets/1: record 2 of pets has the id 3 of another.'],
  ])('leaves out a record that %s, and keeps the others', (_, record, message) => {
    expect(read({ pets: [KIWI, record, BIG] }, contract)).toEqual({
      records: pets(KIWI, BIG),
      messages: [expect.stringContaining(`animals.json${message}`)],
    });
  });

  it.each([
    ['a resource that there is not', { cats: [] }, '#/cats: the contract has no resource "cats".'],
    ['a resource by an inherited name', JSON.parse('{"__proto__":[]}'), '#/__proto__: the contract has no resource'],
    ['records that are no array', { pets: { 3: KIWI } }, '#/pets: expected an array of records.'],
    ['null', null, ': expected an object of arrays.'],
  ])('gives nothing for %s, and says what there is', (_, json, message) => {
    const { records, messages } = read(json, contract);
    expect(records).toEqual([]);
    expect(messages).toEqual([expect.stringContaining(`animals.json${message}`)]);
    expect(messages.join()).toContain('the contract has pets.');
  });

  it('escapes the name of a resource in the pointer to it', () => {
    expect(read({ 'a/b~c': [] }, contract).messages).toEqual([expect.stringContaining('animals.json#/a~1b~0c: ')]);
  });
});

describe('a fixtures file for a contract with records below others', () => {
  /** Orders name their store, lines name nothing above them, notes are listed below a room alone. */
  let nested: Contract;
  beforeAll(async () => {
    const order = object({ id: INTEGER, storeId: INTEGER });
    const line = object({ id: INTEGER });
    nested = await contractOf(
      documentOf({
        ...listing('/stores/{storeId}/orders', order),
        ...reading('/stores/{storeId}/orders/{orderId}', order),
        ...listing('/stores/{shop}/orders/{orderId}/lines', line),
        ...reading('/stores/{shop}/orders/{orderId}/lines/{lineId}', line),
        ...listing('/rooms/{room}/notes', object({ text: TEXT })),
      }),
    );
  });

  it('names a collection as the store does, by the resource and the ids of parents that records do not name', () => {
    const json = {
      orders: [{ id: 1, storeId: 7 }],
      '["lines",7,1]': [{ id: 1 }],
      ' [ "lines", 7, 9007199254740993 ] ': [{ id: 1 }],
      '["notes","a \\"b\\""]': [{ text: 'x' }],
    };
    expect(read(json, nested)).toEqual({
      records: [
        ['orders', [[1, { id: 1, storeId: 7 }]]],
        ['["lines",7,1]', [[1, { id: 1 }]]],
        ['["lines",7,9007199254740993]', [[1, { id: 1 }]]],
        ['["notes","a \\"b\\""]', [[0, { text: 'x' }]]],
      ],
      messages: [],
    });
  });

  it.each([
    ['without the parents', 'lines', 'expected an id each for shop, orderId in the name, found none.'],
    ['with too few parents', '["lines",7]', 'expected an id each for shop, orderId in the name, found 1.'],
    ['with parents that records name', '["orders",7]', 'expected no id of a parent in the name, found 1.'],
    ['with an id that is none', '["lines",7,"1"]', 'the name leads nowhere: orderId must be an integer, not "1".'],
    ['of a resource that there is not', '["cats",1]', 'the contract has no resource "cats".'],
    ['of nothing', '[]', 'the contract has no resource "[]".'],
    ['that is no text', '[7]', 'the contract has no resource 7.'],
    ['that is no JSON', '["lines",', 'the contract has no resource "[\\"lines\\",".'],
  ])('refuses a collection %s, and says how each is named', (_, name, problem) => {
    const { records, messages } = read({ [name]: [{ id: 1 }] }, nested);
    expect(records).toEqual([]);
    expect(messages).toEqual([
      `animals.json#/${name}: ${problem} Give an array of records for each resource; the contract has ${[
        'orders',
        '["lines",{shop},{orderId}]',
        '["notes",{room}]',
      ].join(', ')}.`,
    ]);
  });

  it('refuses a collection that it was given under another spelling', () => {
    const { records, messages } = read({ '["notes","a"]': [{ text: 'x' }], '["notes", "a"]': [] }, nested);
    expect(records).toEqual([['["notes","a"]', [[0, { text: 'x' }]]]]);
    expect(messages).toEqual([
      'animals.json#/["notes", "a"]: the collection is there under another spelling. Give it once.',
    ]);
  });
});

describe('a large file of fixtures', () => {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-fixtures-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** What is read of a file with this text, and what is wrong with it. */
  async function readLarge(text: string, of: Contract) {
    const file = join(folder, 'animals.json');
    writeFileSync(file, text);
    const refused: string[] = [];
    const fixtures = await readLargeFixtures(file, of, ({ pointer, problem, remedy }) =>
      refused.push(`animals.json${pointer === '' ? '' : `#${pointer}`}: ${problem} ${remedy}`),
    );
    return { records: [...fixtures].map(([name, byId]) => [name, [...byId]]), refused };
  }

  const LONG = { ...KIWI, id: 20_001, name: 'x'.repeat(2 ** 17) };
  const many = Array.from({ length: 6007 }, (_, place) => ({ ...KIWI, id: ((place * 7919) % 6007) + 1 }));

  it.each<[string, unknown]>([
    ['many records in no order', { pets: [...many, BIG] }],
    ['a record that is longer than a piece of it', { pets: [many[0], LONG, ...many.slice(1, 900)] }],
    ['an array alone', many.slice(0, 5000)],
    ['records that do not fit', { pets: [{ ...KIWI, name: 1 }, ...many.slice(0, 9), many[3]] }],
    ['an unknown resource', { nope: many.slice(0, 9), pets: {} }],
    ['another value', 7],
  ])('is read with %s as a small one is', async (_, json) => {
    const large = await readLarge(stringifyJson(json), contract);
    const { records, messages } = read(json, contract);
    expect(large.records).toEqual(records);
    expect(new Set(large.refused)).toEqual(new Set(messages));
  });

  it('is refused with the place of what is no JSON', async () => {
    await expect(readLarge('{"pets":[{"id":1},{"id":}]}', contract)).rejects.toMatchObject({
      pointer: '/pets/1',
      problem: expect.stringContaining('is not JSON: '),
    });
    await expect(readLarge('{"pets":[]', contract)).rejects.toMatchObject({ pointer: '' });
    const before = many.slice(0, 700).map((record) => stringifyJson(record));
    for (const wrong of ['', '{"id":}', '{"id":1 2}']) {
      const text = `{"pets":[${[...before, wrong, '{}'].join()}]}`;
      await expect(readLarge(text, contract)).rejects.toMatchObject({ pointer: '/pets/700' });
    }
  });
});
