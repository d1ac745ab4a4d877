import fc from 'fast-check';
import { madeConsistent } from '../consistency/operations';
import { readOperations } from '../operations/operations';
import { plain } from '../records/spelling';
import { partAt, schemaAt, withPart } from '../records/steps';
import { CAT, gone, json, listOf, NEW_CAT, parameter, query, replies, takes } from '../testing/paths';
import { identityCandidates } from './identity';
import { findResources } from './resources';
import { findSingletons } from './singletons';

const byId = (name: string) => ({ parameters: [{ ...parameter(name, 'path'), required: true }] });
const resourcesOf = (paths: Record<string, object>) => findResources(readOperations({ paths }));

/** The only resource of these paths. */
function resourceOf(paths: Record<string, object>) {
  const [found, ...others] = resourcesOf(paths);
  if (found === undefined || others.length > 0) throw new Error('expected one resource');
  return found;
}

describe('a resource', () => {
  test('is a collection, its items, and who does what with them', () => {
    const cats = resourceOf({
      '/cats': { get: replies(listOf(CAT)), post: { ...takes(NEW_CAT), ...replies(CAT, '201') } },
      '/cats/{catId}': {
        ...byId('catId'),
        get: replies(CAT),
        put: { ...takes(NEW_CAT), ...gone },
        patch: gone,
        delete: gone,
      },
    });
    expect(cats).toMatchObject({ name: 'cats', collectionPath: '/cats', itemPath: '/cats/{catId}', schema: CAT });
    expect(Object.entries(cats.operations).map(([role, { id }]) => [role, id])).toStrictEqual([
      ['list', 'GET /cats'],
      ['create', 'POST /cats'],
      ['read', 'GET /cats/{catId}'],
      ['replace', 'PUT /cats/{catId}'],
      ['patch', 'PATCH /cats/{catId}'],
      ['delete', 'DELETE /cats/{catId}'],
    ]);
    expect(cats.idParameter?.name).toBe('catId');
    expect(cats).toMatchObject({ shown: { list: [], create: [], read: [] }, taken: { create: [], replace: [] } });
  });

  test('is made by no POST that finds some: it takes what is none of them, and shows a list of which nothing is said to be new', () => {
    const createOf = (taken: object, shown: object) =>
      resourceOf({
        '/cats': { get: replies(listOf(CAT)), post: { ...takes(taken), ...shown } },
        '/cats/{catId}': { ...byId('catId'), get: replies(CAT) },
      }).operations.create?.id;
    const filter = { type: 'object', properties: { name: { type: 'string' }, ids: listOf({ type: 'integer' }) } };
    expect(createOf(filter, replies(listOf(CAT)))).toBeUndefined();
    expect(createOf(NEW_CAT, replies(listOf(CAT), '201'))).toBe('POST /cats');
    expect(createOf(CAT, replies(listOf(CAT)))).toBe('POST /cats');
  });

  test('is none of what is added below a record and answered by that record', () => {
    const namesFor = (added: object) =>
      resourcesOf({
        '/cats': { get: replies(listOf(CAT)) },
        '/cats/{catId}': { ...byId('catId'), get: replies(CAT) },
        '/cats/{catId}/toys': { ...byId('catId'), post: { ...takes(NEW_CAT), ...replies(added, '201') } },
        '/cats/{catId}/toys/{toyId}': { ...byId('toyId'), delete: gone },
      }).map(({ name }) => name);
    expect(namesFor(CAT)).toEqual(['cats']);
    expect(namesFor({ type: 'object', properties: { id: { type: 'integer' } } })).toEqual(['cats', 'toys']);
  });

  test('is named by what reads and deletes it, where a change has another word in that place of its path', () => {
    const paths = {
      '/cats': { post: { ...takes(NEW_CAT), ...replies(CAT, '201') } },
      '/cats/{name}': { ...byId('name'), put: { ...takes(NEW_CAT), ...gone }, patch: gone },
      '/cats/{catId}': { ...byId('catId'), put: { ...takes(NEW_CAT), ...replies(CAT) }, delete: gone },
    };
    const { operations } = madeConsistent({ operations: readOperations({ paths }), plans: [] }, () => {});
    expect(operations.map(({ method, path }) => `${method} ${path}`)).toStrictEqual([
      'POST /cats',
      'PATCH /cats/{catId}',
      'PUT /cats/{catId}',
      'DELETE /cats/{catId}',
    ]);
    expect(findResources(operations)).toMatchObject([{ itemPath: '/cats/{catId}', idProperty: 'id' }]);
  });

  test('may stand in a wrapper that is called as the path calls its id', () => {
    const address = { type: 'object', properties: { ip: { type: 'string' }, locked: { type: 'boolean' } } };
    const addresses = resourceOf({
      '/addresses': { get: replies({ type: 'object', properties: { addresses: listOf(address) } }) },
      '/addresses/{address_ip}': {
        ...byId('address_ip'),
        get: replies({ type: 'object', properties: { address_ip: address } }),
      },
    });
    expect(addresses).toMatchObject({ idProperty: 'ip', shown: { list: ['addresses'], read: ['address_ip'] } });
  });

  test('may lie below another', () => {
    const orders = resourceOf({
      '/stores/{storeId}/orders': { ...byId('storeId'), get: replies(listOf(CAT)) },
      '/stores/{storeId}/orders/{id}': {
        parameters: [...byId('storeId').parameters, ...byId('id').parameters],
        get: replies(CAT),
      },
    });
    expect(orders).toMatchObject({ name: 'orders', itemPath: '/stores/{storeId}/orders/{id}', idProperty: 'id' });
    expect(orders.idParameter?.name).toBe('id');
  });

  test.each([
    ['bare', listOf(CAT)],
    ['in a wrapper', { type: 'object', properties: { items: listOf(CAT) } }],
  ])('may be listed, %s, at a path that ends in its parent', (_, list) => {
    const path = '/cats/{storeId}/{id}';
    const parameters = [...byId('storeId').parameters, ...byId('id').parameters];
    const cats = resourceOf({
      '/cats/{storeId}': { ...byId('storeId'), get: replies(list), post: { ...takes(NEW_CAT), ...replies(CAT) } },
      [path]: { parameters, get: replies(CAT), delete: gone },
    });
    expect(cats).toMatchObject({ collectionPath: '/cats/{storeId}', itemPath: path, idProperty: 'id' });
    expect(Object.keys(cats.operations)).toStrictEqual(['list', 'create', 'read', 'delete']);
  });

  test('is found by its items alone', () => {
    const cats = resourceOf({ '/cats/{id}': { ...byId('id'), get: replies(CAT), delete: gone } });
    expect(cats).toMatchObject({ name: 'cats', collectionPath: '/cats', schema: CAT });
    expect(Object.keys(cats.operations)).toStrictEqual(['read', 'delete']);
  });

  test('is found by its collection alone', () => {
    const cats = resourceOf({ '/cats': { get: replies(listOf(CAT)) } });
    expect(cats).toMatchObject({ itemPath: undefined, idParameter: undefined, idProperty: undefined });
  });

  test('has its list in the one array of objects that a reply wraps', () => {
    const page = { type: 'object', properties: { tags: listOf({ type: 'string' }), total: {}, found: listOf(CAT) } };
    expect(resourceOf({ '/cats': { get: replies(page) } })).toMatchObject({ shown: { list: ['found'] }, schema: CAT });
    const two = { type: 'object', properties: { found: listOf(CAT), lost: listOf(CAT) } };
    expect(resourcesOf({ '/cats': { get: replies(two) } })).toStrictEqual([]);
  });

  test.each([
    ['/cats/', '/cats/{catId}'],
    ['/cats', '/cats/{catId}/'],
    ['/cats.json', '/cats/{catId}.json'],
  ])('is spelled with a slash or a suffix at its end: %s, %s', (collection, item) => {
    const cats = resourceOf({
      [collection]: { post: { ...takes(NEW_CAT), ...replies(CAT, '201') } },
      [item]: { ...byId('catId'), get: replies(CAT) },
    });
    expect(cats).toMatchObject({ name: 'cats', collectionPath: collection, itemPath: item, idProperty: 'id' });
    expect(cats.idParameter?.name).toBe('catId');
  });

  const wrapped = (name: string, schema: object) => ({ type: 'object', properties: { [name]: schema, errors: {} } });

  test.each<[string, object, string[]]>([
    ['its own name', wrapped('cat', CAT), ['cat']],
    ['a usual name', wrapped('data', CAT), ['data']],
    ['a name in a wrapper', wrapped('response', wrapped('cat', CAT)), ['response', 'cat']],
    ['its schema alone', wrapped('animal', CAT), ['animal']],
    ['no wrapper where the id stands beside it', { ...CAT, properties: { ...CAT.properties, data: CAT } }, []],
  ])('is found in a wrapper by %s', (_, body, steps) => {
    const cats = resourceOf({
      '/cats': { get: replies(listOf(CAT)), post: { ...takes(wrapped('cat', NEW_CAT)), ...replies(CAT, '201') } },
      '/cats/{catId}': { ...byId('catId'), get: replies(body), patch: { ...takes(NEW_CAT), ...replies(body) } },
    });
    expect(cats.shown).toMatchObject({ list: [], create: [], read: steps });
    expect(cats.taken).toStrictEqual({ create: ['cat'], patch: [] });
  });

  test('may name no member, in a usual wrapper; and a list may map ids to records, by which no server is judged', () => {
    const open = { type: 'object', additionalProperties: {} };
    const shown = wrapped('data', open);
    const free = resourceOf({
      '/cats': { get: replies(wrapped('data', listOf(open))), post: { ...takes(shown), ...replies(shown, '201') } },
      '/cats/{id}': { ...byId('id'), get: replies(shown), patch: { ...takes(shown), ...replies(shown) } },
    });
    expect(free).toMatchObject({ idProperty: 'id', isSure: false, taken: { create: ['data'], patch: ['data'] } });
    expect(free.shown).toStrictEqual({ list: ['data'], create: ['data'], read: ['data'], patch: ['data'] });
    const list = { get: replies(wrapped('result', { type: 'object', additionalProperties: CAT })) };
    const mapped = resourceOf({ '/cats': list, '/cats/{catId}': { ...byId('catId'), get: replies(CAT) } });
    expect(mapped).toMatchObject({ listsByKey: true, guessed: ['list'], shown: { list: ['result'] } });
  });

  test('is shown where a reply has its id alone, though something beside it has the name of another property', () => {
    const made = { type: 'object', properties: { name: {}, data: { type: 'object', properties: { id: {} } } } };
    const cats = resourceOf({
      '/cats': { post: { ...takes(NEW_CAT), ...replies(made, '201') } },
      '/cats/{catId}': { ...byId('catId'), get: replies(wrapped('data', CAT)) },
    });
    expect(cats).toMatchObject({ shown: { create: ['data'], read: ['data'] }, isSure: false });
  });

  test('is all that has its members, though one of these is another such record', () => {
    const brief = { type: 'object', required: ['id'], properties: { id: {}, text: {}, at: {} } };
    const whole = { type: 'object', properties: { ...brief.properties, about: brief, likes: {} } };
    const post = { ...takes(NEW_CAT), ...replies(wrapped('data', whole), '201') };
    expect(resourceOf({ '/notes': { get: replies(listOf(brief)), post } }).shown.create).toStrictEqual(['data']);
  });

  test('goes by its path where two would share a name', () => {
    const list = { get: replies(listOf(CAT)) };
    const names = resourcesOf({ '/cats': list, '/old/cats': list, '/dogs': list }).map(({ name }) => name);
    expect(names).toStrictEqual(['/cats', '/old/cats', 'dogs']);
  });

  test.each<[string, Record<string, object>]>([
    ['an action that takes a body', { '/login': { post: { ...takes(NEW_CAT), ...replies(CAT) } } }],
    ['a lone object', { '/me': { get: replies(CAT) } }],
    ['a list of texts', { '/names': { get: replies(listOf({ type: 'string' })) } }],
    ['an item without properties', { '/blobs/{id}': { ...byId('id'), get: replies({ type: 'string' }) } }],
    ['an action of an item', { '/cats/{id}:feed': { ...byId('id'), post: { ...takes(NEW_CAT), ...replies(CAT) } } }],
  ])('is not made of %s', (_, paths) => {
    expect(resourcesOf(paths)).toStrictEqual([]);
  });
});

