import { contractOf } from '../../../openapi/contract/testing/documents';
import type { Exchange } from '../../exchange/exchange';
import { exchangeOf } from '../../testing/exchange';
import type { History } from '../rule';
import { figuresAddUp } from './figures';

const JSON_TYPE = { 'content-type': 'application/json' };

/** It looks at the exchange alone. */
const judged = (exchange: Exchange) => figuresAddUp.judge({ exchange } as { readonly exchange: Exchange } & History);

test('reply.figures is exact for texts of figures, of shares and of what lists come to, and rounds as words say', async () => {
  const text = { type: 'string', pattern: '^[0-9]+\\.[0-9]{2}$' };
  const judgedIn = async (discount: string, shown: Readonly<Record<string, unknown>>) => {
    const line = {
      type: 'object',
      properties: {
        quantity: { type: 'integer' },
        price: text,
        amount: { ...text, description: 'Quantity times price.' },
      },
    };
    const order = {
      type: 'object',
      properties: {
        lines: { type: 'array', items: line },
        discount_percent: { type: 'integer' },
        subtotal: { ...text, description: 'All lines together.' },
        discount: { ...text, description: discount },
      },
    };
    const responses = { 200: { description: 'It.', content: { 'application/json': { schema: order } } } };
    const documented = await contractOf({
      ...{ openapi: '3.1.0', info: { title: 'Orders', version: '1' } },
      paths: { '/order': { get: { operationId: 'getOrder', responses } } },
    });
    const exchange = exchangeOf(documented, {
      ...{ operation: 'getOrder', status: 200, headers: JSON_TYPE },
      body: { discount_percent: 50, ...shown },
    });
    const found = judged(exchange);
    return found?.map(({ key, expected }) => `${key}: ${expected.split(',')[0]}`);
  };
  const lines = [{ quantity: 1, price: '617.29', amount: '617.29' }];
  for (const said of [
    '`discount_percent` of the subtotal, half a cent rounded up.',
    'Discount percent of the subtotal. Rounded half up to the cent.',
    'The discount percent of the subtotal; halves are rounded up.',
    'The discount percent of the subtotal. The result is rounded half up to the minor unit.',
    'Subtotal × discount percent ÷ 100, rounded half up.',
    'The subtotal, less the discount. The result is rounded half up to the minor unit.',
  ]) {
    expect(await judgedIn(said, { lines, subtotal: '617.29', discount: '308.65' })).toEqual([]);
    expect(await judgedIn(said, { lines, subtotal: '617.29', discount: '308.64' })).toEqual([
      'discount: discount: 308.6450',
    ]);
  }
  expect(await judgedIn('', { lines, subtotal: '617.30' })).toEqual([]);
  expect(await judgedIn('', { lines, subtotal: '617.40' })).toEqual(['subtotal: subtotal: 617.29']);
  const open = 'Discount percent of the subtotal, rounded.';
  expect(await judgedIn(open, { lines, subtotal: '617.29', discount: '308.00' })).toEqual([]);
  const large = [{ quantity: 3, price: '999999999999999.99', amount: '2999999999999999.97' }];
  expect(await judgedIn('', { lines: large })).toEqual([]);
  expect(await judgedIn('', { lines: [{ ...large[0], amount: '3000000000000000.00' }] })).toEqual([
    'amount: amount: 2999999999999999.97',
  ]);
});

