import { CHECKS } from '../../../conformance/checks';
import { run } from '../../../conformance/run/run';
import { libraryContract } from '../../../conformance/testing/contract';
import { optionsFor } from '../../../conformance/testing/options';
import type { Contract } from '../../../openapi/contract';
import { onGround } from '../server/prove';
import type { Running } from '../server/server';
import { tally } from '../tally';
import { libraryFaults } from './faults';
import { branchId, FIRST_BOOK, LIBRARY, startLibrary } from './ground';
import { lawfulLibraries } from './lawful';

let contract: Contract;
beforeAll(async () => {
  contract = await libraryContract();
});

test('the second contract has what the shipped one has not', () => {
  expect(contract.resources).toMatchObject([
    {
      name: 'branches',
      idProperty: 'id',
      shown: { list: ['items'] },
      filters: [{ property: 'kind' }],
      guessedFilters: [{ property: 'name' }],
    },
    { name: 'books', idProperty: 'id', shown: { list: ['items'] }, filters: [{ property: 'language' }] },
    { name: 'copies', idProperty: 'copyId', shown: { list: [] }, filters: [{ property: 'shelf' }] },
  ]);
  expect(contract.resources.map(({ operations }) => Object.keys(operations).join(' '))).toEqual([
    'list create read replace patch delete',
    'list create read replace patch delete',
    'list create read replace delete',
  ]);
});

test('a body may be refused by either status that its operation documents for that', async () => {
  const server = await startLibrary();
  const options = optionsFor(server.baseUrl, {
    keys: { main: server.keys.main, limit: undefined },
    checks: ['input.refused'],
    operations: ['addBranch'],
  });
  const { findings, exchanges } = await run(contract, CHECKS, options, { onProgress: () => {}, onWait: () => {} });
  await server.close();
  expect(findings).toEqual([]);
  const statuses = exchanges.filter(({ sentBy }) => sentBy === 'input.refused').map(({ response }) => response?.status);
  expect(new Set(statuses)).toEqual(new Set([400, 422]));
});

