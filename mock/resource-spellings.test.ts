import fc from 'fast-check';
import { createMock } from './index';
import { askerOf, documentOf as fileOf } from './testing/asking';

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

const json = (schema: Json): Json => ({ content: { 'application/json': { schema } } });
const success = (schema: Json): Json => ({ description: 'Done', ...json(schema) });
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

const wrapped = (wrap: Wrap, schema: Json): Json =>
  wrap.reduceRight<Json>(
    (inner, name) => ({
      type: 'object',
      required: [name],
      properties: { [name]: inner, requestId: { type: 'string' }, errors: { type: 'array', items: {} } },
    }),
    schema,
  );

const inside = (wrap: Wrap, body: unknown): unknown =>
  wrap.reduce<unknown>((value, name) => (value as Json)[name], body);

/** The paths of things that are spelled so, below a segment of their own. */
function pathsOf(
  { sent, created, read, listed, id: [parameter = ''], types: [, inPath], end, itemEnd }: Spelling,
  nth: number,
): Json {
  const thing = ref(`Thing${nth}`);
  return {
    [`/${nth}/things${end}`]: {
      get: { responses: { 200: success(wrapped(listed, { type: 'array', items: thing })) } },
      post: {
        requestBody: json(wrapped(sent, ref('NewThing'))),
        responses: { 201: success(wrapped(created, thing)) },
      },
    },
    [`/${nth}/things/{${parameter}}${itemEnd}`]: {
      parameters: [{ name: parameter, in: 'path', required: true, schema: { type: inPath } }],
      get: { responses: { 200: success(wrapped(read, thing)), 404: GONE } },
      patch: {
        requestBody: json(wrapped(sent, ref('Change'))),
        responses: { 200: success(wrapped(read, thing)), 404: GONE },
      },
      delete: { responses: { 204: GONE } },
    },
  };
}

const GONE = { description: 'Gone' };
const FIELDS = { name: { type: 'string' }, size: { type: 'integer' } };

const thingOf = ({ id: [, property = ''], types: [inRecord] }: Spelling): Json => ({
  type: 'object',
  required: [property, 'name'],
  properties: { [property]: { type: inRecord }, ...FIELDS },
});

const documentOf = (paths: Json, schemas: Json): string => fileOf(paths, { components: { schemas } });

/** Sends JSON to a mock of a document, each of whose replies is checked against that. */
async function serving(document: string) {
  const mock = await createMock({ document, fixtures: {}, checkReplies: true });
  return askerOf(mock);
}

const around = (wrap: Wrap, value: Json): Json => wrap.reduceRight<Json>((inner, name) => ({ [name]: inner }), value);

/** Every reply is valid if `checkReplies` writes nothing to standard error. */
let complaints: jest.SpyInstance;
beforeEach(() => {
  complaints = jest.spyOn(process.stderr, 'write').mockImplementation(() => true);
});
afterEach(() => {
  expect(complaints.mock.calls).toEqual([]);
  complaints.mockRestore();
});

test('however a document spells paths, ids and wrappers: what is created is read at its id, listed, changed and gone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(spelling, { minLength: 1, maxLength: 40, size: 'max' }), async (all) => {
      const paths = Object.assign({}, ...all.map(pathsOf));
      const things = Object.fromEntries(all.map((one, nth) => [`Thing${nth}`, thingOf(one)]));
      const NewThing = { type: 'object', required: ['name'], properties: FIELDS };
      const Change = { type: 'object', properties: FIELDS };
      const ask = await serving(documentOf(paths, { ...things, NewThing, Change }));
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
  const THING = {
    type: 'object',
    required: ['name'],
    properties: {
      id: { type: 'integer' },
      ownerId: { type: 'integer' },
      state: { type: 'string' },
      name: { type: 'string' },
    },
  };
  const OWNER = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } };
  const list = (name: string) => ({ get: { responses: { 200: success({ type: 'array', items: ref(name) }) } } });
  const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer' } });
  const shows = (name: string) => ({ responses: { 200: success(ref(name)), 404: GONE } });
  const takes = (name: string, status: number) => ({
    requestBody: json(ref(name)),
    responses: { [status]: success(ref(name)), 404: GONE },
  });

  test('are the same ones: below their parent, at the top, in lists elsewhere, and by an id in the body', async () => {
    const ask = await serving(
      documentOf(
        {
          '/owners': { post: takes('Owner', 201) },
          '/owners/{ownerId}': { parameters: [inPath('ownerId')], get: shows('Owner'), post: takes('Owner', 200) },
          '/owners/{ownerId}/things': { parameters: [inPath('ownerId')], ...list('Thing'), post: takes('Thing', 201) },
          '/owners/{ownerId}/things/{thingId}': {
            parameters: [inPath('ownerId'), inPath('thingId')],
            get: shows('Thing'),
          },
          '/things': { put: takes('Thing', 200) },
          '/things/{thingId}': {
            parameters: [inPath('thingId')],
            get: shows('Thing'),
            delete: { responses: { 204: GONE } },
          },
          '/things/findByState': {
            get: { ...list('Thing').get, parameters: [{ name: 'state', in: 'query', schema: { type: 'string' } }] },
          },
        },
        { Thing: THING, Owner: OWNER },
      ),
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
    const open = { responses: { 200: success(ref('Thing')) } };
    const ask = await serving(
      documentOf(
        {
          '/things': { ...list('Thing'), post: takes('Thing', 201), put: { requestBody: json(ref('Thing')), ...open } },
          '/things/{revision}': {
            parameters: [{ ...inPath('revision'), schema: { type: 'string' } }],
            get: {
              responses: {
                200: {
                  ...success(ref('Thing')),
                  content: { 'application/json': { schema: ref('Thing'), example: { revision: 9, name: 'newest' } } },
                },
              },
            },
            delete: { responses: { 204: GONE } },
          },
        },
        {
          Thing: {
            type: 'object',
            required: ['name'],
            properties: { revision: { type: 'integer' }, name: { type: 'string' } },
          },
        },
      ),
    );
    await ask('POST', '/things', { name: 'lamp' });
    expect((await ask('GET', '/things/1')).body).toEqual({ revision: 1, name: 'lamp' });
    expect((await ask('GET', '/things/latest')).body).toEqual({ revision: 9, name: 'newest' });
    expect((await ask('PUT', '/things', { name: 'vase' })).status).toBe(200);
    expect((await ask('DELETE', '/things/1')).status).toBe(204);
    expect((await ask('DELETE', '/things/1')).status).toBe(204);
    expect((await ask('GET', '/things')).body).toEqual([]);
  });
});