test('reply.figures works a figure out as its description says, where that is all that it says', async () => {
  const line = {
    type: 'object',
    properties: { price: { type: 'number' }, count: { type: 'integer' }, sum: { type: 'number' } },
  };
  const judgedIn = async (description: string, total: unknown, more: Readonly<Record<string, unknown>> = {}) => {
    const number = { type: 'number' };
    const bill = {
      type: 'object',
      properties: {
        lines: { type: 'array', items: line },
        net: number,
        tax: number,
        off: number,
        total: { ...number, description, ...more },
      },
    };
    const documented = await contractOf({
      openapi: '3.1.0',
      info: { title: 'Bills', version: '1' },
      paths: {
        '/bill': {
          get: {
            operationId: 'getBill',
            responses: { 200: { description: 'It.', content: { 'application/json': { schema: bill } } } },
          },
        },
      },
    });
    const lines = [
      { price: 2.5, count: 2, sum: 5 },
      { price: 10, count: 1, sum: 10 },
    ];
    const exchange = exchangeOf(documented, {
      ...{ operation: 'getBill', status: 200, headers: JSON_TYPE },
      body: { lines, net: 15, tax: 3, off: 1, total },
    });
    return judged(exchange);
  };
  for (const [said, wanted] of [
    ['net plus tax.', 18],
    ['net + tax - off', 17],
    ['The net less off, plus tax.', 17],
    ['Equals `net` minus `off`. In EUR.', 14],
    ['total = net + tax', 18],
    ['Sum of net and tax.', 18],
    ['Sum of price times count over all lines.', 15],
    ['The sum of the line sums plus tax.', 18],
    ["Total of all lines' sums", 15],
    ['Sum of all counts of the lines.', 3],
    ['Twice the net.', 30],
    ['`tax` times `off`, both ways – that is, doubled.', 6],
    ['What is to be paid: `net` plus `tax`', 18],
    ['2 * net - tax', 27],
  ] as const) {
    expect([said, await judgedIn(said, wanted)]).toEqual([said, []]);
    expect([said, await judgedIn(said, wanted + 1)]).toMatchObject([said, [{ key: 'total' }]]);
  }
  for (const said of [
    ...['', 'net', 'What it costs.', 'net plus fees', 'Sum of the paid lines.', 'net and tax', 'net plus tax, rounded'],
    ...[
      'net less off. Never below 0.',
      'Sum of price times count over all lines, unless it is closed',
      'net minus count',
      '2 times 3',
    ],
  ])
    expect([said, await judgedIn(said, 99)]).toEqual([said, undefined]);
  expect(await judgedIn('off less net', 0, { minimum: 0 })).toBeUndefined();
  expect(await judgedIn('net plus tax', '18.00', { type: 'string' })).toEqual([]);
  expect(await judgedIn('net plus tax', null)).toBeUndefined();
});

test.each([
  ['Not before `started_at`.', '2026-01-02T00:00:00Z', 0],
  ['Not before `started_at`.', '2026-01-01T00:00:00Z', 0],
  ['Not before `started_at`.', '2025-12-31T23:00:00Z', 1],
  ['Set when it ends (never earlier than `started_at`).', '2025-12-31T23:00:00Z', 1],
  ['Null until it is done; later than `started_at`.', '2025-12-31T23:00:00Z', 1],
  ['Before `started_at` it is null.', '2026-01-02T00:00:00Z', undefined],
  ['Not before `started_at` unless it was moved.', '2025-12-31T23:00:00Z', undefined],
])('reply.figures: what ended %j is in order at %s: %j', async (description, ended_at, found) => {
  const time = { type: 'string', format: 'date-time' };
  const job = { type: 'object', properties: { started_at: time, ended_at: { ...time, description } } };
  const content = { 'application/json': { schema: { type: 'array', items: job } } };
  const documented = await contractOf({
    ...{ openapi: '3.1.0', info: { title: 'Jobs', version: '1' } },
    paths: { '/jobs': { get: { operationId: 'getJobs', responses: { 200: { description: 'All.', content } } } } },
  });
  const body = [
    { started_at: '2026-01-01T00:00:00Z', ended_at: null },
    { started_at: '2026-01-01T00:00:00Z', ended_at },
  ];
  const exchange = exchangeOf(documented, { operation: 'getJobs', body });
  expect(judged(exchange)?.length).toBe(found);
});

