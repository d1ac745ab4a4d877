import { loadContract, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { createMock, type Mock } from '../index';
import { arrayOf, askerOf, body, documentOf, INTEGER, inPath, inQuery, json, object, TEXT } from '../testing/asking';

const KEY = { authorization: 'Bearer demo-free' };

describe('the shipped contract', () => {
  let mock: Mock;
  const ask = (method: string, path: string, sent?: object, headers: Readonly<Record<string, string>> = KEY) =>
    askerOf(mock)(method, `/v1${path}`, sent, headers);
  beforeAll(async () => {
    mock = await createMock();
  });

  /** What provokes each example of an error in the document, by its code. */
  const PROVOKED: Readonly<Record<string, () => ReturnType<typeof ask>>> = {
    invalid_body: () => ask('POST', '/pets', { categoryId: 1 }),
    unauthorized: () => ask('GET', '/pets', undefined, {}),
    not_found: () => ask('GET', '/pets/404'),
    async rate_limit_exceeded() {
      mock.clock.set('2026-11-24T12:00:00Z');
      mock.clock.freeze();
      await mock.allowances.set('free', { left: { minute: 0 } });
      return ask('GET', '/pets');
    },
  };

  test('every example of an error is what the mock says', async () => {
    const { operations } = await loadContract(SHIPPED_DOCUMENT);
    const errors = operations.flatMap(({ replies }) => replies.filter(({ status }) => Number(status) >= 400));
    const examples = errors.flatMap(({ content }) => content.flatMap((media) => media.examples));
    const byPlace = new Map(examples.map(({ pointer, value }) => [pointer, value as { code: string }]));
    expect(byPlace.size).toBeGreaterThan(0);
    for (const [pointer, example] of byPlace) {
      const reply = await PROVOKED[example.code]?.();
      expect({ pointer, says: reply?.body }).toEqual({ pointer, says: example });
      await mock.reset();
    }
  });

  test.each<readonly [sent: unknown, says: string]>([
    [
      { status: 'dead', categoryId: 'x' },
      'The field "name" is missing. The field "categoryId" must be an integer of 64 bits, not "x". ' +
        'The field "status" must be one of "available", "pending", "sold", not "dead".',
    ],
    [
      { categoryId: 1.5, name: null },
      'The field "name" must be a string, not null. The field "categoryId" must be an integer of 64 bits, not 1.5.',
    ],
    [[], 'The request body must be an object, not [].'],
    ['pet', 'The request body must be an object, not "pet".'],
  ])('of the body %j every problem is told, in the order of the document', async (sent, says) => {
    // The cast is true: JSON is written of it.
    expect((await ask('POST', '/pets', sent as object)).body).toMatchObject({ code: 'invalid_body', message: says });
  });

  test('every problem of the query is told', async () => {
    expect((await ask('GET', '/pets?status=dead&limit=0')).body).toEqual({
      code: 'invalid_parameter',
      message:
        'The query parameter "limit" must be at least 1, not 0. ' +
        'The query parameter "status" must be one of "available", "pending", "sold", not "dead".',
      status: 400,
    });
  });
});

describe('another contract', () => {
  const TAG = { type: 'object', required: ['name'], properties: { name: TEXT }, additionalProperties: false };
  const OWNER = object({ address: object({ city: TEXT }, 'city') });
  const THING = object({ size: INTEGER, owner: OWNER, tags: arrayOf(TAG), 'a.b': INTEGER }, 'size');
  const PROBLEM = object({ detail: TEXT, errors: arrayOf(object({ pointer: TEXT, detail: TEXT })) }, 'detail');
  const operation = (requestBody: object, refused: object, parameters: readonly object[] = []) => ({
    ...{ requestBody, parameters },
    responses: { 204: { description: 'Done.' }, 400: { description: 'Not valid.', ...json(refused) } },
  });
  const ONE_TEXT = object({ message: TEXT }, 'message');
  const FORM = {
    content: { 'application/x-www-form-urlencoded': { schema: object({ name: TEXT, age: INTEGER }, 'name', 'age') } },
  };
  const filter = inQuery('filter', object({ from: INTEGER }), { style: 'deepObject', explode: true });
  let mock: Mock;
  let ask: ReturnType<typeof askerOf>;

  beforeAll(async () => {
    const document = documentOf({
      '/things': { post: operation(body(THING), ONE_TEXT, [filter, inQuery('page[size]', INTEGER)]) },
      '/lists': { post: operation(body(arrayOf(THING)), ONE_TEXT) },
      '/problems': { post: operation(body(THING), PROBLEM) },
      '/maps': { post: operation(body({ type: 'object', additionalProperties: INTEGER }), ONE_TEXT) },
      '/names': { post: operation(body({ ...object({ a: TEXT }), additionalProperties: false }), ONE_TEXT) },
      '/forms/{id}': { post: operation(FORM, ONE_TEXT, [inPath('id')]) },
    });
    mock = await createMock({ document, warnings: 'none', planLimits: false });
    ask = askerOf(mock);
  });
  const saysOf = async (path: string, sent: object): Promise<string> => (await ask('POST', path, sent)).body.message;

  test('names fields as people do, at every depth and in every item', async () => {
    const thing = { 'a.b': 'x', tags: [{ name: 'a' }, { nmae: 'b' }], owner: { address: {} }, size: 'big' };
    const says = [
      'The field "size" must be an integer, not "big".',
      'The field "owner.address.city" is missing.',
      'The field "tags[1].name" is missing.',
      'The field "tags[1].nmae" is unknown; there may be name.',
      'The field "[\'a.b\']" must be an integer, not "x".',
    ].join(' ');
    expect(await saysOf('/things', thing)).toBe(says);
    expect(await saysOf('/lists', [{ size: 1 }, {}, 7])).toBe(
      'The field "[1].size" is missing. The field "[2]" must be an object, not 7.',
    );
    expect(await saysOf('/things?filter[from]=x&page[size]=y', {})).toBe(
      'The query parameter "filter.from" must be an integer, not "x". ' +
        'The query parameter "page[size]" must be an integer, not "y".',
    );
  });

  test('names the fields of a form', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const reply = await mock.fetch('http://localhost/forms/1', { method: 'POST', headers, body: 'age=old' });
    expect(await reply.json()).toEqual({
      message: 'The field "name" is missing. The field "age" must be an integer, not "old".',
    });
  });

  test('where the envelope has a list, each problem is an item of it', async () => {
    const [size, tag] = ['The field "size" is missing.', 'The field "tags[0].name" must be a string, not 1.'];
    expect((await ask('POST', '/problems', { tags: [{ name: 1 }] })).body).toEqual({
      detail: `${size} ${tag}`,
      errors: [
        { pointer: '/size', detail: size },
        { pointer: '/tags/0/name', detail: tag },
      ],
    });
  });

  test('of very many problems twenty are told, and how many more there are', async () => {
    const wrong = (count: number) => Object.fromEntries([...Array(count).keys()].map((at) => [`m${at}`, 'x']));
    const sentences = async (path: string, count: number) => (await saysOf(path, wrong(count))).split(/(?<=\.) /);
    expect((await sentences('/maps', 20)).length).toBe(20);
    expect((await sentences('/maps', 21)).at(-1)).toBe('There is 1 more problem.');
    expect((await sentences('/names', 1000)).at(-1)).toBe('There are 980 more problems.');
    for (const path of ['/maps', '/names']) {
      expect((await sentences(path, 50_000)).slice(1)).toEqual([
        'There may be more: only the first problem of so large a body is told.',
      ]);
    }
    expect((await saysOf('/names', { ['n'.repeat(500_000)]: 1 })).length).toBeLessThan(200);
  });
});
