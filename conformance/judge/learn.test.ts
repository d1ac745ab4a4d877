import { type Contract, loadContract } from '../../openapi/contract';
import type { RequestParts } from '../requests/request';
import { exchangeOf, type Told } from '../testing/exchange';
import { shelvesDocument } from '../testing/shelves';
import { createJudge } from './judge';

const TARGET = { baseUrl: '', plan: undefined, limitPlan: undefined, exclusive: false };
const RELATIONS = {
  checks: ['list', 'created', 'records', 'deleted', 'input.accepted'],
  excludedChecks: [],
  operations: [],
  excludeDeprecated: false,
};

let contract: Contract;
beforeAll(async () => {
  const document = shelvesDocument((draft) => {
    const query = (name: string, schema: object) => ({ name, in: 'query', schema });
    draft.paths['/shelves'].get.parameters.push(
      query('size', { type: 'integer', minimum: 1, maximum: 10, default: 5 }),
      query('columns', { type: 'string' }),
    );
    const shop = { name: 'X-Shop', in: 'header', schema: { type: 'string' } };
    const theme = { name: 'theme', in: 'cookie', schema: { type: 'string' } };
    draft.paths['/shelves'].get.parameters.push(shop);
    draft.paths['/shelves/{shelfId}'].get.parameters = [shop, theme];
    const text = { type: 'string' };
    const crate = {
      type: 'object',
      required: ['id', 'label'],
      properties: {
        id: { type: 'integer', readOnly: true },
        label: text,
        locks: {
          type: 'array',
          items: {
            type: 'object',
            required: ['id', 'name'],
            properties: { id: { type: 'integer', readOnly: true }, name: text, code: { ...text, writeOnly: true } },
          },
        },
      },
    };
    const content = (schema: object) => ({ content: { 'application/json': { schema } } });
    draft.paths['/crates'] = {
      get: {
        operationId: 'listCrates',
        parameters: [query('most', { type: 'integer' })],
        responses: { 200: { description: 'Done.', ...content({ type: 'array', items: crate }) } },
      },
      post: {
        operationId: 'addCrate',
        requestBody: { required: true, ...content(crate) },
        responses: { 201: { description: 'Done.', ...content(crate) } },
      },
    };
    draft.paths['/reset'] = { post: { operationId: 'reset', responses: { 204: { description: 'Done.' } } } };
  });
  contract = await loadContract(document);
});

/** The findings of a story: of each exchange the operation, and what its request and reply have. */
function findingsOf(story: readonly Told[]): readonly string[] {
  const judge = createJudge(contract, TARGET, RELATIONS);
  // Seconds apart: what is looked for at once may be shown a little late.
  for (const [nth, told] of story.entries()) judge.observe({ ...exchangeOf(contract, told), startedAt: nth * 10_000 });
  return judge.findings().map(({ check, operation, actual }) => `${check} ${operation}: ${actual}`);
}

const A = '00000000-0000-4000-8000-00000000000a';
const B = '00000000-0000-4000-8000-00000000000b';
const oak = { id: A, label: 'Oak', kind: 'wood' };
const iron = { id: B, label: 'Iron', kind: 'steel' };
const { id: _, ...newOak } = oak;
const { id: __, ...newIron } = iron;

