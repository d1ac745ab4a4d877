import { type Api, createMock, type MockOptions } from './index';
import { arrayOf, askerOf, documentOf, done, INTEGER, inPath, json, object, ref, TEXT } from './testing/asking';

const REFUSED = { default: { description: 'Refused.' } };
const parameter = (name: string, schema: object, example?: unknown) => ({ ...inPath(name, schema), example });
const UUID = { ...TEXT, format: 'uuid' };
const INSTANT = { ...TEXT, format: 'date-time' };
const BOOK = '0b5a3c1e-7d52-4b7e-9a57-0c2f8a1d9e11';
const creating = (name: string) => ({ requestBody: json(ref(name)), responses: done(201, ref(name)) });
const shown = (name: string) => ({ responses: { ...done(200, ref(name)), ...REFUSED } });
const listed = (name: string, example?: unknown) => ({ responses: done(200, arrayOf(ref(name)), example) });

const TICKET = { ...TEXT, pattern: '^tkt_[0-9a-f]{8}$' };

/** An API of shops, with books below them, badges whose ids no client can find out, and members who are made up. */
const DOCUMENT = documentOf(
  {
    '/shops': { get: listed('Shop', [{ id: 41, label: 'By the river' }]), post: creating('Shop') },
    '/shops/{shopId}': {
      parameters: [parameter('shopId', INTEGER, 77)],
      get: shown('Shop'),
      delete: { responses: done(204) },
    },
    '/shops/{shopId}/books': { parameters: [parameter('shopId', INTEGER)], get: listed('Book') },
    '/shops/{shopId}/books/{bookId}': {
      parameters: [parameter('shopId', INTEGER), parameter('bookId', TEXT, BOOK)],
      get: shown('Book'),
    },
    '/members': { get: { responses: done(200, object({ data: arrayOf(ref('Member')) })) } },
    '/members/{slug}': { parameters: [parameter('slug', TEXT)], get: { responses: done(200, ref('Member')) } },
    '/tags': { get: listed('Shop'), post: creating('Shop') },
    '/tags/{tagId}': { parameters: [parameter('tagId', INTEGER)], get: { responses: done(200, ref('Shop')) } },
    '/notes/{noteId}': {
      parameters: [parameter('noteId', INTEGER)],
      get: shown('Shop'),
      put: { requestBody: json(ref('Shop')), responses: { ...done(200, ref('Shop')), ...done(201, ref('Shop')) } },
    },
    '/badges/{code}': {
      parameters: [parameter('code', { ...TEXT, pattern: '^[A-Z]{3}$' })],
      get: shown('Badge'),
      delete: { responses: done(204) },
    },
    '/labels': {
      get: listed('Label'),
      post: { requestBody: json(ref('Label')), responses: { ...done(201, ref('Label')), ...done(409) } },
    },
    '/labels/{code}': { parameters: [parameter('code', TEXT)], get: shown('Label') },
    '/tickets': { get: { responses: done(200, { ...arrayOf(ref('Ticket')), minItems: 5 }) }, post: creating('Ticket') },
    '/tickets/{ticketId}': { parameters: [parameter('ticketId', TICKET)], get: shown('Ticket') },
    '/rooms': { get: listed('Room') },
    '/rooms/{roomId}': { parameters: [parameter('roomId', UUID)], get: shown('Room') },
    '/health': { get: { responses: done(200, object({ status: TEXT }, 'status')) } },
  },
  {
    openapi: '3.1.0',
    components: {
      schemas: {
        Shop: object({ id: INTEGER, label: TEXT }, 'id', 'label'),
        Book: object(
          {
            id: UUID,
            shopId: INTEGER,
            title: { ...TEXT, maxLength: 12 },
            price: { type: 'number', minimum: 1, multipleOf: 0.5 },
            pages: { oneOf: [arrayOf(INTEGER), arrayOf(TEXT)] },
          },
          ...['id', 'shopId', 'title'],
        ),
        Member: object({
          slug: TEXT,
          firstName: TEXT,
          email: { ...TEXT, format: 'email' },
          createdAt: INSTANT,
          updatedAt: INSTANT,
          friend: ref('Member'),
        }),
        Label: object({ code: { ...TEXT, example: 'red' } }, 'code'),
        Ticket: object({ ticketId: { ...TICKET, readOnly: true } }, 'ticketId'),
        Room: object({ id: { ...UUID, example: BOOK }, floor: INTEGER }),
        Badge: object({ code: TEXT, city: TEXT }, 'code'),
      },
    },
  },
);

async function started(options: MockOptions = {}) {
  const mock = await createMock<Api>({ document: DOCUMENT, checkReplies: true, log: 'silent', ...options });
  const send = askerOf(mock);
  return { mock, ask: (path: string, method = 'GET', body?: object) => send(method, path, body) };
}

describe('a mock of another document that is given no records', () => {
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

  it('has as many as a list must have, under ids of a pattern, of which more are given', async () => {
    const { ask } = await started();
    const { body } = await ask('/tickets');
    expect(body).toHaveLength(5);
    for (const { ticketId } of body) expect((await ask(`/tickets/${ticketId}`)).status).toBe(200);
    for (let made = 6; made < 16; made += 1) expect((await ask('/tickets', 'POST', {})).status).toBe(201);
    expect((await ask('/tickets')).body).toHaveLength(15);
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

  it('has any record whose ids no client can find out, the same each time, until it is deleted', async () => {
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
