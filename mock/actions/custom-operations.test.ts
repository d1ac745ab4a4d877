import { createMock, type Mock } from '../index';
import { documentOf, INTEGER as integer, json, object, inPath as parameter, TEXT as text } from '../testing/asking';

const replies = (status: number, schema?: object, example?: object) => ({
  [status]: { description: 'Done', ...(schema === undefined ? {} : json(schema, example)) },
});
const none = { 404: { description: 'None' } };

const TRIP = { $ref: '#/components/schemas/Trip' };
const ACCOUNT = { $ref: '#/components/schemas/Account' };
const SHELF = object({ code: text, label: text, size: integer }, 'code', 'label');
const POST = object({ slug: { ...text, readOnly: true }, title: text }, 'slug', 'title');

const instant = { type: 'string', format: 'date-time' };
const STOP = object({ id: integer, trip_id: text, place: text, created_at: instant, lastModified: instant }, 'id');

const TOOL = object({ serial: { ...text, pattern: '^[A-Z][0-9]+$' }, label: text }, 'serial', 'label');

const ORDER = { $ref: '#/components/schemas/Order' };
const done = (action: string, responses: object) => [
  `/orders/{id}/${action}`,
  { parameters: [parameter('id')], post: { requestBody: json(object({ note: text })), responses } },
];

const DOCUMENT = documentOf(
  {
    '/orders': { post: { requestBody: json(object({ note: text })), responses: replies(201, ORDER) } },
    '/orders/{id}': { parameters: [parameter('id')], get: { responses: { ...replies(200, ORDER), ...none } } },
    ...Object.fromEntries([
      done('cancel', { ...replies(204), ...none }),
      done('archive', replies(200, ORDER)),
      done('deny', replies(200, object({ ok: { type: 'boolean' } }))),
      done('ship', replies(200, ORDER)),
      done('can', replies(200, ORDER)),
    ]),
    '/trips': {
      get: {
        responses: replies(200, object({ trips: { type: 'array', items: TRIP }, total: integer }, 'trips', 'total')),
      },
      post: { requestBody: json(TRIP), responses: replies(201, TRIP) },
    },
    '/trips/{tripId}': { parameters: [parameter('tripId')], get: { responses: { ...replies(200, TRIP), ...none } } },
    '/trips/{id}/cancel': {
      parameters: [parameter('id')],
      post: {
        requestBody: json(object({ state: text, reason: text })),
        responses: { ...replies(200, object({ trip: TRIP }, 'trip')), ...none },
      },
    },
    '/trips/{id}:rate': {
      parameters: [parameter('id')],
      post: { responses: { ...replies(200, object({ stars: integer }), { stars: 5 }), ...none } },
    },
    '/trips/{id}/photo': {
      parameters: [parameter('id')],
      post: { responses: replies(200, object({ at: text }), { at: 'x' }) },
    },
    '/trips/{id}/notes': {
      parameters: [parameter('id')],
      get: { responses: { ...replies(200, object({ note: text }, 'note'), { note: 'None yet' }), ...none } },
      put: { requestBody: json(object({ note: text })), responses: { ...replies(204), ...none } },
    },
    '/trips/{tripId}/stops': {
      parameters: [parameter('tripId')],
      post: { requestBody: json(object({ place: text })), responses: replies(201, STOP) },
    },
    '/trips/{tripId}/stops/{id}': {
      parameters: [parameter('tripId'), parameter('id')],
      put: { requestBody: json(object({ place: text })), responses: { ...replies(200, STOP), ...none } },
      patch: { requestBody: json(object({ place: text })), responses: { ...replies(200, STOP), ...none } },
    },
    '/trips:search': {
      post: {
        requestBody: json(object({ where: text })),
        responses: replies(200, object({ trips: { type: 'array', items: TRIP }, total: integer }, 'trips', 'total')),
      },
    },
    '/account': {
      get: {
        responses: {
          ...replies(200, object({ account: ACCOUNT }, 'account'), { account: { id: 7, email: 'a@x.test' } }),
          ...none,
        },
      },
      put: {
        requestBody: json(object({ account: ACCOUNT })),
        responses: replies(200, object({ account: ACCOUNT }, 'account')),
      },
      patch: { requestBody: json(ACCOUNT), responses: replies(204) },
      delete: { responses: { ...replies(204), ...none } },
    },
    '/tools/{serial}': {
      parameters: [parameter('serial', text)],
      put: { requestBody: json(TOOL), responses: replies(200, TOOL, { serial: 'A12', label: 'Saw' }) },
    },
    '/shelves': {
      get: { responses: replies(200, { type: 'array', items: SHELF }) },
      post: { requestBody: json(SHELF), responses: { ...replies(201, SHELF), 409: { description: 'Taken' } } },
    },
    '/shelves/{code}': {
      parameters: [parameter('code', text)],
      get: { responses: { ...replies(200, SHELF), ...none } },
      put: { requestBody: json(SHELF), responses: { ...replies(200, SHELF), ...replies(201, SHELF) } },
    },
    '/posts': { post: { requestBody: json(POST), responses: replies(201, POST) } },
    '/posts/{slug}': { parameters: [parameter('slug', text)], get: { responses: { ...replies(200, POST), ...none } } },
  },
  {
    components: {
      schemas: {
        Trip: object({ id: { ...integer, readOnly: true }, state: text }, 'id', 'state'),
        Order: object(
          {
            id: { ...integer, readOnly: true },
            status: { ...text, enum: ['open', 'cancelled', 'archived', 'shipped'], readOnly: true },
            delivery: { ...text, enum: ['shipped', 'denied'] },
            note: text,
          },
          'id',
        ),
        Account: object({ id: { ...integer, readOnly: true }, email: text, nick: text }, 'id', 'email'),
      },
    },
  },
);

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({ document: DOCUMENT, fixtures: 'none', checkReplies: true });
});
beforeEach(() => mock.reset());