describe('the id of a record is', () => {
  const record = (...names: string[]) => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, {}])),
  });
  const link = { operationId: 'readCat', parameters: { catId: '$response.body#/tag' } };
  const idOf = (parameterName: string, schema: object, links: object = {}) =>
    resourceOf({
      '/cats': { post: { ...takes(NEW_CAT), responses: { '201': { description: '', links, ...json(schema) } } } },
      [`/cats/{${parameterName}}`]: { ...byId(parameterName), get: { operationId: 'readCat', ...replies(schema) } },
    }).idProperty;

  test('the property that a link leads from', () => {
    expect(idOf('catId', record('id', 'catId', 'tag'), { read: link })).toBe('tag');
  });

  test("else the one of the parameter's name", () => {
    expect(idOf('catId', record('id', 'catId', 'tag'))).toBe('catId');
    expect(idOf('catId', record('id', 'catId'), { read: link })).toBe('catId');
  });

  test("else the one whose name ends the parameter's by whole words: `id`, else the longest", () => {
    expect(idOf('petCatId', record('name', 'catId', 'petCat'))).toBe('catId');
    expect(idOf('petCatId', record('id', 'catId', 'petCat'))).toBe('id');
    expect(idOf('catid', record('name', 'id'))).toBe('id');
    expect(idOf('wireless_id', record('essid', 'id'))).toBe('id');
    expect(idOf('cat_ID', record('name', 'id'))).toBe('id');
  });

  test('else, where items have no path, the one that the service alone fills in', () => {
    const cats = (created: object, taken: object) =>
      resourceOf({ '/cats': { get: replies(listOf(created)), post: { ...takes(taken), ...replies(created, '201') } } });
    expect(cats(CAT, NEW_CAT).idProperty).toBe('id');
    expect(cats({ ...CAT, required: ['name'] }, NEW_CAT).idProperty).toBeUndefined();
    const shown = { type: 'object', properties: { gid: { type: 'string', readOnly: true }, kind: { readOnly: true } } };
    expect(cats(shown, shown).idProperty).toBe('gid');
    expect(cats(CAT, CAT).idProperty).toBeUndefined();
  });

  test.each([
    [['@id', 'name'], '@id'],
    [['name', 'uid'], 'uid'],
    [['name', 'cat_no', 'status'], 'cat_no'],
    [['name', 'id_cat'], 'id_cat'],
    [['name', 'status'], undefined],
  ])('else the one that is called as ids usually are, if no client sets it as it likes: of %j %s', (names, wanted) => {
    const properties = Object.fromEntries(names.map((name) => [name, {}]));
    const cats = resourceOf({
      '/cats': { post: { ...takes(NEW_CAT), ...replies({ type: 'object', properties }, '201') } },
      '/cats/{id}': { ...byId('id'), get: replies({ type: 'object', properties }) },
    });
    expect(cats.idProperty).toBe(wanted);
  });

  test('else unknown', () => {
    expect(idOf('slug', record('name', 'id'))).toBeUndefined();
  });
});

