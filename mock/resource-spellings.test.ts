import fc from 'fast-check';
import { createMock, type MockOptions } from './index';
import {
  arrayOf,
  askerOf,
  body,
  documentOf,
  done,
  expectValidReplies,
  INTEGER,
  idsIn,
  inPath,
  inQuery,
  json,
  NONE,
  object,
  ref,
  TEXT,
} from './testing/asking';

type Json = Record<string, unknown>;

/** What people write around a record, in a request, a reply or a list. */
type Wrap = readonly string[];

const WRAPS: readonly Wrap[] = [[], ['thing'], ['data'], ['response', 'thing'], ['payload']];
const LIST_WRAPS: readonly Wrap[] = [[], ['things'], ['data'], ['data', 'items'], ['_embedded', 'things']];

interface Spelling {
  readonly sent: Wrap;
  readonly created: Wrap;
  readonly read: Wrap;
  readonly listed: Wrap;
  /** The name of the path's parameter, and of the record's property. */
  readonly id: readonly string[];
  /** The type of the record's property, and of the path's parameter. */
  readonly types: readonly string[];
  readonly end: string;
  readonly itemEnd: string;
}

const spelling: fc.Arbitrary<Spelling> = fc.record({
  sent: fc.constantFrom(...WRAPS),
  created: fc.constantFrom(...WRAPS),
  read: fc.constantFrom(...WRAPS),
  listed: fc.constantFrom(...LIST_WRAPS),
  id: fc.constantFrom(
    ...[
      ['id', 'id'],
      ['thingId', 'id'],
      ['thing_id', 'id'],
      ['ThingId', 'thing_id'],
      ['Sid', 'sid'],
      ['slug', 'slug'],
    ],
  ),
  types: fc.constantFrom(
    ...[
      ['integer', 'integer'],
      ['string', 'string'],
      ['integer', 'string'],
      ['string', 'integer'],
    ],
  ),
  end: fc.constantFrom('', '/', '.json'),
  itemEnd: fc.constantFrom('', '/', '.json'),
});

const wrapped = (wrap: Wrap, schema: Json): Json =>
  wrap.reduceRight<Json>(
    (inner, name) => object({ [name]: inner, requestId: TEXT, errors: arrayOf({}) }, name),
    schema,
  );

const inside = (wrap: Wrap, body: unknown): unknown =>
  wrap.reduce<unknown>((value, name) => (value as Json)[name], body);

/** The paths of things that are spelled so, below a segment of their own. */
function pathsOf(
  { sent, created, read, listed, id: [parameter = ''], types: [, inPathOf], end, itemEnd }: Spelling,
  nth: number,
): Json {
  const thing = ref(`Thing${nth}`);
  return {
    [`/${nth}/things${end}`]: {
      get: { responses: done(200, wrapped(listed, arrayOf(thing))) },
      post: { requestBody: json(wrapped(sent, ref('NewThing'))), responses: done(201, wrapped(created, thing)) },
    },
    [`/${nth}/things/{${parameter}}${itemEnd}`]: {
      parameters: [inPath(parameter, { type: inPathOf })],
      get: { responses: { ...done(200, wrapped(read, thing)), ...NONE } },
      patch: {
        requestBody: json(wrapped(sent, ref('Change'))),
        responses: { ...done(200, wrapped(read, thing)), ...NONE },
      },
      delete: { responses: done(204) },
    },
  };
}

const FIELDS = { name: TEXT, size: INTEGER };

const thingOf = ({ id: [, property = ''], types: [inRecord] }: Spelling): Json =>
  object({ [property]: { type: inRecord }, ...FIELDS }, property, 'name');

/** Sends JSON to a mock of a document, each of whose replies is checked against that. */
const serving = async (paths: object, schemas: object, options: MockOptions = { fixtures: 'none' }) =>
  askerOf(
    await createMock({ document: documentOf(paths, { components: { schemas } }), checkReplies: true, ...options }),
  );

const around = (wrap: Wrap, value: Json): Json => wrap.reduceRight<Json>((inner, name) => ({ [name]: inner }), value);

expectValidReplies();