describe('the server keeps what this document says', () => {
  let server: Running;
  beforeEach(async () => {
    server = await startLibrary();
  });
  afterEach(() => server.close());

  const ask = async (method: string, path: string, body?: string) => {
    const reply = await fetch(`${server.baseUrl}${path}`, {
      method,
      headers: { 'X-Library-Key': server.keys.main },
      ...(body === undefined ? {} : { body }),
    });
    return { status: reply.status, type: reply.headers.get('Content-Type'), text: await reply.text() };
  };
  const MAIN = `/branches/${branchId(1)}`;
  const BOOK = `${MAIN}/books/${FIRST_BOOK}`;

  test.each([
    ['POST', '/branches', '{"name":"North","kind":"local","doorCode":"1234","id":"x"}', 201],
    ['POST', '/branches', '{"name":"","kind":"local"}', 422],
    ['POST', '/branches', '{"name":"North","kind":"lunar"}', 422],
    ['POST', '/branches', '{"name":"North","kind":"local","openedOn":"2023-02-29"}', 422],
    ['POST', '/branches', '{"name":"North","kind":"local","seats":5001}', 422],
    ['POST', '/branches', '{"name":"North"}', 422],
    ['POST', '/branches', `{"name":"${'n'.repeat(81)}","kind":"local"}`, 422],
    ['POST', `${MAIN}/books`, '{"isbn":"9780306000009","title":"A","authors":["B","C","D","E","F"]}', 422],
    ['POST', '/branches', '{', 400],
    ['PATCH', MAIN, '{}', 422],
    ['PATCH', MAIN, '{"phone":null}', 200],
    ['PATCH', MAIN, '{"name":null}', 422],
    ['PUT', BOOK, '{"isbn":"9780306000002","title":"A","authors":["B"]}', 409],
    ['PUT', BOOK, '{"isbn":"9780306000009","title":"A","authors":["B","B"]}', 422],
    ['PUT', BOOK, '{"isbn":"9780306000009","title":"A","authors":["B"]}', 200],
    ['PUT', `${BOOK}/copies/C000001`, '{"shelf":"A","condition":"good"}', 204],
    ['PATCH', `${BOOK}/copies/C000001`, '{}', 405],
    ['DELETE', `${BOOK}/copies/C000001`, undefined, 200],
    ['DELETE', BOOK, undefined, 204],
    ['GET', `/branches/${branchId(2)}/books/${FIRST_BOOK}`, undefined, 404],
    ['GET', '/branches?limit=51', undefined, 400],
    ['GET', '/shelves', undefined, 404],
  ])('%s %s with %s: %d', async (method, path, body, status) => {
    const reply = await ask(method, path, body);
    expect(reply.status).toBe(status);
    const isEmpty = status === 204;
    expect(reply.type).toBe(isEmpty ? null : status < 400 ? 'application/json' : 'application/problem+json');
    if (status >= 400) expect(JSON.parse(reply.text)).toEqual({ title: expect.any(String), status });
  });

  test('a record is shown without its secret, and with the time when it was made', async () => {
    const { text } = await ask('POST', '/branches', '{"name":"North","kind":"local","doorCode":"1234"}');
    expect(JSON.parse(text)).toEqual({
      id: expect.stringMatching(/^5b1c/),
      name: 'North',
      kind: 'local',
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  test('null in a merge patch takes a member away', async () => {
    const { text } = await ask('PATCH', BOOK, '{"pages":null}');
    expect(text).not.toContain('pages');
    expect((await ask('GET', BOOK)).text).toBe(text);
  });

  test('a branch goes with all that lies below it', async () => {
    expect((await ask('DELETE', MAIN)).status).toBe(204);
    for (const path of [MAIN, BOOK, `${MAIN}/books`]) expect((await ask('GET', path)).status).toBe(404);
    // So that another book may have the ISBN of one of them.
    const book = '{"isbn":"9780306000001","title":"Sult","authors":["Knut Hamsun"]}';
    expect((await ask('POST', `/branches/${branchId(2)}/books`, book)).status).toBe(201);
  });

  test('pages are told by an offset and a total, or by where the next one begins', async () => {
    const branches = await ask('GET', '/branches?limit=2&offset=2');
    expect(JSON.parse(branches.text)).toEqual({ items: [expect.objectContaining({ kind: 'mobile' })], total: 3 });
    const first = await ask('GET', `${MAIN}/books?limit=2`);
    const [, next] = /"next":"(\w+)"/.exec(first.text) ?? [];
    const last = await ask('GET', `${MAIN}/books?limit=2&after=${next}`);
    expect(JSON.parse(last.text)).toEqual({ items: [expect.objectContaining({ language: 'fr' })], next: null });
  });
});

// The whole of it takes minutes: `npm run selftest`.

test('each faulty library is caught by a check that is named for it', async () => {
  const missed: string[] = [];
  for (const { name, behaviour, caughtBy, isWarning } of libraryFaults.filter((_, index) => index % 24 === 0)) {
    const server = await startLibrary(behaviour);
    const keys = { main: server.keys.main, limit: undefined };
    const options = optionsFor(server.baseUrl, { keys, checks: caughtBy, maxFailures: 1 });
    const { findings } = await run(contract, CHECKS, options, { onProgress: () => {}, onWait: () => {} });
    await server.close();
    const wanted = isWarning === true ? 'warn' : 'fail';
    if (!findings.some(({ outcome }) => outcome === wanted)) missed.push(name);
  }
  expect(libraryFaults.length).toBeGreaterThanOrEqual(80);
  expect(missed).toEqual([]);
}, 300_000);

test('no lawful library is accused', async () => {
  const tried = lawfulLibraries.filter((_, index) => index % 48 === 0);
  const { accused } = await tally(onGround(LIBRARY), [], tried, { budget: 300 });
  expect(accused).toEqual([]);
}, 300_000);

test('no name stands for two of them', () => {
  const names = [...libraryFaults, ...lawfulLibraries].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
