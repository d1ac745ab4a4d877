import fc from 'fast-check';
import type { Contract } from '../../../openapi/contract';
import { contractOf } from '../../../openapi/contract/testing/documents';
import { segment } from '../../../openapi/program/testing/texts';
import { operationOf } from '../../testing/contract';
import { exchangeOf, type Told } from '../../testing/exchange';
import { createClues } from './clues';
import { slotsOf } from './places';

/** Nothing is said of what bodies have: all that a server shows is undocumented. */
const PATHS = [
  ...['GET /groups', 'POST /groups', 'GET /groups/{groupId}', 'PUT /groups/{groupId}', 'DELETE /groups/{groupId}'],
  ...['GET /groups/{groupId}/parts', 'POST /groups/{groupId}/parts', 'GET /groups/{groupId}/parts/{partId}'],
  ...['POST /groups/{groupId}/close', 'POST /groups/{groupId}/members', 'GET /tables/{name}', 'POST /tables/create'],
  ...[
    'GET /codes/by/{code}',
    'GET /codes',
    'GET /codes/{id}',
    'POST /makers/{maker}/things',
    'GET /makers/{maker}/things',
  ],
  ...['POST /task-templates/{id}/start', 'GET /tasks', 'GET /tasks/{id}', 'GET /steps', 'GET /steps/{id}'],
  ...['GET /things/{thing_id}', 'GET /orders', 'GET /orders/{id}', 'DELETE /orders/{id}', 'POST /orders'],
];

let contract: Contract;
beforeAll(async () => {
  const paths: Record<string, Record<string, object>> = {};
  for (const one of PATHS) {
    const [method = '', path = ''] = one.split(' ');
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        operationId: one,
        parameters: [
          ...names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
          ...(one === 'GET /steps' ? [{ name: 'taskId', in: 'query', schema: { type: 'string' } }] : []),
        ],
        responses: { 200: { description: 'Done.' } },
      },
    };
  }
  contract = await contractOf({ openapi: '3.0.3', info: { title: 'Groups', version: '1' }, paths });
});

const noted = (told: readonly Told[]) => {
  const clues = createClues(contract);
  for (const one of told) clues.note(exchangeOf(contract, { body: '', ...one }));
  return clues;
};

/** The values for the last slot of an operation, the run's own with a star. */
function valuesAfter(told: readonly Told[], operation: string, above: Readonly<Record<string, string>> = {}) {
  const slot = slotsOf(contract, operationOf(contract, operation)).at(-1);
  if (slot === undefined) throw new Error('it has no slot');
  return noted(told)
    .valuesFor(slot, above)
    .map(({ value, isOwn }) => `${value}${isOwn ? '*' : ''}`);
}

const path = (values: Readonly<Record<string, string>>) => ({ parts: { path: values } });