describe('what a path may ask for of a record', () => {
  const TEXT = { type: 'string' };
  const [UUID, CODE] = [
    { ...TEXT, format: 'uuid' },
    { ...TEXT, pattern: '^[A-Z]{3}$' },
  ];
  const [SLUG, tag] = [{ ...TEXT }, { ...TEXT, example: 'siamese' }];

  /** The property that is gone by, whether the document says so, and what else to try. */
  function identityOf(asked: object, properties: Record<string, object>, path = 'cats') {
    const cat = { type: 'object', properties };
    const item = { in: 'path', required: true, schema: { ...TEXT }, name: 'x', ...asked };
    const found = resourceOf({
      [`/${path}`]: { post: { ...takes({ type: 'object', properties: { name: TEXT } }), ...replies(cat, '201') } },
      [`/${path}/{${item.name}}`]: { parameters: [item], get: replies(cat) },
    });
    const candidates = identityCandidates(found, found.idParameter).map(({ at }) => at.join('.'));
    return [found.idProperty, found.isSure, ...candidates];
  }

  test.each<[string, object, Record<string, object>, [string | undefined, boolean, ...string[]]]>([
    ['its name', { name: 'catName' }, { id: TEXT, name: TEXT }, ['name', true, 'name', 'id']],
    ['either of two names', { name: 'nameOrId' }, { id: TEXT, name: TEXT }, ['id', true, 'id', 'name']],
    ['its schema', { schema: SLUG }, { id: TEXT, y: SLUG, ownerId: SLUG }, ['y', false, 'y', 'id']],
    [
      'its description',
      { name: 'cat', description: 'Cat name' },
      { id: TEXT, name: TEXT },
      ['name', false, 'name', 'id'],
    ],
    [
      'the head of it',
      { description: 'The unique code of a cat, not its id.' },
      { id: TEXT, code: TEXT },
      ['code', false, 'code', 'id'],
    ],
    [
      'both that it names',
      { description: 'ID or name of the cat' },
      { name: TEXT, uid: TEXT },
      ['uid', false, 'uid', 'name'],
    ],
    ['its pattern', { schema: CODE }, { id: TEXT, y: { ...CODE } }, ['y', false, 'y', 'id']],
    ['its format', { schema: UUID }, { ownerId: { ...UUID }, y: { ...UUID } }, ['y', false, 'y']],
    ['its example', { example: 'siamese' }, { id: TEXT, y: tag }, ['y', false, 'y', 'id']],
    ['what it is of', { name: 'breed_name' }, { breed: TEXT, id: TEXT }, [undefined, true, 'breed', 'id']],
    ['a number as a text', { name: 'cat' }, { id: { type: 'integer' } }, ['id', false, 'id']],
    ['anything usual', {}, { code: TEXT, id: TEXT, age: { type: 'integer' } }, [undefined, true, 'id', 'code']],
  ])('is told by %s', (_, asked, properties, found) => {
    expect(identityOf(asked, properties)).toStrictEqual(found);
  });

  test('is a property each, none twice, what is gone by first; and the document says so by a name alone', () => {
    const NAMES = ['id', 'uuid', 'name', 'key', 'code', 'catId', 'cat_name', 'ownerId', 'slug', 'state', 'Name'];
    const asked = fc.record({
      name: fc.constantFrom(...NAMES, 'cat', 'idOrName', 'cat_key', 'name_or_id_or_slug'),
      description: fc.constantFrom('', 'ID or name', 'The key of a cat', 'Code', 'A state'),
    });
    const drawn = fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1 });
    fc.assert(
      fc.property(asked, drawn, (parameter, names) => {
        const [idProperty, isSure, ...candidates] = identityOf(
          parameter,
          Object.fromEntries(names.map((name) => [name, { ...TEXT }])),
        );
        expect(new Set(candidates).size).toBe(candidates.length);
        expect(names).toEqual(expect.arrayContaining(candidates));
        if (idProperty === undefined) return;
        expect(candidates[0]).toBe(idProperty);
        const called = parameter.name.split(/_?or_?/i).map(plain);
        if (isSure) expect(called.some((name) => name.endsWith(plain(String(idProperty))))).toBe(true);
      }),
    );
  });

  test('may stand in a member that is about the record', () => {
    const done = { type: 'object', properties: { cat: CAT, done: { type: 'boolean' } } };
    const item = { ...byId('cat_id'), delete: gone };
    const found = resourceOf({ '/cats': { get: replies(listOf(done)) }, '/cats/{cat_id}': item });
    expect(found.idProperty).toBeUndefined();
    expect(identityCandidates(found, found.idParameter).map(({ at }) => at)).toStrictEqual([['cat', 'id']]);
  });

  test('is its id, unnamed, where records may have more than is named', () => {
    const open = { type: 'object', properties: { age: {} }, additionalProperties: {} };
    const cats = resourceOf({ '/cats/{id}': { ...byId('id'), get: replies(open) } });
    expect(cats).toMatchObject({ idProperty: 'id', isSure: false });
  });

  test('is what has that name and no client sends, whatever else the service fills in', () => {
    const made = (id: string) => {
      const names = [id, 'owner_id', 'currency'];
      const coin = { type: 'object', required: names, properties: Object.fromEntries(names.map((one) => [one, TEXT])) };
      const post = { ...takes({ type: 'object', properties: { worth: TEXT } }), ...replies(coin, '201') };
      const owner = { in: 'path', name: 'owner_id', required: true, schema: TEXT };
      return resourceOf({ '/owners/{owner_id}/coins': { parameters: [owner], get: replies(listOf(coin)), post } });
    };
    expect(made('id')).toMatchObject({ idProperty: 'id', isSure: true });
    expect(made('uid')).toMatchObject({ idProperty: 'uid', isSure: false });
  });
});