const added = (record: object, body: object = newOak): Told => ({
  operation: 'addShelf',
  parts: { body },
  status: 201,
  body: record,
});
const listed = (records: readonly object[], query: RequestParts['query'] = {}, more: RequestParts = {}): Told => ({
  operation: 'listShelves',
  parts: { query, ...more },
  body: records,
});
const read = (body: unknown, status = 200, id = A): Told => ({
  operation: 'getShelf',
  parts: { path: { shelfId: id } },
  status,
  body,
});
const changed = (operation: string, sent: object, body: unknown, status = 200): Told => ({
  operation,
  parts: { path: { shelfId: A }, body: sent },
  status,
  body,
});
const removed: Told = { operation: 'deleteShelf', parts: { path: { shelfId: A } }, status: 204, body: '' };
const hooked = (shelfId: string, hook: object): Told => ({
  operation: 'addHook',
  parts: { path: { shelfId }, body: { post: 1 } },
  status: 201,
  body: { ...hook, post: 1 },
});
const hooks = (shelfId: string, records: readonly object[]): Told => ({
  operation: 'listHooks',
  parts: { path: { shelfId } },
  body: records,
});
const rex = { id: 1, name: 'Rex', categoryId: 3 };
const { id: ___, ...newRex } = rex;
/** A write to another resource than the shelves. */
const bought: Told = { operation: 'createPet', parts: { body: newRex }, status: 201, body: rex };
/** The same request with other headers. */
const asking = (told: Told, headers: Readonly<Record<string, string>>): Told => ({
  ...told,
  parts: { ...told.parts, headers },
});
const german = (told: Told): Told => asking(told, { 'accept-language': 'de' });
const crates = (most: number, records: readonly object[], status = 200): Told => ({
  operation: 'listCrates',
  parts: { query: { most } },
  status,
  body: records,
});
const crated = (locks: readonly object[], shown: readonly object[]): Told => ({
  operation: 'addCrate',
  parts: { body: { label: 'Ash', locks } },
  status: 201,
  body: { id: 1, label: 'Ash', locks: shown },
});
const head = (told: Told): Told => ({ ...told, method: 'HEAD', body: '' });
const gone: Told = { failure: { kind: 'closed', message: 'it broke' } };