test.each<readonly [string, readonly Told[], string, readonly string[]]>(
  [
    ['a Location', [{ operation: 'POST /groups', status: 201, headers: { location: '/v1/groups/g1' } }], 'g1*'],
    ['an undocumented 201', [{ operation: 'POST /groups', status: 201, body: { id: 'g1' } }], 'g1*'],
    ['a wrapper', [{ operation: 'POST /groups', body: { data: { attributes: { groupId: 'g1' } } } }], 'g1*'],
    [
      'a link of what was made',
      [{ operation: 'POST /groups', body: { links: { self: 'http://a/groups/g1' } } }],
      'g1*',
    ],
    [
      'the one of a list of links that says so',
      [{ operation: 'POST /groups', body: { links: [{ rel: 'self', href: '/groups/g1' }], id: 'g1' } }],
      'g1*',
    ],
    [
      'a list, whatever was sent to ask for it',
      [{ operation: 'POST /groups', body: [{ id: 'g1' }], parts: { body: { id: 'g2' } } }],
      'g1 g2',
    ],
    ['a link to something deeper', [{ operation: 'GET /groups', body: { href: '/groups/g1/parts/p1' } }], 'g1'],
    ['a header', [{ operation: 'POST /groups', headers: { 'x-group-id': 'g1' } }], 'g1*'],
    ['a map by id', [{ operation: 'GET /groups', body: { g1: { size: 1 }, g2: { size: 2 } } }], 'g2 g1'],
    ['a list of texts', [{ operation: 'GET /groups', body: { groups: ['g1', 'g2'] } }], 'g2 g1'],
    [
      'a reply that is one word',
      [{ operation: 'POST /groups', body: 'g1', headers: { 'content-type': 'text/plain' } }],
      'g1*',
    ],
    ['the path of a PUT', [{ operation: 'PUT /groups/{groupId}', status: 201, ...path({ groupId: 'g1' }) }], 'g1*'],
    ['the body of a create', [{ operation: 'POST /groups', status: 204, parts: { body: { name: 'g1' } } }], 'g1*'],
    ['a reference elsewhere', [{ operation: 'GET /orders', body: [{ id: 1, groupId: 'g1' }] }], 'g1'],
    ['an object of that name', [{ operation: 'GET /orders', body: [{ id: 1, group: { id: 'g1' } }] }], 'g1'],
    [
      'ids first, then names',
      [
        {
          operation: 'GET /groups',
          body: [
            { name: 'a', id: 1 },
            { name: 'b', id: 2 },
          ],
        },
      ],
      '2 b 1 a',
    ],
    [
      'no more what was deleted',
      [
        { operation: 'GET /groups', body: [{ id: 'g1' }, { id: 'g2' }] },
        { operation: 'DELETE /groups/{groupId}', status: 204, ...path({ groupId: 'g2' }) },
      ],
      'g1',
    ],
    [
      'nor what was not found',
      [
        { operation: 'GET /groups', body: [{ id: 'g1', name: 'a' }] },
        { operation: 'GET /groups/{groupId}', status: 404, ...path({ groupId: 'g1' }) },
      ],
      'a',
    ],
    [
      'by the member that has worked',
      [
        {
          operation: 'GET /groups',
          body: [
            { id: 'g1', slug: 'a' },
            { id: 'g2', slug: 'b' },
          ],
        },
        { operation: 'GET /groups/{groupId}', ...path({ groupId: 'a' }) },
      ],
      'a b g2 g1',
    ],
  ].map(([name, told, values]) => [name, told, 'GET /groups/{groupId}', String(values).split(' ')] as never),
)('a path is filled by what the server has shown in %s', (_, told, operation, values) => {
  expect(valuesAfter(told, operation)).toEqual(values);
});

test('what comes of a template that is put to use is the run’s own', () => {
  const started = {
    links: [{ rel: 'self', href: 'http://a/tasks/t1' }],
    ...{ id: 't1', payer: { self: 'http://a/orders/7' } },
  };
  const told = [
    { operation: 'GET /tasks', body: [{ id: 't0' }] },
    { operation: 'POST /task-templates/{id}/start', ...path({ id: 'p1' }), body: started },
  ];
  expect(valuesAfter(told, 'GET /tasks/{id}')).toEqual(['t1*', 't0']);
  expect(valuesAfter(told, 'GET /orders/{id}')).toEqual(['7']);
});

test('what belongs to something that the run has made is its own, where a list of all did not show it before', () => {
  const steps = (...body: readonly object[]) => ({ operation: 'GET /steps', body });
  const started = {
    operation: 'POST /task-templates/{id}/start',
    ...path({ id: 'p1' }),
    body: { links: [{ rel: 'self', href: 'http://a/tasks/t1' }] },
  };
  const [other, taken, own] = ['t0', 't1', 't1'].map((taskId, id) => ({ id: `s${id}`, taskId }));
  const after = steps({ ...other }, { ...taken }, { ...own });
  const found = (...told: readonly Told[]) => valuesAfter(told, 'GET /steps/{id}');
  expect(found(steps({ id: 's1' }), started, after)).toEqual(['s2*', 's1', 's0']);
  const page = Array.from({ length: 10 }, (_, index) => ({ id: `p${index}` }));
  expect(found(steps(...page), started, after).some((one) => one.endsWith('*'))).toBe(false);
  expect(found(started, steps(), after).some((one) => one.endsWith('*'))).toBe(false);
});

