import { type Api, createMock, type Mock } from '../../index';
import {
  arrayOf,
  askerOf,
  documentOf,
  done,
  idsIn,
  inPath,
  inQuery,
  INTEGER as integer,
  json,
  NONE,
  object,
  ref,
  TEXT as text,
} from '../../testing/asking';

const TRIP = ref('Trip');
const ORDER = ref('Order');
const ACCOUNT = object({ account: ref('Account') }, 'account');
const SHELF = object({ code: text, label: text, size: integer }, 'code', 'label');
const POST = object({ slug: { ...text, readOnly: true }, title: text }, 'slug', 'title');
const instant = { ...text, format: 'date-time' };
const STOP = object({ id: integer, trip_id: text, place: text, created_at: instant, lastModified: instant }, 'id');
const DOOR = object({ name: text, width: integer, hinge: object({ side: text, count: integer }) }, 'name');
const REFUND = { ...object({ by: text }), nullable: true, description: 'If it was refunded, by whom.' };
const PARCEL = object(
  { id: integer, weight: integer, refund: REFUND, created_at: text, modified: { ...text, format: 'dateTime' } },
  'id',
  'refund',
);
const TOOL = object({ serial: { ...text, pattern: '^[A-Z][0-9]+$' }, label: text }, 'serial', 'label');
const TRIPS = object({ trips: arrayOf(TRIP), total: integer }, 'trips', 'total');

const NOTE = json(object({ note: text }));
const PLACE = json(object({ place: text }));