describe('the query of a list', () => {
  const queryOf = (...parameters: object[]) =>
    resourceOf({ '/cats': { get: { parameters, ...replies(listOf(CAT)) } } });
  const limit = query('limit', { type: 'integer', maximum: 100 });
  const offset = query('offset');

  const ASKED = { string: { type: 'string' }, integer: { type: 'integer' }, flag: { type: 'boolean' } };
  const STATE = { type: 'string', enum: ['open', 'closed'] };
  const filtersOf = (schema: object, description = '', property = schema) => {
    const get = {
      parameters: [{ name: 'x', in: 'query', schema, description }],
      ...replies(listOf({ type: 'object', properties: { id: { type: 'integer' }, x: property } })),
    };
    const { filters, guessedFilters } = resourceOf({ '/cats': { get } });
    return { promised: filters.length, guessed: guessedFilters.length };
  };

  test.each<[string, object, string?, object?]>([
    ['an enumeration of the property', STATE],
    ['some of its choices', { ...STATE, enum: ['open'] }, 'The state.', STATE],
    ['several of them', { type: 'array', items: STATE }, '', STATE],
    ['words that say "with this"', ASKED.string, 'Restricts results to cats with this name.'],
    ['words that say "whose name is"', ASKED.string, 'Only those whose x is the given one.'],
    ['words that say "equals"', ASKED.flag, 'Keeps records where the flag equals the value.'],
    ['a whole number by which the words filter', ASKED.integer, 'Filter by x.'],
    ['a UUID by which the words filter', { type: 'string', format: 'uuid' }, 'Only cats of one x.'],
  ])('promises equality by %s', (_, schema, ...more) => {
    expect(filtersOf(schema, ...more)).toStrictEqual({ promised: 1, guessed: 0 });
  });

  test.each<[string, object, string?, object?]>([
    ['a name alone', ASKED.string],
    ['a search', ASKED.string, 'Only cats with this text in their names: a search.'],
    ['a text by which the words filter, in whatever way', ASKED.string, 'Filter by name.'],
    ['a part of a text', ASKED.string, 'Cats of which the name contains the given text.'],
    ['another case', ASKED.string, 'Cats with this name, case-insensitive.'],
    ['the least value', ASKED.integer, 'Filter by x: cats of at least this x.'],
    ['the least choice', STATE, 'Minimum severity.'],
    ['all but these', STATE, 'Excludes cats with this state.'],
    ['what lies below, too', ASKED.integer, 'Filter by x and its descendants.'],
    ['a choice of another kind', { ...STATE, enum: ['open', 'closed', 'all'] }, 'Cats with this state.', {}],
    ['a flag, whose "false" may mean all', ASKED.flag, 'Only archived ones.'],
    ['a version of the API', ASKED.integer, 'The version of the API.'],
    ['a version that few ask for', ASKED.integer, 'The x of the API; only used for old clients.'],
    ['what is more, too', ASKED.integer, 'Only cats with this x and above.'],
    ['what is as good', ASKED.integer, 'Only cats with this x or better.'],
    ['a pattern', ASKED.string, 'Pattern of cats with this x.'],
    ['a keyword', ASKED.string, 'Cats with the given keyword.'],
    ['how far to look', ASKED.integer, 'Restrict the reply to this depth.'],
    ['a value of another type', ASKED.string, 'Only those with this x.', ASKED.integer],
    ['some of the values of a list', STATE, 'Cats with this tag.', { type: 'array', items: STATE }],
  ])('promises no equality by %s', (_, schema, ...more) => {
    expect(filtersOf(schema, ...more)).toStrictEqual({ promised: 0, guessed: 1 });
  });

  test('is about pages where name and words say so, although records have a member of that name', () => {
    const paged = (name: string, description: string) => {
      const parameters = [{ ...query(name, ASKED.integer), description }];
      const properties = { id: ASKED.integer, [name]: ASKED.integer };
      return resourceOf({ '/cats': { get: { parameters, ...replies(listOf({ type: 'object', properties })) } } });
    };
    const limited = paged('limit', 'Limit the number of cats returned to this many.');
    expect([limited.filters, limited.guessedFilters, limited.pageSize?.name]).toStrictEqual([[], [], 'limit']);
    const { filters, paging } = paged('page', 'Select the page of results to return.');
    expect([filters, paging?.positions.map(({ kind }) => kind)]).toStrictEqual([[], ['page']]);
    expect(paged('offset', 'Offset to limit cats to the rest.').filters).toStrictEqual([]);
    expect(paged('size', 'Those with this size.').filters).toHaveLength(1);
  });

  test('is about pages where words say so, whatever the names', () => {
    const parameters = [
      { ...query('batch'), description: 'The most records to put in one answer.' },
      { ...query('resume', ASKED.string), description: 'The cursor of the batch before.' },
    ];
    const reply = { properties: { data: { type: 'array', items: CAT }, resume: { type: ['string', 'null'] } } };
    const found = resourceOf({ '/cats': { get: { parameters, ...replies({ type: 'object', ...reply }) } } });
    expect(found.pageSize?.name).toBe('batch');
    expect(found.paging?.positions.map(({ kind, parameter: { name } }) => [kind, name])).toEqual([['after', 'resume']]);
    expect(found.paging?.members).toMatchObject([{ at: ['resume'], fact: 'next', form: 'position' }]);
  });

  test.each<[string, object[], string | undefined]>([
    ['its one integer', [query('size'), offset], 'size'],
    ['none that says where the page is', [query('page'), offset], undefined],
    ['the only one of several that has a maximum', [offset, limit], 'limit'],
    [
      'the only one that has a maximum somewhere',
      [offset, query('limit', { allOf: [{ type: 'integer' }, { maximum: 9 }] })],
      'limit',
    ],
    ['the one that has a usual name', [query('size'), query('year')], 'size'],
    ['the most usual name', [{ ...limit, name: 'size' }, limit], 'limit'],
    ['none of several where none has such a name or a maximum', [query('month'), query('year')], undefined],
    ['none whose name says nothing of an amount', [query('year')], undefined],
    ['no filter', [query('id')], undefined],
    ['no header', [parameter('limit', 'header')], undefined],
    ['no text', [query('limit', { type: 'string' })], undefined],
  ])('sets the page size by %s', (_, parameters, name) => {
    expect(queryOf(...parameters).pageSize?.name).toBe(name);
  });
});

