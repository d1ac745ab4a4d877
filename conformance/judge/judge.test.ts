import { startMock } from '../../mock';
import { type Contract, loadContract } from '../../openapi/contract';
import type { Exchange } from '../exchange/exchange';
import { shippedContract } from '../testing/contract';
import { exchangeOf, LAWFUL_HEADERS } from '../testing/exchange';
import { readBody } from '../wire/body';
import type { Choice } from './choice';
import { createJudge } from './judge';
import { createExchangeReader } from './recorded-exchange';

const TARGET = { baseUrl: '', plan: undefined, limitPlan: undefined, exclusive: false };
const EVERYTHING: Choice = { checks: [], excludedChecks: [], operations: [], excludeDeprecated: false };
/** What several exchanges show, or a request and its reply. */
const RELATIONS: Choice = {
  checks: ['list', 'created', 'records', 'input.accepted'],
  excludedChecks: [],
  operations: [],
  excludeDeprecated: false,
};

let contract: Contract;
beforeAll(async () => {
  contract = await shippedContract();
});

/** Has a judge look at exchanges in their order, and tells what it found. */
function findingsOf(exchanges: readonly Exchange[], choice = EVERYTHING): readonly string[] {
  const judge = createJudge(contract, TARGET, choice);
  for (const exchange of exchanges) judge.observe(exchange);
  return judge.findings().map(({ check, operation, actual }) => `${check} ${operation}: ${actual}`);
}

test('what changed an older record is shown between the two replies that differ, though it was refused', () => {
  const pet = { id: 7, name: 'Rex', categoryId: 1, status: 'available' };
  const read = { operation: 'getPet', parts: { path: { petId: 7 } } };
  const create = { operation: 'createPet', status: 400, parts: { body: { name: 'Rex' } } };
  const story = [
    { ...read, body: pet },
    { ...create, body: { code: 'x', message: 'y', status: 400 } },
    { ...read, body: { ...pet, name: 'Max' } },
  ];
  const judge = createJudge(contract, TARGET, { ...EVERYTHING, checks: ['records.kept'] });
  for (const [place, told] of story.entries())
    judge.observe({ ...exchangeOf(contract, { ...told, headers: LAWFUL_HEADERS }), number: place + 1 });
  expect(judge.findings().map(({ exchanges }) => exchanges.map(({ number }) => number))).toEqual([[1, 2, 3]]);
});

test.each([
  ['goes on by itself is the server’s', ['running', 'running', 'done'], 0],
  ['comes to be as it was sent a moment later is told', ['stale', 'stale', 'sent'], 1],
  ['stays another one is told', ['other', 'other', 'other'], 1],
] as const)('a text that was sent and %s', (_, [first = '', second = '', third = ''], count) => {
  const judge = createJudge(contract, TARGET, { ...EVERYTHING, checks: ['created.readable'] });
  const pet = { id: 7, name: 'sent', categoryId: 1, status: 'available' };
  const create = { operation: 'createPet', status: 201, parts: { body: { name: 'sent', categoryId: 1 } }, body: pet };
  const readOf = (name: string, number: number): Exchange => {
    const told = { operation: 'getPet', parts: { path: { petId: 7 } }, body: { ...pet, name } };
    return { ...exchangeOf(contract, { ...told, headers: LAWFUL_HEADERS }), number };
  };
  judge.observe(exchangeOf(contract, { ...create, headers: LAWFUL_HEADERS }));
  const read = readOf(first, 2);
  judge.doubtOf(read)?.([readOf(second, 3), readOf(third, 4)]);
  judge.observe(read);
  expect(judge.findings()).toHaveLength(count);
});

test('a parameter whose words do not promise equality may search', async () => {
  const control = await loadContract('openapi/control.yaml');
  const session = {
    id: 'a',
    name: 'The checkout',
    openedAt: '2026-11-24T00:00:00Z',
    expiresAt: '2026-11-24T01:00:00Z',
  };
  const found = (name: string) => {
    const judge = createJudge(control, TARGET, { ...EVERYTHING, checks: ['list.filter'] });
    const asked = { operation: 'listSessions', parts: { query: { name: 'checkout' } } };
    judge.observe(exchangeOf(control, { ...asked, headers: LAWFUL_HEADERS, body: [{ ...session, name }] }));
    return judge.findings().map(({ actual }) => actual);
  };
  expect(found('The Checkout')).toEqual([]);
  expect(found('The shop')).toEqual([]);
});