test('however a document spells paths, ids and wrappers: what is created is read at its id, listed, changed and gone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(spelling, { minLength: 1, maxLength: 40, size: 'max' }), async (all) => {
      const paths = Object.assign({}, ...all.map(pathsOf));
      const things = Object.fromEntries(all.map((one, nth) => [`Thing${nth}`, thingOf(one)]));
      const ask = await serving(paths, { ...things, NewThing: object(FIELDS, 'name'), Change: object(FIELDS) });
      for (const [nth, { sent, created, read, listed, id, end, itemEnd }] of all.entries()) {
        const [, property = ''] = id;
        const collection = `/${nth}/things${end}`;
        const made = await ask('POST', collection, around(sent, { name: 'lamp', size: 3 }));
        const record = inside(created, made.body) as Json;
        expect([made.status, record]).toStrictEqual([201, { [property]: expect.anything(), name: 'lamp', size: 3 }]);
        const item = `/${nth}/things/${record[property]}${itemEnd}`;
        expect(inside(read, (await ask('GET', item)).body)).toStrictEqual(record);
        expect(inside(listed, (await ask('GET', collection)).body)).toStrictEqual([record]);
        const changed = await ask('PATCH', item, around(sent, { size: 4 }));
        expect(inside(read, changed.body)).toStrictEqual({ ...record, size: 4 });
        expect((await ask('DELETE', item)).status).toBe(204);
        expect((await ask('GET', item)).status).toBe(404);
        expect(inside(listed, (await ask('GET', collection)).body)).toStrictEqual([]);
      }
    }),
    { numRuns: 2 },
  );
});

describe('records that several paths lead to', () => {
  const list = (name: string) => ({ get: { responses: done(200, arrayOf(ref(name))) } });
  const shows = (name: string) => ({ responses: { ...done(200, ref(name)), ...NONE } });
  const takes = (name: string, status: number) => ({
    requestBody: json(ref(name)),
    responses: { ...done(status, ref(name)), ...NONE },
  });

  test('are the same ones: below their parent, at the top, in lists elsewhere, and by an id in the body', async () => {
    const ask = await serving(
      {
        '/owners': { post: takes('Owner', 201) },
        '/owners/{ownerId}': { parameters: idsIn('{ownerId}'), get: shows('Owner'), post: takes('Owner', 200) },
        '/owners/{ownerId}/things': { parameters: idsIn('{ownerId}'), ...list('Thing'), post: takes('Thing', 201) },
        '/owners/{ownerId}/things/{thingId}': { parameters: idsIn('{ownerId}{thingId}'), get: shows('Thing') },
        '/things': { put: takes('Thing', 200) },
        '/things/{thingId}': { parameters: idsIn('{thingId}'), get: shows('Thing'), delete: { responses: done(204) } },
        '/things/findByState': { get: { ...list('Thing').get, parameters: [inQuery('state')] } },
      },
      {
        Thing: object({ id: INTEGER, ownerId: INTEGER, state: TEXT, name: TEXT }, 'name'),
        Owner: object({ id: INTEGER, name: TEXT }),
      },
    );
    for (const name of ['Ann', 'Bob']) await ask('POST', '/owners', { name });
    const lamp = { id: 1, ownerId: 1, name: 'lamp', state: 'new' };
    const vase = { id: 2, ownerId: 2, name: 'vase', state: 'old' };
    expect((await ask('POST', '/owners/1/things', { name: 'lamp', state: 'new', ownerId: 2 })).body).toEqual(lamp);
    expect((await ask('POST', '/owners/2/things', { name: 'vase', state: 'old' })).body).toEqual(vase);
    expect((await ask('GET', '/things/2')).body).toEqual(vase);
    expect((await ask('GET', '/owners/1/things')).body).toEqual([lamp]);
    expect((await ask('GET', '/owners/1/things/2')).status).toBe(404);
    expect((await ask('GET', '/things/findByState?state=old')).body).toEqual([vase]);
    expect((await ask('PUT', '/things', { ...vase, state: 'new' })).body).toEqual({ ...vase, state: 'new' });
    expect((await ask('PUT', '/things', { ...vase, id: 3 })).status).toBe(404);
    expect((await ask('GET', '/things/findByState?state=old')).body).toEqual([]);
    expect((await ask('POST', '/owners/2', { name: 'Rob' })).body).toEqual({ id: 2, name: 'Rob' });
    expect((await ask('GET', '/owners/2')).body).toEqual({ id: 2, name: 'Rob' });
    await ask('DELETE', '/things/2');
    expect((await ask('GET', '/owners/2/things/2')).status).toBe(404);
  });

  test('have other names in a path, are deleted twice, and changed by what does not name them, where no 404 is documented', async () => {
    const newest = { revision: 9, name: 'newest' };
    const ask = await serving(
      {
        '/things': {
          ...list('Thing'),
          post: takes('Thing', 201),
          put: { requestBody: json(ref('Thing')), responses: done(200, ref('Thing')) },
        },
        '/things/{revision}': {
          parameters: [inPath('revision', TEXT)],
          get: { responses: done(200, ref('Thing'), newest) },
          delete: { responses: done(204) },
        },
      },
      { Thing: object({ revision: INTEGER, name: TEXT }, 'name') },
    );
    await ask('POST', '/things', { name: 'lamp' });
    expect((await ask('GET', '/things/1')).body).toEqual({ revision: 1, name: 'lamp' });
    expect((await ask('GET', '/things/latest')).body).toEqual(newest);
    expect((await ask('PUT', '/things', { name: 'vase' })).status).toBe(200);
    expect((await ask('DELETE', '/things/1')).status).toBe(204);
    expect((await ask('DELETE', '/things/1')).status).toBe(204);
    expect((await ask('GET', '/things')).body).toEqual([]);
  });
});