test('a record of elsewhere that a request is answered with is made by it, where a list of all did not show it before', async () => {
  const reply = (schema: object) => ({
    responses: {
      200: {
        ...{ description: 'Done.', content: { 'application/json': { schema } } },
        headers: { 'X-Total-Count': { schema: { type: 'integer' } } },
      },
    },
  });
  const limit = { name: 'limit', in: 'query', schema: { type: 'integer', default: 2 } };
  const batch = { $ref: '#/components/schemas/Batch' };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const batches = await contractOf({
    ...{ openapi: '3.0.3', info: { title: 'Batches', version: '1' } },
    paths: {
      '/batches': { get: { operationId: 'list', parameters: [limit], ...reply({ type: 'array', items: batch }) } },
      '/batches/{id}': { get: { operationId: 'read', parameters: [id], ...reply(batch) } },
      '/tasks/retry': { post: { operationId: 'retry', ...reply(batch) } },
    },
    components: { schemas: { Batch: { type: 'object', properties: { id: { type: 'string' } } } } },
  });
  const isOwn = (...told: readonly Told[]): boolean => {
    const clues = createClues(batches);
    for (const one of told) clues.note(exchangeOf(batches, one));
    return clues.isOwn({ operation: operationOf(batches, 'read'), path: { id: 'b1' } });
  };
  const retried = { operation: 'retry', body: { id: 'b1' } };
  expect(isOwn({ operation: 'list', body: [] }, retried)).toBe(true);
  expect(isOwn({ operation: 'list', body: [{ id: 'b1' }] }, retried)).toBe(false);
  expect(isOwn(retried)).toBe(false);
  // A page of it is not all.
  const page = { operation: 'list', body: [{ id: 'b2' }, { id: 'b3' }] };
  expect(isOwn(page, retried)).toBe(false);
  expect(isOwn({ operation: 'list', body: [], headers: { 'x-total-count': '1' } }, retried)).toBe(false);
});

test('what a list of all does not show any more is gone', () => {
  const listed = (...ids: readonly string[]) => ({ operation: 'GET /steps', body: ids.map((id) => ({ id })) });
  expect(valuesAfter([listed('s1', 's2'), listed('s2', 's3')], 'GET /steps/{id}')).toEqual(['s3', 's2']);
  expect(valuesAfter([listed('s1'), listed(), listed('s1')], 'GET /steps/{id}')).toEqual(['s1']);
});

test('a link to a path of its own names nothing', () => {
  const links = { count: 'http://a/tables/create', one: 'http://a/tables/t1' };
  expect(valuesAfter([{ operation: 'GET /orders', body: [{ links }] }], 'GET /tables/{name}')).toEqual(['t1']);
});

test('what leads to another path names nothing', () => {
  const told = { operation: 'GET /orders', body: [{ tableName: 'create' }, { tableName: 't1' }] };
  expect(valuesAfter([told], 'GET /tables/{name}')).toEqual(['t1']);
});

test('what is below one parent is not looked for below another', () => {
  const told = [
    { operation: 'GET /groups/{groupId}/parts', ...path({ groupId: 'g1' }), body: [{ id: 'p1' }] },
    { operation: 'POST /groups/{groupId}/parts', ...path({ groupId: 'g2' }), status: 201, body: { id: 'p2' } },
  ];
  const operation = 'GET /groups/{groupId}/parts/{partId}';
  expect(valuesAfter(told, operation, { groupId: 'g1' })).toEqual(['p1']);
  expect(valuesAfter(told, operation, { groupId: 'g2' })).toEqual(['p2*']);
});

test.each([
  [
    'at a path that ends in a deed',
    { operation: 'POST /tables/create', status: 204, parts: { body: { name: 't' } } },
    'GET /tables/{name}',
    ['t*'],
  ],
  [
    'below what it belongs to',
    { operation: 'POST /makers/{maker}/things', ...path({ maker: 'm' }), body: { id: 't' } },
    'GET /things/{thing_id}',
    ['t*'],
  ],
  [
    'as another member of what is listed above',
    { operation: 'GET /codes', body: [{ id: 1, code: 'c' }] },
    'GET /codes/by/{code}',
    ['c', '1'],
  ],
])('something is found that was made or shown %s', (_, told, operation, values) => {
  expect(valuesAfter([told], operation)).toEqual(values);
});

test("what a server showed first is not the run's own, whatever a later reply says", () => {
  const listed = { operation: 'GET /orders', body: [{ id: '7' }] };
  const made = { operation: 'POST /orders', status: 201, body: { id: '7' } };
  const request = { operation: operationOf(contract, 'DELETE /orders/{id}'), path: { id: '7' } };
  expect(noted([listed, made]).isOfOthers(request)).toBe(true);
  expect(noted([made, listed]).isOfOthers(request)).toBe(false);
  // Whose something is of which nothing was shown is not known.
  expect(noted([]).isOfOthers(request)).toBe(false);
});