const PATHS: Readonly<Record<string, object>> = {
  '/orders': { post: { requestBody: NOTE, responses: done(201, ORDER) } },
  '/orders/{id}': { get: { responses: { ...done(200, ORDER), ...NONE } } },
  '/places/{place}': {
    parameters: [inPath('place', text)],
    get: { responses: { ...done(200, object({ place: text, size: integer })), ...NONE } },
    post: {
      summary: 'Create a place',
      requestBody: json(object({ size: integer })),
      responses: { ...done(200, object({ place: text, size: integer })), 409: { description: 'Taken.' } },
    },
  },
  '/places/{place}/doors': {
    parameters: [inPath('place', text)],
    get: { responses: done(200, arrayOf(DOOR)) },
    // What its body is like the document does not say.
    post: { parameters: [inQuery('width', integer), inQuery('size')], responses: done(201, DOOR) },
  },
  '/places/{place}/doors/{name}': {
    parameters: [inPath('place', text), inPath('name', text)],
    get: { responses: { ...done(200, DOOR), ...NONE } },
  },
  '/orders/{id}/cancel': { post: { requestBody: NOTE, responses: { ...done(204), ...NONE } } },
  '/orders/{id}/archive': { post: { requestBody: NOTE, responses: done(200, ORDER) } },
  '/orders/{id}/deny': { post: { requestBody: NOTE, responses: done(200, object({ ok: { type: 'boolean' } })) } },
  '/orders/{id}/ship': { post: { requestBody: NOTE, responses: done(200, ORDER) } },
  '/orders/{id}/actions/power-off': {
    post: { requestBody: json(object({ note: text, now: text })), responses: { ...done(204), ...NONE } },
  },
  '/parcels': { post: { requestBody: json(object({ weight: integer })), responses: done(201, PARCEL) } },
  '/parcels/{id}': { get: { responses: { ...done(200, PARCEL), ...NONE } } },
  '/settings': {
    get: { responses: done(200, { type: 'object' }) },
    put: { requestBody: json({ type: 'object' }), responses: done(204) },
  },
  '/tags': {
    get: { responses: done(200, object({ data: arrayOf(object({ label: text })), page: integer })) },
    post: {
      requestBody: json(object({ label: text, orders: arrayOf(integer) })),
      responses: done(201, object({ label: text })),
    },
  },
  '/tags/{label}': {
    parameters: [inPath('label', text)],
    get: { responses: done(200, object({ data: arrayOf(object({ type: text, order: integer })), page: integer })) },
    delete: { responses: { ...done(204), ...NONE } },
  },
  '/orders/{id}/can': { post: { requestBody: NOTE, responses: done(200, ORDER) } },
  '/bookings': {
    get: { responses: done(200, arrayOf(ref('Booking'))) },
    post: { requestBody: NOTE, responses: done(201, ref('Booking')) },
  },
  '/bookings/{id}': { get: { responses: { ...done(200, ref('Booking')), ...NONE } } },
  ...Object.fromEntries(
    [
      ['pay', '', 'The booking is not pending.'],
      ['cancel', 'Cancels a booking. It may be paid already.', 'Done before.'],
      ['freeze', '', 'Done before.'],
      ['archive', 'Archives it. Only a paid or cancelled one can be archived.', 'Not now.'],
      ['void', '', 'The booking is cancelled or archived.'],
    ].map(([word, summary, why]) => [
      `/bookings/{id}/${word}`,
      { post: { summary, responses: { ...done(200, ref('Booking')), ...NONE, 409: { description: why } } } },
    ]),
  ),
  '/trips': { get: { responses: done(200, TRIPS) }, post: { requestBody: json(TRIP), responses: done(201, TRIP) } },
  '/trips/{tripId}': { get: { responses: { ...done(200, TRIP), ...NONE } } },
  '/trips/{id}/cancel': {
    post: {
      requestBody: json(object({ state: text, reason: text })),
      responses: { ...done(200, object({ trip: TRIP }, 'trip')), ...NONE },
    },
  },
  '/trips/{id}:rate': { post: { responses: { ...done(200, object({ stars: integer }), { stars: 5 }), ...NONE } } },
  '/trips/{id}/photo': { post: { responses: done(200, object({ at: text }), { at: 'x' }) } },
  '/trips/{id}/notes': {
    get: { responses: { ...done(200, object({ note: text }, 'note'), { note: 'None yet' }), ...NONE } },
    put: { requestBody: NOTE, responses: { ...done(204), ...NONE } },
  },
  '/trips/{tripId}/stops': { post: { requestBody: PLACE, responses: done(201, STOP) } },
  '/trips/{tripId}/stops/{id}': {
    put: { requestBody: PLACE, responses: { ...done(200, STOP), ...NONE } },
    patch: { requestBody: PLACE, responses: { ...done(200, STOP), ...NONE } },
  },
  '/trips:search': { post: { requestBody: json(object({ where: text })), responses: done(200, TRIPS) } },
  '/account': {
    get: { responses: { ...done(200, ACCOUNT, { account: { id: 7, email: 'a@x.test' } }), ...NONE } },
    put: { requestBody: json(object({ account: ref('Account') })), responses: done(200, ACCOUNT) },
    patch: { requestBody: json(ref('Account')), responses: done(204) },
    delete: { responses: { ...done(204), ...NONE } },
  },
  '/tools/{serial}': {
    parameters: [inPath('serial', text)],
    put: { requestBody: json(TOOL), responses: done(200, TOOL, { serial: 'A12', label: 'Saw' }) },
  },
  '/shelves': {
    get: { responses: done(200, arrayOf(SHELF)) },
    post: { requestBody: json(SHELF), responses: { ...done(201, SHELF), 409: { description: 'Taken' } } },
  },
  '/shelves/{code}': {
    parameters: [inPath('code', text)],
    get: { responses: { ...done(200, SHELF), ...NONE } },
    put: { requestBody: json(SHELF), responses: { ...done(200, SHELF), ...done(201, SHELF) } },
  },
  '/posts': { post: { requestBody: json(POST), responses: done(201, POST) } },
  '/posts/{slug}': { parameters: [inPath('slug', text)], get: { responses: { ...done(200, POST), ...NONE } } },
};