describe('records below a parent that their schema spells otherwise', () => {
  let ask: Awaited<ReturnType<typeof serving>>;
  beforeEach(async () => {
    const at = { parameters: idsIn('{id}') };
    const taking = (properties: object, name: string) => ({
      requestBody: body(object(properties)),
      responses: { ...done(201, ref(name)), ...NONE },
    });
    const many = (name: string) => ({ responses: { ...done(200, arrayOf(ref(name))), ...NONE } });
    const one = (name: string) => ({ responses: { ...done(200, ref(name)), ...NONE } });
    ask = await serving(
      {
        '/photos': { get: many('Photo') },
        '/photos/{id}': { ...at, get: one('Photo'), delete: { responses: { ...done(204), ...NONE } } },
        '/photos/{id}/notes': { ...at, get: many('Note'), post: taking({ text: TEXT }, 'Note') },
        '/photos/{id}/prints': { ...at, get: many('Print') },
        '/prints': { get: many('Print'), post: taking({ size: TEXT, photo_id: TEXT }, 'Print') },
        '/prints/{id}': { ...at, get: one('Print') },
      },
      {
        Photo: object({ id: INTEGER, title: TEXT }, 'id'),
        Note: object({ id: INTEGER, photoId: INTEGER, text: TEXT }, 'id', 'photoId', 'text'),
        Print: object({ id: INTEGER, photo_id: TEXT, size: TEXT }, 'id', 'photo_id'),
      },
      {},
    );
  });

  const listed = async (path: string): Promise<readonly Readonly<Record<string, unknown>>[]> =>
    (await ask('GET', path)).body;

  test('what lies below a parent has its id, however the record spells that', async () => {
    for (const photo of [1, 2, 3]) {
      expect((await listed(`/photos/${photo}/notes`)).map(({ id, photoId }) => [id, photoId])).toEqual([
        [1, photo],
        [2, photo],
        [3, photo],
      ]);
    }
    const made = await ask('POST', '/photos/2/notes', { text: 'Mine' });
    expect(made).toMatchObject({ status: 201, body: { id: 4, photoId: 2, text: 'Mine' } });
  });

  test('a list below a parent shows those of the records at the top that name it, and they go with it', async () => {
    const all = await listed('/prints');
    const below = await listed('/photos/2/prints');
    expect(below.length).toBeGreaterThan(0);
    expect(below).toEqual(all.filter(({ photo_id }) => photo_id === '2'));

    const { body: made } = await ask('POST', '/prints', { photo_id: '2', size: 'A4' });
    expect(await listed('/photos/2/prints')).toEqual([...below, made]);
    expect((await ask('DELETE', '/photos/2')).status).toBe(204);
    expect((await ask('GET', '/photos/2/prints')).status).toBe(404);
    expect(await listed('/prints')).toEqual(all.filter(({ photo_id }) => photo_id !== '2'));
  });
});