async function ask(method: string, path: string, body?: object): Promise<{ status: number; body: unknown }> {
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  const sent = { method, headers, body: body === undefined ? null : JSON.stringify(body) };
  const response = await mock.fetch(new Request(`http://trips.test${path}`, sent));
  const read = await response.text();
  return { status: response.status, body: read === '' ? undefined : JSON.parse(read) };
}

describe('an action below a record', () => {
  test('shows the record, with what its body says of it, and so do later replies', async () => {
    await ask('POST', '/trips', { state: 'planned' });
    expect(await ask('POST', '/trips/1/cancel', { state: 'cancelled', reason: 'rain' })).toEqual({
      status: 200,
      body: { trip: { id: 1, state: 'cancelled' } },
    });
    expect((await ask('GET', '/trips/1')).body).toEqual({ id: 1, state: 'cancelled' });
    expect((await ask('POST', '/trips/1:rate')).body).toEqual({ stars: 5 });
  });

  test('gives it the status that its word is the past of, where there is one alone', async () => {
    await ask('POST', '/orders', { note: 'new' });
    expect((await ask('POST', '/orders/1/cancel', { note: 'late' })).status).toBe(204);
    expect((await ask('GET', '/orders/1')).body).toEqual({ id: 1, status: 'cancelled', note: 'new' });
    const archived = { id: 1, status: 'archived', note: 'old' };
    // The schema of its body names no delivery.
    const sent = { note: 'old', delivery: 'shipped' };
    expect(await ask('POST', '/orders/1/archive', sent)).toEqual({ status: 200, body: archived });
    expect((await ask('POST', '/orders/1/deny')).status).toBe(200);
    for (const word of ['ship', 'can']) expect((await ask('POST', `/orders/1/${word}`)).status).toBe(200);
    expect((await ask('GET', '/orders/1')).body).toEqual({ ...archived, delivery: 'denied' });
    const missing = ['cancel', 'archive', 'deny'].map((word) => ask('POST', `/orders/9/${word}`));
    expect((await Promise.all(missing)).map(({ status }) => status)).toEqual([404, 200, 200]);
  });

  test('needs the record, unless nothing is documented for that', async () => {
    const statuses = ['/trips/9/cancel', '/trips/9:rate', '/trips/9/photo'].map((path) => ask('POST', path, {}));
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([404, 404, 200]);
  });

  test('a search shows the list', async () => {
    await ask('POST', '/trips', { state: 'planned' });
    expect((await ask('POST', '/trips:search', { where: 'sea' })).body).toEqual({
      trips: [{ id: 1, state: 'planned' }],
      total: 1,
    });
  });
});