describe('the server is not accused', () => {
  test.each<[string, readonly Told[]]>([
    [
      'that what it has filled in changes',
      [added({ id: A, label: 'Oak' }, { label: 'Oak' }), read(oak), read({ ...oak, kind: 'steel' })],
    ],
    ['of a record that was deleted', [added(oak), listed([oak]), removed, listed([]), read({}, 404)]],
    ['of one whose deletion got no reply', [added(oak), { ...removed, ...gone }, listed([]), read({}, 404)]],
    ['of an id that is given again after it', [added(oak), removed, added(oak)]],
    ['of a shorter list after it', [added(oak), added(iron, newIron), listed([oak, iron]), removed, listed([iron])]],
    [
      'of what was replaced',
      [added(oak), changed('putShelf', { label: 'Ash' }, { id: A, label: 'Ash' }), read({ id: A, label: 'Ash' })],
    ],
    [
      'of what was replaced with a failure',
      [added(oak), changed('putShelf', { label: 'Ash' }, {}, 500), read({ id: A, label: 'Ash' })],
    ],
    [
      'of what was patched',
      [
        added(oak),
        changed('patchShelf', { kind: 'steel' }, { ...oak, kind: 'steel' }),
        listed([{ ...oak, kind: 'steel' }]),
      ],
    ],
    [
      'of what another client may have changed',
      [listed([oak, iron]), read({ ...oak, label: 'Ash' }), listed([iron]), read({}, 404, B)],
    ],
    ['of what happens below a record', [added(oak), hooked(A, { id: B }), read({ ...oak, width: 1 })]],
    [
      'of one id under two parents',
      [hooked(A, { id: B }), hooked(B, { id: B }), hooks(A, [{ id: B, post: 1 }]), hooks(B, [{ id: B, post: 1 }])],
    ],
    ['of what is not below another parent', [hooked(A, { id: A }), hooks(B, [])]],
    ['of what lay below a record that was deleted', [hooked(A, { id: B }), removed, hooks(A, [])]],
    ['of a record beyond a full page', [added(oak), listed([iron], { size: 1 })]],
    ['of a record that a filter leaves out', [added(oak), listed([], { kind: 'steel' })]],
    [
      'of a list in a form that the contract does not explain',
      [added(oak), listed([{ id: A }], { columns: 'id' }), listed([oak])],
    ],
    ['of a page size out of its bounds', [added(oak), listed([], { size: 0 })]],
    [
      'of a page size below 1 where the contract names no least one',
      [
        crates(2, [
          { id: 1, label: 'Ash' },
          { id: 2, label: 'Elm' },
        ]),
        ...[0, -1].flatMap((most) => [
          crates(most, []),
          crates(most, [{ id: 1, label: 'Ash' }]),
          crates(most, [], 400),
        ]),
      ],
    ],
    [
      'of inner properties that travel in one direction alone',
      [
        crated([{ id: 77, name: 'front', code: '1234' }], [{ id: 1, name: 'front' }]),
        crated([{ name: 'x' }], [{ id: 2, name: 'x' }]),
      ],
    ],
    ['of a query that the contract does not have', [added(oak), listed([], { search: 'x' })]],
    [
      'of what another key sees',
      [
        added(oak),
        listed([], {}, { credential: 'limit' }),
        { ...read({}, 404), parts: { path: { shelfId: A }, credential: 'none' } },
      ],
    ],
    [
      'of anything after an operation that may change anything',
      [added(oak), { operation: 'reset', status: 204, body: '' }, listed([]), read({}, 404), added(oak)],
    ],
    [
      'of what an exchange without a reply does not show',
      [added(oak), { ...listed([]), ...gone }, { ...read(oak), ...gone }],
    ],
    ['of a server that fails', [added(oak), read({}, 500)]],
    ['of a key that has to wait', [added(oak), { ...listed([]), status: 429 }, read({}, 429)]],
    ['of a body that was invalid and is taken all the same', [added(oak, { label: 'Oak', width: '7' })]],
    [
      'of a record that a change hides',
      [added(oak), listed([oak]), changed('patchShelf', { width: 0 }, { ...oak, width: 0 }), listed([]), read({}, 404)],
    ],
    ['of a reply to a conditional request', [added(oak), read('', 304), { ...listed([]), status: 406 }]],
    [
      'of a reply to HEAD, which has no body',
      [added(oak), head(read('')), head(listed([])), head({ ...listed([]), status: 405 }), read(oak), listed([oak])],
    ],
    ...[301, 302, 307, 308, 401, 402, 403, 407, 408, 417, 421, 425, 426, 428, 429, 431].map(
      (status): [string, readonly Told[]] => [
        `of a ${status}, which says nothing of a record or a query`,
        [added(oak), read({}, status), { ...listed([]), status }, read(oak), listed([oak])],
      ],
    ),
    [
      'of what is shown in another language',
      [added(oak), german(read({ ...oak, label: 'Eiche' })), german(listed([])), read(oak), listed([oak])],
    ],
    [
      'of what was changed by a request in another language',
      [
        added(oak),
        german(read({ ...oak, label: 'Eiche' })),
        german(changed('putShelf', { label: 'Esche' }, { id: A, label: 'Esche' })),
        read({ id: A, label: 'Ash' }),
        removed,
        german(read({}, 404)),
      ],
    ],
    [
      'of what a header or a cookie of the contract chooses',
      [
        added(oak),
        asking(read({}, 404), { 'x-shop': 'north' }),
        asking(listed([]), { 'x-shop': 'north' }),
        asking({ ...listed([]), status: 400 }, { 'x-shop': '?' }),
        asking(read({ ...oak, label: 'Ash' }), { cookie: 'a=b; theme=dark' }),
        read(oak),
      ],
    ],
    [
      'of a reply that was asked for in particular',
      [
        added(oak),
        asking(read({}, 404), { prefer: 'code=404' }),
        asking(added(oak), { prefer: 'example=oak' }),
        asking(added(iron, newIron), { 'idempotency-key': '1' }),
        asking(added(iron, newIron), { 'idempotency-key': '1' }),
        asking(listed([iron], { kind: 'wood' }), { prefer: 'example=iron' }),
        { ...added(oak, newIron), parts: { body: newIron, query: { example: 'oak' } } },
      ],
    ],
    [
      'of a property that the server fills in later',
      [
        added({ id: A, label: 'Oak' }, { label: 'Oak' }),
        listed([oak]),
        listed([oak], { kind: 'wood' }),
        read(oak),
        read(oak),
      ],
    ],
    [
      'of what a write to another resource may have changed',
      [
        added(oak),
        listed([oak]),
        listed([oak], { kind: 'wood' }),
        bought,
        listed([], { kind: 'wood' }),
        listed([{ ...oak, kind: 'steel' }]),
        { ...bought, body: { ...rex, id: 2 } },
        read(oak),
      ],
    ],
    [
      'of what went with a record of another resource',
      [
        bought,
        { operation: 'listPets', body: [rex] },
        added(oak),
        removed,
        { operation: 'getPet', parts: { path: { petId: 1 } }, status: 404, body: {} },
        { operation: 'listPets', body: [] },
      ],
    ],
    ['of further fields', [added({ ...oak, colour: 'brown' }), read({ ...oak, colour: 'red' })]],
    ['of a null in a patch', [added(oak), changed('patchShelf', { kind: null }, { id: A, label: 'Oak' })]],
  ])('%s', (_name, story) => {
    expect(findingsOf(story)).toEqual([]);
  });
});