describe('recorded traffic', () => {
  let recorded: readonly Exchange[];

  beforeAll(async () => {
    recorded = await recordMock();
  });

  /** The traffic with another reply in the place of one. */
  const altered = (number: number, change: (text: string) => string, status?: number): readonly Exchange[] =>
    recorded.map((exchange) => {
      if (exchange.number !== number || exchange.response === undefined) return exchange;
      const body = readBody(Buffer.from(change(exchange.response.body.text ?? '')), undefined);
      return { ...exchange, response: { ...exchange.response, body, status: status ?? exchange.response.status } };
    });

  test('of the mock shows nothing that is wrong, and is judged by every relation', () => {
    expect(findingsOf(recorded)).toEqual([]);
    const judge = createJudge(contract, TARGET, RELATIONS);
    for (const exchange of recorded) judge.observe(exchange);
    expect(judge.cells().map(({ check, operation, outcome }) => `${check} ${operation} ${outcome}`)).toEqual([
      'list.no-duplicates listPets pass',
      'list.page-size listPets pass',
      'list.default-page-size listPets pass',
      'list.filter listPets pass',
      'created.echoed createPet pass',
      'created.readable createPet pass',
      'created.new-id createPet pass',
      'created.listed createPet pass',
      'records.kept createPet pass',
      'input.accepted listPets pass',
    ]);
  });

  test.each<[string, number, (text: string) => string, string]>([
    [
      'a record that comes twice',
      1,
      (text) => text.replace('[{', '[{"id":1,"name":"A","categoryId":1},{'),
      'list.no-duplicates',
    ],
    [
      'a page that is too long',
      2,
      (text) => text.replace(']', ',{"id":900,"name":"A","categoryId":1}]'),
      'list.page-size',
    ],
    ['a record that the filter leaves out', 3, (text) => text.replace('"pending"', '"sold"'), 'list.filter'],
    ['another name than was sent', 4, (text) => text.replace('Rex', 'Max'), 'created.echoed'],
    ['an id that a record has', 4, (text) => text.replace(/"id":\d+/, '"id":1'), 'created.new-id'],
    ['another name when it is read', 5, (text) => text.replace('Rex', 'Max'), 'created.readable'],
    [
      'another category in the list',
      6,
      (text) => text.replace('"name":"Rex","categoryId":3', '"name":"Rex","categoryId":4'),
      'created.listed',
    ],
    ['another name when it is read again', 8, (text) => text.replace('Rex', 'Max'), 'records.kept'],
  ])('%s is found', (_, number, change, check) => {
    const found = findingsOf(altered(number, change), RELATIONS).map((line) => line.split(' ')[0]);
    expect(found).toContain(check);
  });

  test('says nothing of an operation whose removal is past, nor learns from it what records are like', () => {
    const past = recorded.map((exchange) => {
      if (exchange.request.operation.id !== 'getPet' || exchange.response === undefined) return exchange;
      const headers = new Map([...exchange.response.headers, ['date', 'Thu, 05 Dec 2030 00:00:00 GMT']]);
      const body = readBody(Buffer.from('{"id":1,"name":5}'), undefined);
      return { ...exchange, response: { status: 500, headers, body } };
    });
    expect(findingsOf(past)).toEqual([]);
    const judge = createJudge(contract, TARGET, EVERYTHING);
    for (const exchange of past) judge.observe(exchange);
    expect(judge.cells().filter(({ operation }) => operation === 'getPet')).toEqual([]);
    expect(judge.cells().find(({ check }) => check === 'created.listed')?.outcome).toBe('pass');
  });

  test('a reply of another status, and a refusal of what is valid', () => {
    expect(findingsOf(altered(5, (text) => text, 404))).toContain('created.readable createPet: the status 404');
    expect(findingsOf(altered(2, (text) => text, 400))).toContain('input.accepted listPets: the status 400');
    expect(findingsOf(altered(1, () => '[{"id":"1"}]'))).toContain('reply.schema listPets: /0/name is missing');
  });

  test('only what was chosen is judged', () => {
    const changed = altered(4, (text) => text.replace('Rex', 'Max'));
    expect(
      findingsOf(changed, { checks: ['list'], excludedChecks: [], operations: [], excludeDeprecated: false }),
    ).toEqual([]);
    expect(
      findingsOf(changed, {
        checks: [],
        excludedChecks: ['created', 'records'],
        operations: [],
        excludeDeprecated: false,
      }),
    ).toEqual([]);
    expect(findingsOf(changed)).not.toEqual([]);
    // Of what only prepares for a chosen operation the records are compared, and nothing is reported.
    expect(findingsOf(changed, { ...RELATIONS, operations: ['listPets'] })).toEqual([]);
  });
});

/** What the mock answers to requests that are none of the suite's. */
async function recordMock(): Promise<readonly Exchange[]> {
  const mock = await startMock();
  const reader = createExchangeReader(contract, mock.baseUrl);
  const requests: readonly (readonly [method: string, path: string, body?: string])[] = [
    ['GET', '/pets'],
    ['GET', '/pets?limit=2'],
    ['GET', '/pets?status=pending&limit=100'],
    ['POST', '/pets', '{"name":"Rex","categoryId":3,"status":"sold"}'],
    ['GET', '/pets/'],
    ['GET', '/pets?status=sold&limit=100'],
    ['GET', '/pets/1'],
    ['GET', '/pets/'],
    ['HEAD', '/pets'],
    ['HEAD', '/pets/'],
    ['HEAD', '/pets/999999'],
    ['GET', '/pets'],
  ];
  let created = '';
  const exchanges: Exchange[] = [];
  for (const [method, path, body] of requests) {
    const url = mock.baseUrl + (path.endsWith('/') ? `${path}${created}` : path);
    const requestHeaders = new Headers({ authorization: 'Bearer demo-business', 'content-type': 'application/json' });
    const startedAt = Date.now();
    const reply = await fetch(url, { method, headers: requestHeaders, ...(body === undefined ? {} : { body }) });
    const bytes = Buffer.from(await reply.arrayBuffer());
    if (method === 'POST') created = /"id":(\d+)/.exec(bytes.toString())?.[1] ?? '';
    const exchange = reader.read({
      method,
      url,
      requestHeaders: Object.fromEntries(requestHeaders),
      requestBody: body,
      sentBy: 'a proxy',
      response: { status: reply.status, headers: new Map(reply.headers), body: readBody(bytes, undefined) },
      startedAt,
      milliseconds: Date.now() - startedAt,
    });
    if (exchange === undefined) throw new Error(`There is no ${method} ${url}.`);
    exchanges.push(exchange);
  }
  await mock.close();
  return exchanges;
}
