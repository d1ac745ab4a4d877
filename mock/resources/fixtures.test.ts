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
import { readFixtures, readLargeFixtures } from './fixtures';

/** Things with a text for an id, and notes that are only ever listed. */
const TWO_RESOURCES = {
  openapi: '3.0.3',
  info: { title: 'Two', version: '1' },
  paths: {
    '/things/{thingId}': {
      get: {
        parameters: [{ name: 'thingId', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: reply({ type: 'object', required: ['id'], properties: { id: { type: 'string' } } }) },
      },
    },
    '/notes': {
      get: {
        responses: {
          200: reply({ type: 'array', items: { type: 'object', properties: { text: { type: 'string' } } } }),
        },
      },
    },
  },
};

function reply(schema: object) {
  return { description: 'It.', content: { 'application/json': { schema } } };
}

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
      expect.stringContaining('animals.json#/0/id: record 1 of pets does not fit the contract: /id must be an integer'),
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
      '#/pets/1/categoryId: record 2 of pets does not fit the contract: /categoryId must be an integer of 64 bits, not "1".',
    ],
    [
      'lacks what is required',
      { id: 4, name: 'Rio' },
      '#/pets/1/categoryId: record 2 of pets does not fit the contract: /categoryId is missing.',
    ],
    ['is no record', 'Rio', '#/pets/1: record 2 of pets does not fit the contract: it must be an object, not "Rio".'],
    [
      'has an id that was rounded',
      { ...KIWI, id: 2 ** 63 },
      '#/pets/1/id: record 2 of pets does not fit the contract: /id must be an integer of 64 bits',
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
    ['no object', 'pets', ': expected an object of arrays.'],
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
    const id = { id: { type: 'integer' } };
    const order = { ...id, storeId: { type: 'integer' } };
    nested = await contractOf({
      ...TWO_RESOURCES,
      paths: {
        '/stores/{storeId}/orders': listing(['storeId'], order),
        '/stores/{storeId}/orders/{orderId}': reading(['storeId', 'orderId'], order),
        '/stores/{shop}/orders/{orderId}/lines': listing(['shop', 'orderId'], id),
        '/stores/{shop}/orders/{orderId}/lines/{lineId}': reading(['shop', 'orderId', 'lineId'], id),
        '/rooms/{room}/notes': listing(['room'], { text: { type: 'string' } }),
      },
    });
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

  it('points to a record below a parent', () => {
    expect(read({ '["lines",7,1]': [{ id: 'x' }] }, nested).messages).toEqual([
      expect.stringContaining('animals.json#/["lines",7,1]/0/id: record 1 of lines does not fit'),
    ]);
  });
});

const parametersOf = (names: readonly string[]) =>
  names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: name === 'room' ? 'string' : 'integer' },
  }));

const listing = (names: readonly string[], properties: object) => ({
  parameters: parametersOf(names),
  get: { responses: { 200: reply({ type: 'array', items: { type: 'object', properties } }) } },
});

const reading = (names: readonly string[], properties: object) => ({
  parameters: parametersOf(names),
  get: { responses: { 200: reply({ type: 'object', properties }) } },
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

  const LONG = { ...KIWI, id: 20_001, name: 'x'.repeat(2 ** 14) };
  const LONGER = { ...KIWI, id: 20_002, name: 'x'.repeat(2 ** 15) };
  const many = Array.from({ length: 6007 }, (_, place) => ({ ...KIWI, id: ((place * 7919) % 6007) + 1 }));

  it.each<[string, unknown]>([
    ['many records in no order', { pets: [...many, BIG] }],
    [
      'records of which some are longer than what is parsed at once',
      { pets: [many[0], LONG, ...many.slice(1, 900), LONGER] },
    ],
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