const THING = { type: 'object', properties: { id: { type: 'integer' } } };
const BODY = { type: 'object', properties: { data: { type: 'array', items: THING }, total: { type: 'integer' } } };

test('steps lead to a part of a body, and of its schema', () => {
  expect(partAt({ data: [{ id: 1 }, { id: 2 }] }, ['data', '1'])).toStrictEqual({ id: 2 });
  expect(schemaAt(BODY, ['data', '0'])).toBe(THING);
  expect(schemaAt(BODY, ['data'])).toStrictEqual({ type: 'array', items: THING });
  expect(partAt({ id: 1 }, [])).toStrictEqual({ id: 1 });
});

test('steps into what is not there lead nowhere', () => {
  expect(partAt({ data: null }, ['data', '0', 'id'])).toBeUndefined();
  expect(partAt([], ['constructor'])).toBeUndefined();
  expect(partAt({}, ['constructor'])).toBeUndefined();
  expect(schemaAt(BODY, ['other', 'id'])).toBeUndefined();
});

test('a part is put into a body, which keeps its other parts, or is made around it', () => {
  expect(withPart(BODY, undefined, ['data', '0'], { id: 1 })).toStrictEqual({ data: [{ id: 1 }] });
  const body = { total: 2, data: [{ id: 1 }, { id: 2 }] };
  expect(withPart(BODY, body, ['data', '0', 'id'], 3)).toStrictEqual({ total: 2, data: [{ id: 3 }, { id: 2 }] });
  expect(body.data[0]).toStrictEqual({ id: 1 });
  expect(withPart(undefined, { a: 1 }, [], { b: 2 })).toStrictEqual({ b: 2 });
});