test('what is put into a relation is nothing that the run has made', () => {
  const told = {
    operation: 'POST /groups/{groupId}/members',
    ...path({ groupId: 'g' }),
    status: 201,
    body: { id: 'u', groupId: 'h' },
  };
  expect(valuesAfter([told], 'GET /groups/{groupId}')).toEqual(['g', 'h']);
});

test('what is done to a thing is remembered', () => {
  const close = operationOf(contract, 'POST /groups/{groupId}/close');
  const clues = noted([{ operation: 'POST /groups/{groupId}/close', ...path({ groupId: 'g1' }) }]);
  expect([...clues.doneTo({ operation: close, path: { groupId: 'g1' } })]).toEqual([close.id]);
  expect([...clues.doneTo({ operation: close, path: { groupId: 'g2' } })]).toEqual([]);
});

test("whatever a server shows, values can stand in a path, and none is the run's own that no create has shown", () => {
  const slot = slotsOf(contract, operationOf(contract, 'GET /groups/{groupId}')).at(-1);
  if (slot === undefined) throw new Error('it has no slot');
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue(), { maxLength: 4 }),
      fc.array(segment).map((all) => all.map((one) => `/${one}`).join('')),
      (bodies, location) => {
        const clues = noted(bodies.map((body) => ({ operation: 'GET /groups', body, headers: { location } })));
        const values = clues.valuesFor(slot, {});
        for (const { value, isOwn } of values) {
          expect(isOwn).toBe(false);
          expect(String(value)).not.toMatch(/^\.{0,2}$|[/\\\0]/);
        }
      },
    ),
  );
});

test('a member refers to what has the very pattern of its schema, and by its name to what a list without paths shows', async () => {
  const key = { type: 'string', pattern: '^cus_[0-9a-z]{8}$' } as const;
  const properties = { ownerRef: key, carrierCode: { type: 'string' } };
  const body = { content: { 'application/json': { schema: { type: 'object', properties } } } };
  const responses = { 200: { description: 'Done.' } };
  const own = await contractOf({
    openapi: '3.0.3',
    info: { title: 'Loads', version: '1' },
    paths: {
      '/carriers': { get: { operationId: 'listCarriers', responses } },
      '/loads': { post: { operationId: 'addLoad', requestBody: body, responses } },
      '/people/{person}': {
        parameters: [{ name: 'person', in: 'path', required: true, schema: key }],
        get: { operationId: 'getPerson', responses },
      },
    },
  });
  const clues = createClues(own);
  const told: readonly Told[] = [
    { operation: 'listCarriers', status: 200, body: '[{"code":"rail","stations":[{"id":"s1"}]}]' },
    { operation: 'getPerson', status: 200, body: '{}', parts: { path: { person: 'cus_abcd1234' } } },
  ];
  for (const one of told) clues.note(exchangeOf(own, one));
  expect(clues.referredBy('ownerRef', key)).toEqual(['cus_abcd1234']);
  expect(clues.referredBy('carrierCode', { type: 'string' })).toEqual(['rail']);
  // Nothing there has a path of its own.
  expect(clues.referredBy('carrier_station_id', { type: 'string' })).toEqual(['s1']);
});

test('what was made is named by a value that its path may have', async () => {
  const id = { type: 'string', pattern: '^[0-9]{4}$' };
  const record = { type: 'object', properties: { name: { type: 'string' }, code: id } };
  const body = { content: { 'application/json': { schema: record } } };
  const done = { 200: { description: 'Done.', ...body } };
  const own = await contractOf({
    ...{ openapi: '3.0.3', info: { title: 'Roads', version: '1' } },
    paths: {
      '/roads': { post: { operationId: 'make', requestBody: body, responses: done } },
      '/roads/{name}': {
        parameters: [{ name: 'name', in: 'path', required: true, schema: id }],
        get: { operationId: 'read', responses: done },
      },
    },
  });
  const clues = createClues(own);
  const made = exchangeOf(own, { operation: 'make', parts: { body: { name: 'Long road' } }, body: { code: '4711' } });
  clues.note(made);
  expect(clues.madeBy(made, '/roads/{name}')).toBe('4711');
});