const schemas = {
  Trip: object({ id: { ...integer, readOnly: true }, state: text }, 'id', 'state'),
  Order: object(
    {
      id: { ...integer, readOnly: true },
      status: { ...text, enum: ['open', 'cancelled', 'archived', 'shipped'], readOnly: true },
      delivery: { ...text, enum: ['shipped', 'denied'] },
      machine: { ...text, enum: ['running', 'stopped', 'offline'] },
      note: text,
    },
    'id',
  ),
  Booking: object(
    {
      id: { ...integer, readOnly: true },
      status: { ...text, enum: ['pending', 'paid', 'cancelled', 'voided', 'archived'], readOnly: true },
      note: text,
      cancelled_at: { ...instant, nullable: true, readOnly: true },
      paidAt: { ...instant, readOnly: true },
      payment: { ...object({ amount: integer }), readOnly: true },
      cancellationReason: { ...text, readOnly: true },
      isFrozen: { type: 'boolean', readOnly: true },
    },
    ...['id', 'status', 'cancelled_at'],
  ),
  Account: object({ id: { ...integer, readOnly: true }, email: text, nick: text }, 'id', 'email'),
};

let mock: Mock;
let send: ReturnType<typeof askerOf>;
const DOCUMENT = (): string => {
  const paths = Object.entries(PATHS).map(([path, item]) => [path, { parameters: idsIn(path), ...item }] as const);
  return documentOf(Object.fromEntries(paths), { components: { schemas } });
};
beforeAll(async () => {
  mock = await createMock({ document: DOCUMENT(), fixtures: 'none', checkReplies: true });
  send = askerOf(mock);
});
beforeEach(() => mock.reset());