const ACCOUNT = { type: 'object', properties: { email: { type: 'string' } } };
const changes = { ...takes(ACCOUNT), ...replies(ACCOUNT) };

function singletonsOf(paths: Record<string, object>): Record<string, readonly string[]> {
  const operations = readOperations({ paths });
  const found = findSingletons(operations, findResources(operations));
  return Object.fromEntries(
    found.map((one) => [one.path, Object.entries(one.operations).map(([role, { method }]) => `${role} ${method}`)]),
  );
}

test('a singleton is shown at a path of its own, and changed or removed there', () => {
  expect(
    singletonsOf({
      '/me': { get: replies(ACCOUNT), put: changes, patch: changes, post: changes, delete: gone },
      '/settings': { get: replies(ACCOUNT), post: changes },
      '/cats/{id}/badge': { get: replies(ACCOUNT), delete: gone },
    }),
  ).toStrictEqual({
    '/me': ['read GET', 'replace PUT', 'patch PATCH', 'delete DELETE'],
    '/settings': ['read GET', 'patch POST'],
    '/cats/{id}/badge': ['read GET', 'delete DELETE'],
  });
});

test('what only shows, lists, is an item or no object is none', () => {
  const list = { type: 'object', properties: { found: { type: 'array', items: CAT } } };
  expect(
    singletonsOf({
      '/status': { get: replies(ACCOUNT) },
      '/search': { get: replies(list), post: changes },
      '/cats/{id}': { get: replies(CAT), put: changes },
      '/cats': { get: replies({ type: 'array', items: CAT }), post: changes, delete: gone },
      '/text': { get: replies({ type: 'string' }), put: changes },
      '/login': { post: changes },
    }),
  ).toStrictEqual({});
});