describe('what has a path of its own', () => {
  test('is there from the beginning, changes, and goes', async () => {
    expect((await ask('GET', '/account')).body).toEqual({ account: { id: 7, email: 'a@x.test' } });
    const put = await ask('PUT', '/account', { account: { email: 'b@x.test', nick: 'B' } });
    expect(put.body).toEqual({ account: { id: 7, email: 'b@x.test', nick: 'B' } });
    expect(await ask('PATCH', '/account', { email: 'c@x.test' })).toEqual({ status: 204, body: undefined });
    expect((await ask('GET', '/account')).body).toEqual({ account: { id: 7, email: 'c@x.test', nick: 'B' } });
    expect((await ask('DELETE', '/account')).status).toBe(204);
    expect((await ask('GET', '/account')).status).toBe(404);
    expect((await ask('DELETE', '/account')).status).toBe(404);
    await ask('PUT', '/account', { account: { email: 'd@x.test' } });
    expect((await ask('GET', '/account')).body).toEqual({ account: { id: 7, email: 'd@x.test' } });
    await mock.reset();
    expect((await ask('GET', '/account')).body).toEqual({ account: { id: 7, email: 'a@x.test' } });
  });

  test('is another one below each record, and part of the state', async () => {
    await ask('POST', '/trips', { state: 'planned' });
    await ask('POST', '/trips', { state: 'planned' });
    await ask('PUT', '/trips/1/notes', { note: 'Bring a coat' });
    const state = await mock.state();
    expect(state.records).toMatchObject({ '["/trips/{id}/notes",1]': [{ value: { note: 'Bring a coat' } }] });
    await mock.reset();
    expect((await ask('GET', '/trips/1/notes')).status).toBe(404);
    await mock.restore(state);
    expect((await ask('GET', '/trips/1/notes')).body).toEqual({ note: 'Bring a coat' });
    expect((await ask('GET', '/trips/2/notes')).body).toEqual({ note: 'None yet' });
  });
});

describe('an id', () => {
  test('that the client has to choose is taken once', async () => {
    const shelf = { code: 'top', label: 'Top' };
    expect(await ask('POST', '/shelves', shelf)).toEqual({ status: 201, body: shelf });
    expect((await ask('GET', '/shelves/top')).body).toEqual(shelf);
    expect((await ask('POST', '/shelves', shelf)).status).toBe(409);
  });

  test('in the path of a PUT makes a record where that documents a 201', async () => {
    const put = (label: string) => ask('PUT', '/shelves/low', { code: 'low', label, size: 3 });
    expect(await put('Low')).toEqual({ status: 201, body: { code: 'low', label: 'Low', size: 3 } });
    expect(await put('Lower')).toEqual({ status: 200, body: { code: 'low', label: 'Lower', size: 3 } });
    expect((await ask('GET', '/shelves')).body).toEqual([{ code: 'low', label: 'Lower', size: 3 }]);
  });

  test('in a path that no record may have is answered by the example, with what was sent', async () => {
    expect(await ask('PUT', '/tools/none', { serial: 'B3', label: 'Plane' })).toEqual({
      status: 200,
      body: { serial: 'A12', label: 'Plane' },
    });
  });

  test('that is a slug is made of the title', async () => {
    expect((await ask('POST', '/posts', { title: 'Où est-ce?' })).body).toEqual({
      slug: 'ou-est-ce',
      title: 'Où est-ce?',
    });
    expect((await ask('POST', '/posts', { title: 'Ou est ce' })).body).toMatchObject({ slug: 'ou-est-ce-2' });
    expect((await ask('GET', '/posts/ou-est-ce-2')).body).toMatchObject({ title: 'Ou est ce' });
  });
});

test('what the service sets in a record is the time of its world, and the id of the parent in its path', async () => {
  await ask('POST', '/trips', { state: 'planned' });
  mock.clock.freeze();
  mock.clock.set('2030-01-01T00:00:00.000Z');
  const stop = {
    id: 1,
    trip_id: '1',
    created_at: '2030-01-01T00:00:00.000Z',
    lastModified: '2030-01-01T00:00:00.000Z',
  };
  expect((await ask('POST', '/trips/1/stops', { place: 'Bern' })).body).toEqual({ ...stop, place: 'Bern' });
  mock.clock.advance(60);
  const lastModified = '2030-01-01T00:01:00.000Z';
  for (const method of ['PATCH', 'PUT']) {
    const { body } = await ask(method, '/trips/1/stops/1', { place: method });
    expect(body).toEqual({ ...stop, place: method, lastModified });
  }
});