async function ask(method: string, path: string, sent?: object) {
  const { status, body } = await send(method, path, sent);
  return { status, body };
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

  test('below a word for actions leads to the usual state where none is called so', async () => {
    await ask('POST', '/orders', { note: 'new' });
    expect((await ask('POST', '/orders/1/actions/power-off', { note: 'old', now: 'yes' })).status).toBe(204);
    expect((await ask('GET', '/orders/1')).body).toEqual({ id: 1, machine: 'offline', note: 'old' });
  });

  test('is not yet done in a new record, which says when it was made in whatever form', async () => {
    const { body } = await ask('POST', '/parcels', { weight: 2 });
    const made = { created_at: expect.stringMatching(/^20.*Z$/), modified: expect.stringMatching(/^20.*Z$/) };
    expect(body).toEqual({ id: 1, weight: 2, refund: null, ...made });
    expect(body.modified).toBe(body.created_at);
  });

  test('is done once where that is documented: the second time the record stays as it is', async () => {
    mock.clock.freeze();
    mock.clock.set('2026-01-01T00:00:00Z');
    await ask('POST', '/bookings', { note: 'new' });
    const paid = { id: 1, status: 'paid', note: 'new', cancelled_at: null, paidAt: '2026-01-01T00:00:00.000Z' };
    expect(await ask('POST', '/bookings/1/pay')).toEqual({ status: 200, body: paid });
    mock.clock.advance(60);
    expect((await ask('POST', '/bookings/1/pay')).status).toBe(409);
    expect((await ask('GET', '/bookings/1')).body).toEqual(paid);
    expect((await ask('POST', '/bookings/1/freeze')).body).toEqual({ ...paid, isFrozen: true });
    expect((await ask('POST', '/bookings/1/freeze')).status).toBe(409);
    const cancelled = { status: 'cancelled', cancelled_at: '2026-01-01T00:01:00.000Z' };
    const [first, second] = await Promise.all([ask('POST', '/bookings/1/cancel'), ask('POST', '/bookings/1/cancel')]);
    expect([first.status, second.status].toSorted()).toEqual([200, 409]);
    expect((await ask('GET', '/bookings/1')).body).toEqual({ ...paid, isFrozen: true, ...cancelled });
  });

  test('is not done in a state in which the words of the document say that it is not', async () => {
    await ask('POST', '/bookings', { note: 'new' });
    expect((await ask('POST', '/bookings/1/archive')).status).toBe(409);
    expect((await ask('POST', '/bookings/1/cancel')).status).toBe(200);
    const { body: cancelled } = await ask('GET', '/bookings/1');
    for (const word of ['pay', 'void']) expect((await ask('POST', `/bookings/1/${word}`)).status).toBe(409);
    expect((await ask('GET', '/bookings/1')).body).toEqual(cancelled);
    expect((await ask('POST', '/bookings/1/archive')).body).toMatchObject({ status: 'archived' });
    await ask('POST', '/bookings', { note: 'new' });
    for (const word of ['pay', 'void']) expect((await ask('POST', `/bookings/2/${word}`)).status).toBe(200);
  });

  test('leaves what belongs to a later state to it, in new and in made-up records', async () => {
    const made = await ask('POST', '/bookings', { note: 'new' });
    expect(made.body).toEqual({ id: 1, status: 'pending', note: 'new', cancelled_at: null });
    const other = await createMock<Api>({ document: DOCUMENT(), fixtures: 30, checkReplies: true });
    const { body: all } = await askerOf(other)('GET', '/bookings');
    const has = (name: string) =>
      new Set(all.filter((one: object) => name in one).map(({ status }: { status: string }) => status));
    expect(has('status').size).toBeGreaterThan(1);
    expect(has('paidAt').has('pending') || has('payment').has('pending')).toBe(false);
    expect(has('cancellationReason').has('paid')).toBe(false);
    expect(has('payment').has('paid')).toBe(true);
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

  test('may be whatever was put there', async () => {
    expect((await ask('PUT', '/settings', { colour: 'red', deep: { a: [1] } })).status).toBe(204);
    expect((await ask('GET', '/settings')).body).toEqual({ colour: 'red', deep: { a: [1] } });
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

  test('in a path of a POST that says it creates makes a record, once, with what belongs below it', async () => {
    const made = { status: 200, body: { place: 'mill', size: 3 } };
    expect((await ask('GET', '/places/mill')).status).toBe(404);
    expect(await ask('POST', '/places/mill', { size: 3 })).toEqual(made);
    expect(await ask('GET', '/places/mill')).toEqual(made);
    expect((await ask('POST', '/places/mill', { size: 4 })).status).toBe(409);
    // A body that nothing describes is kept as far as a record may show it.
    const sent = { name: 'front', width: '2', hinge: { side: 'left', count: 'many' }, colour: 'red' };
    expect(await ask('POST', '/places/mill/doors', sent)).toEqual({ status: 201, body: { name: 'front', width: 2 } });
    expect((await ask('GET', '/places/mill/doors/front')).body).toEqual({ name: 'front', width: 2 });
    const { body } = await ask('POST', '/places/mill/doors', { name: 'back', hinge: { side: 'up' } });
    expect(body).toEqual({ name: 'back', hinge: { side: 'up' } });
    // As is a query, where there is no body.
    expect((await ask('POST', '/places/mill/doors?width=3&size=big')).body).toMatchObject({ width: 3 });
    expect((await ask('POST', '/places/barn/doors', {})).status).toBe(404);
  });

  test('in a path that no record may have is answered by the example, with what was sent', async () => {
    expect(await ask('PUT', '/tools/none', { serial: 'B3', label: 'Plane' })).toEqual({
      status: 200,
      body: { serial: 'A12', label: 'Plane' },
    });
  });

  test('is all that a record has, where its path lists what is called so', async () => {
    await ask('POST', '/tags', { label: 'blue', orders: [1] });
    expect((await ask('GET', '/tags')).body.data).toEqual([{ label: 'blue' }]);
    expect((await ask('GET', '/tags/blue')).body.data[0]).toHaveProperty('type');
    expect((await ask('DELETE', '/tags/blue')).status).toBe(204);
    expect((await ask('GET', '/tags')).body.data).toEqual([]);
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