test('reply.figures are worked out as the words around say, of members without a formula of their own', async () => {
  const judgedIn = async (head: string, shown: object) => {
    const figure = { type: 'integer' };
    const properties = { net: figure, off: figure, rate_percent: figure, tax: figure, total: figure };
    const content = { 'application/json': { schema: { type: 'object', properties } } };
    const documented = await contractOf({
      ...{ openapi: '3.1.0', info: { title: 'Bills', version: '1', description: head } },
      paths: { '/bill': { get: { operationId: 'getBill', responses: { 200: { description: 'It.', content } } } } },
    });
    const exchange = exchangeOf(documented, { operation: 'getBill', body: shown });
    return judged(exchange)?.map(({ key }) => key);
  };
  const taxed = { net: 200, off: 10, rate_percent: 5, tax: 9.5 };
  for (const said of [
    '`tax` is `rate_percent` per cent of what remains of the net after the `off`.',
    '`tax` is 5 % of (`net` − `off`).',
    '`tax` of a bill is `rate_percent` × `off` × 20 / 100 (that does not end there).',
    '`off` is 5 % of the net, `tax` is 5 per cent of what is left after the `off`.',
    '`tax` is `rate_percent` on net after off, shipping not included.',
  ]) {
    expect([said, await judgedIn(said, { ...taxed, tax: 10 })]).toEqual([said, []]);
    expect([said, await judgedIn(said, { ...taxed, tax: 12 })]).toEqual([said, ['tax']]);
  }
  for (const said of [
    '`tax` is 5 % of the net less `off`.',
    '`tax` is 5 % of all that remains.',
    '`tax` is 5 % on fees.',
  ])
    expect([said, await judgedIn(said, { ...taxed, tax: 99 })]).toEqual([said, undefined]);
  const exact = '`tax` is 5 % of the net. Fractions are rounded to the nearest penny, and an exact half goes up.';
  const nearest = '`tax` is 5 % of the net, to the nearest cent.';
  expect(await judgedIn(exact, { net: 210, tax: 11 })).toEqual([]);
  expect(await judgedIn(exact, { net: 210, tax: 10 })).toEqual(['tax']);
  expect(await judgedIn(nearest, { net: 210, tax: 10 })).toEqual([]);
  expect(await judgedIn(nearest, { net: 211, tax: 10 })).toEqual(['tax']);
  const head = '1. `tax` is `rate_percent` per cent of the net.\n2. `total` = `net` − `off` + `tax`.\n';
  expect(await judgedIn(head, { net: 200, off: 10, rate_percent: 5, tax: 10, total: 200 })).toEqual([]);
  expect(await judgedIn(head, { net: 200, off: 10, rate_percent: 5, tax: 10, total: 190 })).toEqual(['total']);
  expect(await judgedIn(head, { net: 200, off: 10, rate_percent: 5, tax: 20, total: 210 })).toEqual(['tax']);
  const twice = `${head}\nElsewhere \`total\` is what is due.\n\n\`total\` is \`net\` plus \`tax\`.`;
  expect(await judgedIn(twice, { net: 200, off: 10, rate_percent: 5, tax: 10, total: 1 })).toEqual([]);
});

test('what an object says of a list is about that of the record it is in, and `the quantities` are those of its items', async () => {
  const number = { type: 'integer' };
  const order = {
    type: 'object',
    properties: {
      lines: { type: 'array', items: { type: 'object', properties: { quantity: number, net: number } } },
      units: { ...number, description: 'Sum of the quantities.' },
      amounts: { type: 'object', properties: { subtotal: { ...number, description: 'Sum of `net` of the lines.' } } },
    },
  };
  const responses = { 200: { description: 'It.', content: { 'application/json': { schema: order } } } };
  const documented = await contractOf({
    ...{ openapi: '3.1.0', info: { title: 'Orders', version: '1' } },
    paths: { '/order': { get: { operationId: 'getOrder', responses } } },
  });
  const lines = [
    { quantity: 2, net: 30 },
    { quantity: 3, net: 12 },
  ];
  const wrongIn = (body: object) =>
    judged(exchangeOf(documented, { operation: 'getOrder', status: 200, headers: JSON_TYPE, body }))?.map(
      ({ expected }) => expected.split(',')[0],
    );
  expect(wrongIn({ lines, units: 5, amounts: { subtotal: 42 } })).toEqual([]);
  expect(wrongIn({ lines, units: 2, amounts: { subtotal: 42 } })).toEqual(['units: 5']);
  expect(wrongIn({ lines, units: 5, amounts: { subtotal: 30 } })).toEqual(['subtotal: 42']);
  // Where the list is not shown nothing is known of it.
  expect(wrongIn({ units: 2, amounts: { subtotal: 30 } })).toBeUndefined();
});

test('a formula in an object may have figures of another one beside it, and is told from what is said of it', async () => {
  const number = { type: 'integer' };
  const order = {
    type: 'object',
    properties: {
      totals: { type: 'object', properties: { grandTotal: number } },
      settlement: {
        type: 'object',
        properties: {
          paidAmount: number,
          openAmount: { ...number, description: '`totals.grandTotal - paidAmount`: what may still be paid.' },
        },
      },
    },
  };
  const responses = { 200: { description: 'It.', content: { 'application/json': { schema: order } } } };
  const documented = await contractOf({
    ...{ openapi: '3.1.0', info: { title: 'Orders', version: '1' } },
    paths: { '/order': { get: { operationId: 'getOrder', responses } } },
  });
  const wrongIn = (openAmount: number) =>
    judged(
      exchangeOf(documented, {
        ...{ operation: 'getOrder', status: 200, headers: JSON_TYPE },
        body: { totals: { grandTotal: 50 }, settlement: { paidAmount: 20, openAmount } },
      }),
    )?.map(({ expected }) => expected.split(',')[0]);
  expect(wrongIn(30)).toEqual([]);
  expect(wrongIn(50)).toEqual(['openAmount: 30']);
});
