import { createMock, type Mock, type MockOptions } from './index';
import { askerOf, INTEGER, inPath } from './testing/asking';
import { writeFile } from './testing/edited';

const reply = (schema: object, example?: unknown) => ({
  description: 'Done.',
  content: { 'application/json': { schema, example } },
});
const REFUSED = { default: { description: 'Refused.' } };
const list = (name: string) => ({ type: 'array', items: { $ref: `#/components/schemas/${name}` } });
const one = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const parameter = (name: string, schema: object, example?: unknown) => ({ ...inPath(name, schema), example });
const BOOK = '0b5a3c1e-7d52-4b7e-9a57-0c2f8a1d9e11';

/** An API of shops, with books below them, badges whose ids are known to nobody, and members who are made up. */
const DOCUMENT = writeFile(
  'json',
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Shops', version: '1' },
    paths: {
      '/shops': {
        get: { responses: { 200: reply(list('Shop'), [{ id: 41, label: 'By the river' }]) } },
        post: {
          requestBody: { content: { 'application/json': { schema: one('Shop') } } },
          responses: { 201: reply(one('Shop')) },
        },
      },
      '/shops/{shopId}': {
        parameters: [parameter('shopId', INTEGER, 77)],
        get: { responses: { 200: reply(one('Shop')), ...REFUSED } },
        delete: { responses: { 204: { description: 'Gone.' } } },
      },
      '/shops/{shopId}/books': {
        parameters: [parameter('shopId', INTEGER)],
        get: { responses: { 200: reply(list('Book')) } },
      },
      '/shops/{shopId}/books/{bookId}': {
        parameters: [parameter('shopId', INTEGER), parameter('bookId', { type: 'string' }, BOOK)],
        get: { responses: { 200: reply(one('Book')), ...REFUSED } },
      },
      '/members': { get: { responses: { 200: reply({ type: 'object', properties: { data: list('Member') } }) } } },
      '/members/{slug}': {
        parameters: [parameter('slug', { type: 'string' })],
        get: { responses: { 200: reply(one('Member')) } },
      },
      '/tags': {
        get: { responses: { 200: reply(list('Shop')) } },
        post: {
          requestBody: { content: { 'application/json': { schema: one('Shop') } } },
          responses: { 201: reply(one('Shop')) },
        },
      },
      '/tags/{tagId}': { parameters: [parameter('tagId', INTEGER)], get: { responses: { 200: reply(one('Shop')) } } },
      '/notes/{noteId}': {
        parameters: [parameter('noteId', INTEGER)],
        get: { responses: { 200: reply(one('Shop')), ...REFUSED } },
        put: {
          requestBody: { content: { 'application/json': { schema: one('Shop') } } },
          responses: { 200: reply(one('Shop')), 201: reply(one('Shop')) },
        },
      },
      '/badges/{code}': {
        parameters: [parameter('code', { type: 'string', pattern: '^[A-Z]{3}$' })],
        get: { responses: { 200: reply(one('Badge')), ...REFUSED } },
        delete: { responses: { 204: { description: 'Gone.' } } },
      },
      '/labels': {
        get: { responses: { 200: reply(list('Label')) } },
        post: {
          requestBody: { content: { 'application/json': { schema: one('Label') } } },
          responses: { 201: reply(one('Label')), 409: { description: 'Taken.' } },
        },
      },
      '/labels/{code}': {
        parameters: [parameter('code', { type: 'string' })],
        get: { responses: { 200: reply(one('Label')), ...REFUSED } },
      },
      '/rooms': { get: { responses: { 200: reply(list('Room')) } } },
      '/rooms/{roomId}': {
        parameters: [parameter('roomId', { type: 'string', format: 'uuid' })],
        get: { responses: { 200: reply(one('Room')), ...REFUSED } },
      },
      '/health': {
        get: {
          responses: {
            200: reply({ type: 'object', required: ['status'], properties: { status: { type: 'string' } } }),
          },
        },
      },
    },
    components: {
      schemas: {
        Shop: { type: 'object', required: ['id', 'label'], properties: { id: INTEGER, label: { type: 'string' } } },
        Book: {
          type: 'object',
          required: ['id', 'shopId', 'title'],
          properties: {
            ...{ id: { type: 'string', format: 'uuid' }, shopId: INTEGER, title: { type: 'string', maxLength: 12 } },
            ...{
              price: { type: 'number', minimum: 1, multipleOf: 0.5 },
              pages: { $ref: '#/components/schemas/Pages' },
            },
          },
        },
        Pages: {
          oneOf: [
            { type: 'array', items: INTEGER },
            { type: 'array', items: { type: 'string' } },
          ],
        },
        Member: {
          type: 'object',
          properties: {
            ...{ slug: { type: 'string' }, firstName: { type: 'string' }, email: { type: 'string', format: 'email' } },
            ...{
              createdAt: { type: 'string', format: 'date-time' },
              updatedAt: { type: 'string', format: 'date-time' },
            },
            friend: { $ref: '#/components/schemas/Member' },
          },
        },
        Label: { type: 'object', required: ['code'], properties: { code: { type: 'string', example: 'red' } } },
        Room: { type: 'object', properties: { id: { type: 'string', format: 'uuid', example: BOOK }, floor: INTEGER } },
        Badge: {
          type: 'object',
          required: ['code'],
          properties: { code: { type: 'string' }, city: { type: 'string' } },
        },
      },
    },
  }),
);

