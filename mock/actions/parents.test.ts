import request from 'supertest';
import { createMock, type Mock } from '../index';
import { arrayOf, replies as done, INTEGER, inPath, idsIn as integersIn, json, object, TEXT } from '../testing/asking';
import { editedDocument } from '../testing/edited';

const idsIn = (path: string) =>
  (path.includes('{room}') ? [inPath('room', TEXT)] : []).concat(integersIn(path.replace('{room}', '')));

/** A collection and its items, with a record of an id, a text and, where it is named, its parent. */
function resource(path: string, item: string, parent?: string) {
  const record = object({ id: INTEGER, text: TEXT, ...(parent && { [parent]: INTEGER }) }, 'id');
  return {
    [path]: {
      parameters: idsIn(path),
      get: { responses: done(200, arrayOf(record)) },
      post: { requestBody: json(object({ text: TEXT })), responses: done(201, record) },
    },
    [`${path}/{${item}}`]: {
      parameters: idsIn(`${path}/{${item}}`),
      get: { responses: done(200, record) },
      delete: { responses: done(204) },
    },
  };
}

const VISIT = object({ id: INTEGER, day: TEXT });

describe('what is below another thing', () => {
  let mock: Mock;
  const ask = (method: 'get' | 'post' | 'put' | 'delete', path: string, sent: object = { text: 'x' }) => {
    const asked = request(mock.app)[method](`/v1${path}`).auth('demo-enterprise', { type: 'bearer' });
    return method === 'post' || method === 'put' ? asked.send(sent) : asked;
  };

  beforeAll(async () => {
    mock = await createMock({
      document: editedDocument((document) => {
        document.paths = {
          ...resource('/stores', 'storeId'),
          ...resource('/stores/{storeId}/orders', 'orderId', 'storeId'),
          // The names of parameters are each path's own.
          ...resource('/stores/{shop}/orders/{orderId}/lines', 'lineId'),
          ...resource('/rooms/{room}/notes', 'noteId'),
          '/stores/{storeId}/sales': {
            parameters: idsIn('/stores/{storeId}/sales'),
            get: { responses: done(200, arrayOf(object({ id: INTEGER, text: TEXT }))) },
            post: {
              requestBody: json(object({ text: TEXT })),
              responses: done(201, object({ id: INTEGER, text: TEXT })),
            },
          },
          '/sales/{saleId}': {
            parameters: idsIn('/sales/{saleId}'),
            get: { responses: done(200, object({ id: INTEGER, text: TEXT, total: INTEGER })) },
            put: { requestBody: json(object({ text: TEXT, total: INTEGER })), responses: done(204) },
          },
          '/stores/{storeId}/visits': {
            parameters: idsIn('/stores/{storeId}/visits'),
            get: { responses: { 200: done(200, arrayOf(VISIT))[200] } },
            post: { requestBody: json(VISIT), responses: done(201, VISIT) },
          },
        };
      }),
      fixtures: 'none',
    });
  });
  beforeEach(() => mock.reset());

  test('is an empty list below what is not there, where no reply is documented for that', async () => {
    const { status, body } = await ask('get', '/stores/99/visits');
    expect([status, body]).toStrictEqual([200, []]);
    expect((await ask('get', '/stores/99/orders')).status).toBe(404);
  });

  test('is there only where every thing above it is', async () => {
    expect((await ask('post', '/stores/1/orders')).body.message).toBe('There is no record 1 in stores.');
    await ask('post', '/stores');
    await ask('post', '/stores');
    expect((await ask('post', '/stores/1/orders/1/lines')).body.message).toBe('There is no record 1 in orders.');
    expect((await ask('post', '/stores/1/orders')).body).toEqual({ id: 1, text: 'x', storeId: 1 });
    expect((await ask('post', '/stores/1/orders/1/lines')).status).toBe(201);
    for (const path of ['/stores/1/orders/999/lines', '/stores/9/orders/1/lines', '/stores/2/orders/1/lines']) {
      expect((await ask('get', path)).status).toBe(404);
    }
    expect((await ask('get', '/stores/1/orders/1/lines')).body).toEqual([{ id: 1, text: 'x' }]);
  });

  test('is listed below its own parent alone, and read, changed and kept at a path at the top', async () => {
    await ask('post', '/stores');
    await ask('post', '/stores');
    expect((await ask('post', '/stores/1/sales')).body).toEqual({ id: 1, text: 'x' });
    expect((await ask('post', '/stores/2/sales')).body).toEqual({ id: 2, text: 'x' });
    expect((await ask('put', '/sales/2', { text: 'y', total: 5 })).status).toBe(204);
    expect((await ask('get', '/sales/2')).body).toEqual({ id: 2, text: 'y', total: 5 });
    expect((await ask('get', '/stores/1/sales')).body).toEqual([{ id: 1, text: 'x' }]);
    expect((await ask('get', '/stores/2/sales')).body).toEqual([{ id: 2, text: 'y' }]);
    expect((await ask('post', '/stores/9/sales')).status).toBe(404);
  });

  test('goes out of reach with what is above it', async () => {
    await ask('post', '/stores');
    await ask('post', '/stores/1/orders');
    expect((await ask('post', '/stores/1/visits')).status).toBe(201);
    expect((await ask('get', '/stores/1/visits')).body).toHaveLength(1);
    await ask('delete', '/stores/1');
    expect((await ask('get', '/stores/1/orders/1')).status).toBe(404);
    expect((await ask('get', '/stores/1/visits')).body).toEqual([]);
  });

  test('is kept apart from what is below another, whatever their names', async () => {
    expect((await ask('post', '/rooms/1/notes')).status).toBe(201);
    expect((await ask('post', '/rooms/%22a%22,%22b%22/notes')).status).toBe(201);
    for (const room of ['a', '1/notes', '%221%22', 'a,b', '"a","b"/1']) {
      expect((await ask('get', `/rooms/${encodeURIComponent(room)}/notes`)).body).toEqual([]);
    }
    expect((await ask('get', '/rooms/1/notes')).body).toEqual([{ id: 1, text: 'x' }]);
  });
});

test.each([
  ['its property id', { property: 2, parameter: 3 }],
  ['the parameter storeId of its path', { property: 3, parameter: 2 }],
])('a collection that has no id left by %s says so, and that it is no fault of its own', async (by, most) => {
  const mock = await createMock({
    document: editedDocument((document) => {
      document.paths = resource('/stores', 'storeId');
      const { schema } = document.paths['/stores'].post.responses[201].content['application/json'];
      schema.properties.id = { ...INTEGER, maximum: most.property };
      document.paths['/stores/{storeId}'].parameters[0].schema = { ...INTEGER, maximum: most.parameter };
    }),
    fixtures: 'none',
  });
  const add = () => request(mock.app).post('/v1/stores').auth('demo-free', { type: 'bearer' }).send({ text: 'x' });
  expect([(await add()).status, (await add()).status]).toEqual([201, 201]);
  const { status, body } = await add();
  expect([status, body.code]).toEqual([409, 'out_of_ids']);
  expect(body.message).toBe(
    `No id is left for another record of stores: ids end at 2 by ${by}, and none is given twice. Raise that maximum in the document, or reset the records.`,
  );
});