describe('it is found', () => {
  test.each<[string, readonly Told[], string]>([
    ['that a created record can not be read', [added(oak), read({}, 404)], 'created.readable addShelf: the status 404'],
    [
      'that it is another when it is read',
      [added(oak), read({ ...oak, label: 'Ash' })],
      'created.readable addShelf: label: "Ash"',
    ],
    [
      'that it is another from then on',
      [added(oak), read(oak), read({ ...oak, label: 'Ash' })],
      'records.kept addShelf: label: "Ash"',
    ],
    [
      'that it is another from then on, as it is shown in one language',
      [german(added(oak)), read({}, 404), german(read(oak)), german(read({ ...oak, label: 'Ash' }))],
      'records.kept addShelf: label: "Ash"',
    ],
    [
      'that a valid list is refused with a header that any JSON will do',
      [listed([]), asking({ ...listed([]), status: 400 }, { accept: '*/*' })],
      'input.accepted listShelves: the status 400',
    ],
    [
      'that a property is no longer there',
      [added(oak), read(oak), read({ id: A, label: 'Oak' })],
      'records.kept addShelf: kind: nothing',
    ],
    [
      'that a write to another resource has lost it',
      [added(oak), bought, read({}, 404)],
      'created.readable addShelf: the status 404',
    ],
    [
      'that it is another after a write to another resource was refused',
      [added(oak), { ...bought, status: 400 }, read({ ...oak, label: 'Ash' })],
      'created.readable addShelf: label: "Ash"',
    ],
    [
      'that it is another since it was shown after a write to another resource',
      [added(oak), bought, read({ ...oak, label: 'Ash' }), read(oak)],
      'records.kept addShelf: label: "Oak"',
    ],
    ['that it is not in the whole list', [added(oak), listed([iron])], 'created.listed addShelf: a list without it'],
    [
      'that it is not there with its filter',
      [added(oak), listed([], { kind: 'wood' })],
      'created.listed addShelf: a list without it',
    ],
    [
      'that it was lost',
      [added(oak), listed([oak, iron]), listed([iron])],
      'records.kept addShelf: 1 records without it',
    ],
    [
      'that a replaced record is what it was before',
      [added(oak), changed('putShelf', { label: 'Ash' }, { id: A, label: 'Ash' }), read(oak)],
      'created.readable addShelf: label: "Oak"',
    ],
    [
      'that a replacement is not shown',
      [added(oak), changed('putShelf', { label: 'Ash' }, oak)],
      'created.echoed putShelf: label: "Oak"',
    ],
    [
      'that a deleted record was not created anew',
      [added(oak), added({ ...iron, id: A }, { label: 'Iron', kind: 'steel' })],
      `created.new-id addShelf: the id "${A}", which another record has`,
    ],
    [
      'that it may be a record of the same label, though a change has given that to another',
      [
        added(oak),
        added(iron, newIron),
        changed('patchShelf', { label: 'Iron' }, { ...oak, label: 'Iron' }),
        added(iron, newIron),
      ],
      `created.new-id addShelf: the record "${B}" of before, which has the same label`,
    ],
    [
      'that a record is not below its parent',
      [
        hooked(A, { id: B }),
        { operation: 'getHook', parts: { path: { shelfId: A, hookId: B } }, status: 404, body: {} },
      ],
      'created.readable addHook: the status 404',
    ],
    [
      'that a filter leaves others',
      [listed([oak, iron], { kind: 'wood' })],
      'list.filter listShelves: one whose kind is "steel"',
    ],
    [
      'that an inner property comes back as another',
      [crated([{ name: 'x' }], [{ id: 1, name: 'y' }])],
      'created.echoed addCrate: locks: [{"id":1,"name":"y"}]',
    ],
    [
      'that an inner object is lost',
      [crated([{ name: 'x' }, { name: 'y' }], [{ id: 1, name: 'x' }])],
      'created.echoed addCrate: locks: [{"id":1,"name":"x"}]',
    ],
    [
      'that a page is too long where the contract names no least size',
      [
        crates(1, [
          { id: 1, label: 'Ash' },
          { id: 2, label: 'Elm' },
        ]),
      ],
      'list.page-size listCrates: 2 records',
    ],
    ['that a page is too long', [listed([oak, iron], { size: 1 })], 'list.page-size listShelves: 2 records'],
    [
      'that a valid list is refused',
      [listed([]), { ...listed([]), status: 400 }],
      'input.accepted listShelves: the status 400',
    ],
  ])('%s', (_name, story, finding) => {
    expect(findingsOf(story)).toContain(finding);
  });
});

