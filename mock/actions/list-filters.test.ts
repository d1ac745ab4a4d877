import { type Api, createMock, type Mock } from '../index';
import {
  arrayOf,
  askerOf,
  documentOf,
  done,
  INTEGER,
  json,
  object,
  inQuery as query,
  TEXT as text,
} from '../testing/asking';

const instant = { ...text, format: 'date-time' };
const FIELDS = {
  name: text,
  price: { type: 'number' },
  rank: { ...INTEGER, format: 'int64' },
  fee: text,
  station_id: INTEGER,
  created_at: instant,
  updated_at: instant,
  due: { ...text, format: 'date' },
  tags: arrayOf(text),
  owner: object({ gid: text, name: text, town: text }),
};
const CAT = object({ id: INTEGER, ...FIELDS }, 'id', 'name');
const operators = object({ gte: { type: 'number' }, lt: { type: 'number' } });

const DOCUMENT = documentOf({
  '/cats': {
    post: { requestBody: json(object(FIELDS, 'name', 'price')), responses: done(201, CAT) },
    get: {
      parameters: [
        ...['minPrice', 'max_price', 'price_gte', 'price[lt]', 'price__lte', 'priceTo', 'min_fee'].map((name) =>
          query(name, { type: 'number' }),
        ),
        ...[
          'createdAfter',
          'created_before',
          'since',
          'end_date',
          'dueFrom',
          'min_rank',
          'from_station_id',
          'after',
        ].map((name) => query(name)),
        query('tags'),
        query('owner'),
        query('updated_after', instant, { description: 'Changed at or after this instant, inclusive.' }),
        query('until', instant, { description: 'The `due` date is this one at the latest.' }),
        query('price', operators, { style: 'deepObject', explode: true }),
        query('filter', { type: 'object' }, { style: 'deepObject', explode: true }),
        query('filter[price][gt]', { type: 'number' }),
      ],
      responses: done(200, object({ data: arrayOf(CAT), total: INTEGER }, 'data', 'total')),
    },
  },
});

const CATS = [
  {
    name: 'Mog',
    price: 5,
    rank: 9_007_199_254_740_993n,
    fee: '9.50',
    created_at: '2024-05-01T12:00:00Z',
    due: '2024-06-01',
    tags: ['old', 'grey'],
    owner: { gid: '7', name: 'Ann', town: 'Rome' },
  },
  {
    name: 'Tom',
    price: 10,
    rank: 9_007_199_254_740_992n,
    fee: '10',
    created_at: '2024-05-02T12:00:00Z',
    due: '2024-07-01',
    tags: ['grey'],
  },
  { name: 'Ash', price: 15, rank: 1, fee: '100', created_at: '2024-05-03T00:00:00+02:00' },
];

describe('a list keeps', () => {
  let mock: Mock<Api>;
  let ask: ReturnType<typeof askerOf>;
  beforeAll(async () => {
    const records = { cats: CATS.map((cat, at) => ({ id: at + 1, ...cat, updated_at: cat.created_at })) };
    mock = await createMock<Api>({ document: DOCUMENT, fixtures: 'none', planLimits: false, warnings: 'none' });
    ask = askerOf(mock);
    await mock.restore({ ...(await mock.state()), records });
  });

  test.each([
    ['minPrice=10', 'Tom Ash'],
    ['max_price=10', 'Mog Tom'],
    ['minPrice=6&max_price=12', 'Tom'],
    ['price_gte=15', 'Ash'],
    ['price[lt]=10', 'Mog'],
    ['price__lte=5', 'Mog'],
    ['priceTo=5', 'Mog'],
    ['price[gte]=5&price[lt]=15', 'Mog Tom'],
    ['filter[price][gte]=10', 'Tom Ash'],
    ['filter[price][gt]=10', 'Ash'],
    ['filter[name][_eq]=Tom', 'Tom'],
    ['filter[name][_in]=Tom,Mog', 'Mog Tom'],
    ['filter[name][_neq]=Tom', 'Mog Ash'],
    ['filter[name][_contains]=o', 'Mog Tom'],
    ['min_fee=10', 'Tom Ash'],
    ['min_rank=9007199254740993', 'Mog'],
    ['createdAfter=2024-05-01T12:00:00Z', 'Tom Ash'],
    ['created_before=2024-05-02T22:00:00Z', 'Mog Tom'],
    ['updated_after=2024-05-02T22:00:00Z', 'Ash'],
    ['since=2024-05-02', 'Tom Ash'],
    ['end_date=2024-05-02', 'Mog Tom Ash'],
    ['end_date=2024-05-01', 'Mog'],
    ['dueFrom=2024-06-02', 'Tom'],
    ['until=2024-06-15T00:00:00Z', 'Mog'],
    ['from_station_id=7', 'Mog Tom Ash'],
    ['tags=grey', 'Mog Tom'],
    ['tags=old', 'Mog'],
    ['owner=7', 'Mog'],
    ['owner=Rome', ''],
    ['createdAfter=nonsense', 'Mog Tom Ash'],
  ])('of ?%s %s', async (asked, names) => {
    const { body } = await ask('GET', `/cats?${asked}`);
    expect(body.data.map(({ name }: { name: string }) => name).join(' ')).toBe(names);
    expect(body.total).toBe(body.data.length);
  });
});