async function started(options: MockOptions = {}) {
  const mock: Mock = await createMock({ document: DOCUMENT, checkReplies: true, log: 'silent', ...options });
  const send = askerOf(mock);
  return { mock, ask: (path: string, method = 'GET', body?: object) => send(method, path, body) };
}

describe('a mock of another document, to which nobody gave records', () => {
  it('has those of its examples, and its ids', async () => {
    const { ask } = await started();
    const { body } = await ask('/shops');
    expect(body).toContainEqual({ id: 41, label: 'By the river' });
    expect(body.map(({ id }: { id: number }) => id)).toEqual(expect.arrayContaining([41, 77]));
    expect(new Set(body.map(JSON.stringify)).size).toBe(3);
    expect((await ask('/shops/77')).status).toBe(200);
    expect((await ask('/shops/5000')).status).toBe(404);
    expect((await ask('/shops', 'POST', { id: 0, label: 'New' })).status).toBe(201);
    expect((await ask('/shops')).body).toHaveLength(4);
  });

  it('has a record of the id that is the example of a property', async () => {
    const { ask } = await started();
    expect((await ask(`/rooms/${BOOK}`)).body).toMatchObject({ id: BOOK });
    expect((await ask('/rooms')).body).toHaveLength(3);
  });

  it('has none of the id that the example of a new record has, where clients choose ids', async () => {
    const { ask } = await started();
    expect((await ask('/labels')).body).toHaveLength(3);
    expect(await ask('/labels', 'POST', { code: 'red' })).toMatchObject({ status: 201, body: { code: 'red' } });
  });

  it('has records below each parent, which they name, made up by the schema', async () => {
    const { ask } = await started();
    for (const { id } of (await ask('/shops')).body) {
      const { body } = await ask(`/shops/${id}/books`);
      expect(body).toHaveLength(3);
      for (const book of body) expect(book).toMatchObject({ shopId: id, id: expect.stringMatching(/^[\da-f-]{36}$/) });
    }
  });

  it('has the record that examples name below the parent that they name', async () => {
    const { ask } = await started();
    expect((await ask(`/shops/77/books/${BOOK}`)).body).toMatchObject({ id: BOOK, shopId: 77 });
    expect((await ask(`/shops/41/books/${BOOK}`)).status).toBe(404);
  });

  it('has values that look like real ones, in order of time', async () => {
    const { ask } = await started();
    const { data } = (await ask('/members')).body;
    expect(data).toHaveLength(3);
    expect(data[0].slug).toBe('example');
    for (const member of data) {
      expect(member).toMatchObject({ firstName: expect.stringMatching(/^[A-Z][a-z]+$/), slug: expect.any(String) });
      expect(member.email).toMatch(new RegExp(`^${member.firstName.toLowerCase()}\\.[a-z]+@example\\.com$`));
      expect(Date.parse(member.createdAt)).toBeLessThan(Date.parse(member.updatedAt));
      expect((await ask(`/members/${member.slug}`)).body).toEqual(member);
    }
    expect((await ask('/members/zoe')).body).toMatchObject({ slug: 'zoe', email: expect.any(String) });
    expect((await ask('/health')).body).toEqual({ status: 'active' });
  });

  it('has any record whose ids the document lets nobody find out, the same each time, until it is deleted', async () => {
    const { ask } = await started();
    const { body } = await ask('/badges/ABC');
    expect(body).toEqual({ code: 'ABC', city: expect.any(String) });
    expect((await (await started()).ask('/badges/ABC')).body).toEqual(body);
    expect((await ask('/badges/abc')).status).toBe(400);
    expect((await ask('/badges/ABC', 'DELETE')).status).toBe(204);
    expect((await ask('/badges/ABC')).status).toBe(404);
  });

  it('has those alone that were made where clients make the records, whatever is documented of others', async () => {
    const { ask } = await started();
    expect((await ask('/tags/500')).status).toBe(404);
    const { body } = await ask('/tags', 'POST', { id: 0, label: 'New' });
    expect((await ask(`/tags/${body.id}`)).body).toEqual(body);
    expect((await ask('/notes/500')).status).toBe(404);
    const put = () => ask('/notes/500', 'PUT', { id: 500, label: 'New' });
    expect([(await put()).status, (await put()).status]).toEqual([201, 200]);
  });

  it('begins the same each time, and again after a reset; another seed makes others', async () => {
    const [one, other, third] = [await started(), await started(), await started({ seed: 2 })];
    const { records } = await one.mock.state();
    expect((await other.mock.state()).records).toEqual(records);
    expect((await third.mock.state()).records).not.toEqual(records);
    await one.ask('/shops/41', 'DELETE');
    expect((await one.mock.state()).records).not.toEqual(records);
    await one.mock.reset();
    expect((await one.mock.state()).records).toEqual(records);
    await one.mock.restore({ records: { members: records.members ?? [] } });
    expect(Object.keys((await one.mock.state()).records)).toEqual(['members']);
  });

  it('is empty where it is asked to be, and so are its sessions', async () => {
    const { ask } = await started({ fixtures: 'none' });
    expect([(await ask('/shops')).body, (await ask('/badges/ABC')).status]).toEqual([[], 404]);
    const { mock } = await started();
    const session = await mock.session({ fixtures: 'none' });
    expect((await session.state()).records).toEqual({});
    const shared = await mock.session();
    expect((await shared.state()).records).toEqual((await mock.state()).records);
  });
});