test('of an operation that never served a valid request no refusal is told', () => {
  expect(findingsOf([{ ...listed([]), status: 400 }])).toEqual([]);
});

describe('at once with a deletion', () => {
  /** What is found in a reply after a shelf was added, and others took place at once with it. */
  const brokenAmong = (reply: Told, others: readonly Told[]): readonly string[] => {
    const judge = createJudge(contract, TARGET, { ...RELATIONS, checks: [...RELATIONS.checks, 'deleted'] });
    for (const one of [added(oak), read(oak)]) judge.observe(exchangeOf(contract, one));
    const exchange = exchangeOf(contract, reply);
    judge.observeTogether([...others.map((one) => exchangeOf(contract, one)), exchange]);
    const told = judge.brokenBy(exchange).map(({ rule, breach }) => `${rule.id}: ${breach.actual}`);
    return told.filter((line) => !line.startsWith('reply.'));
  };

  test('a record may be read, listed, or gone', () => {
    expect(brokenAmong(read(oak), [removed])).toEqual([]);
    expect(brokenAmong(listed([oak]), [removed])).toEqual([]);
    expect(brokenAmong(read({ code: 'none', message: 'None.', status: 404 }, 404), [removed])).toEqual([]);
    expect(brokenAmong(listed([]), [removed])).toEqual([]);
  });

  test('another record is as it was', () => {
    const ash = { ...oak, label: 'Ash' };
    expect(brokenAmong(read(ash), [listed([oak])])).toEqual(['records.kept: label: "Ash"']);
  });
});

describe('what was deleted', () => {
  const other = { ...oak, label: 'Elm' };

  test.each<[string, readonly Told[], readonly string[]]>([
    ['is not read any more', [added(oak), removed, read({}, 404)], []],
    ['is read', [added(oak), removed, read(oak)], ['deleted.gone deleteShelf: it is read as it was before']],
    ['is no id for it', [added(oak), removed, read({}, 400)], ['deleted.gone deleteShelf: the status 400']],
    ['is listed', [added(oak), removed, listed([oak])], ['deleted.gone deleteShelf: it is listed as it was before']],
    ['was never known', [removed, listed([oak])], []],
    [
      'says itself when it was revoked',
      [added(oak), removed, listed([{ ...oak, revoked_at: '2026-01-01T00:00:00Z' }])],
      [],
    ],
    ['has its id given to another record', [added(oak), removed, listed([other])], []],
    ['is made again', [added(oak), removed, added(oak), listed([oak])], []],
    ['was not to be deleted', [added(oak), { ...removed, status: 409, body: {} }, listed([oak])], []],
    ['is to be deleted some time', [added(oak), { ...removed, status: 202 }, listed([oak])], []],
    [
      'may be brought back by what the contract does not explain',
      [added(oak), removed, { operation: 'reset', status: 204, body: '' }, listed([oak])],
      [],
    ],
  ])('%s', (_name, story, findings) => {
    expect(findingsOf(story)).toEqual(findings);
  });
});
