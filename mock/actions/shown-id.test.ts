import { contractOf } from '../../openapi/contract/testing/documents';
import { createMock } from '../index';
import { arrayOf, askerOf, documentOf, done, INTEGER, idsIn, json, NONE, object, ref, TEXT } from '../testing/asking';
import { noticeOfHiddenIds } from './shown-id';

const PART = object({ id: INTEGER, name: TEXT }, 'id');

/** A resource whose create replies so. */
const made = (responses: object) => ({
  '/parts': {
    get: { responses: done(200, arrayOf(PART)) },
    post: { requestBody: json(object({ name: TEXT })), responses },
  },
  '/parts/{id}': { parameters: idsIn('{id}'), get: { responses: { ...done(200, PART), ...NONE } } },
});

test.each([
  [object({ status: TEXT, part_id: INTEGER }), { part_id: 1 }],
  [
    object({ success: { type: 'boolean' }, result: object({ created: PART }) }),
    { result: { created: { id: 1, name: 'x' } } },
  ],
  [arrayOf(PART), [{ id: 1, name: 'x' }]],
  [object({ data: arrayOf(PART) }), { data: [{ id: 1, name: 'x' }] }],
  [INTEGER, 1],
  [TEXT, '1'],
])('a reply of %j has the id of what was made', async (schema, reply) => {
  const document = documentOf(made(done(201, schema)));
  const ask = askerOf(await createMock({ document, fixtures: 'none', checkReplies: true }));
  expect((await ask('POST', '/parts', { name: 'x' })).body).toEqual(reply);
});

test('a reply with nothing of the record but an id and a location leads to it', async () => {
  const document = documentOf(made(done(201, object({ entity_id: INTEGER, location: TEXT, warnings: arrayOf(TEXT) }))));
  const ask = askerOf(await createMock({ document, fixtures: 'none', checkReplies: true }));
  const { body } = await ask('POST', '/parts', { name: 'x' });
  expect(body).toMatchObject({ entity_id: 1, location: expect.stringMatching(/^http:.*\/parts\/1$/) });
});

test('a body that is a list makes a record of each item, and its reply shows them', async () => {
  const document = documentOf({
    ...made({}),
    '/parts': {
      get: { responses: done(200, arrayOf(PART)) },
      post: {
        requestBody: json(arrayOf(object({ name: TEXT }))),
        responses: done(201, object({ parts: arrayOf(PART) })),
      },
    },
  });
  const ask = askerOf(await createMock({ document, fixtures: 'none', checkReplies: true }));
  const both = [
    { id: 1, name: 'x' },
    { id: 2, name: 'y' },
  ];
  expect((await ask('POST', '/parts', [{ name: 'x' }, { name: 'y' }])).body).toEqual({ parts: both });
  expect((await ask('GET', '/parts')).body).toEqual(both);
});

test('the start says of which creates no reply shows an id', async () => {
  const noticeOf = async (responses: object) =>
    noticeOfHiddenIds(
      await contractOf({ openapi: '3.0.3', info: { title: 'Parts', version: '1' }, paths: made(responses) }),
    );
  expect(await noticeOf(done(201, object({ message: TEXT })))).toBe(
    'No reply shows the id of what is made by POST /parts: the document has no place for it. Lists show it, and the Admin API.',
  );
  expect(await noticeOf(done(201, PART))).toBeUndefined();
  const located = { 201: { description: 'Made.', headers: { Location: { schema: TEXT } } } };
  expect(await noticeOf(located)).toBeUndefined();
});

test('a link of a record to itself, by its example, leads to what was made', async () => {
  const href = { ...TEXT, example: 'https://api.example/v2/shelves/top/books/12345' };
  const book = object({
    title: TEXT,
    uri: { ...TEXT, example: '/books/12345' },
    _links: object({ self: object({ href }) }),
  });
  const books = '/shelves/{shelf}/books';
  const post = { requestBody: json(object({ title: TEXT })), responses: done(201, book) };
  const paths = {
    [books]: { parameters: idsIn(books, TEXT), get: { responses: done(200, arrayOf(book)) }, post },
    [`${books}/{book_id}`]: {
      parameters: idsIn(`${books}/{book_id}`, TEXT),
      get: { responses: { ...done(200, book), ...NONE } },
    },
  };
  const ask = askerOf(await createMock({ document: documentOf(paths), checkReplies: true }));
  const { body } = await ask('POST', '/shelves/low/books', { title: 'x' });
  const [, id] = /^\/books\/(\w+)$/.exec(body.uri) ?? [];
  expect(body).toEqual({
    ...{ title: 'x', uri: `/books/${id}` },
    _links: { self: { href: `https://api.example/v2/shelves/low/books/${id}` } },
  });
  expect((await ask('GET', `/shelves/low/books/${id}`)).body).toEqual(body);
});

test('what fits several schemas of a union is taken for the one that its discriminator names, and shown as that with its id', async () => {
  const base = object({ id: { ...TEXT, readOnly: true }, type: TEXT }, 'type');
  const schemas = {
    Base: base,
    Email: { allOf: [ref('Base'), object({ address: TEXT })] },
    Sms: { allOf: [ref('Base'), object({ number: TEXT })] },
  };
  const mapping = { email: '#/components/schemas/Email', sms: '#/components/schemas/Sms' };
  const method = { oneOf: [ref('Email'), ref('Sms')], discriminator: { propertyName: 'type', mapping } };
  const wrapped = object({ method }, 'method');
  const paths = {
    '/methods': { post: { requestBody: json(wrapped), responses: done(201, wrapped) } },
    '/methods/{id}': { parameters: idsIn('{id}', TEXT), get: { responses: { ...done(200, wrapped), ...NONE } } },
  };
  const document = documentOf(paths, { components: { schemas } });
  const ask = askerOf(await createMock({ document, fixtures: 'none', checkReplies: true }));
  const { body, status } = await ask('POST', '/methods', { method: { type: 'sms', number: '7' } });
  expect({ status, ...body.method }).toMatchObject({ status: 201, id: '1', type: 'sms', number: '7' });
  expect((await ask('GET', '/methods/1')).body).toEqual(body);
  expect((await ask('POST', '/methods', { method: { type: 'fax', number: '7' } })).status).toBe(400);
});
