import { type Contract, fits, isObject, propertiesOf, type Schema } from '../../../openapi/contract';
import { contractOf } from '../../../openapi/contract/testing/documents';
import { memberedBodyOf, type Subject, subjectsOf } from '../../exchange/subject';
import { createKnown, type KnownStore } from '../../judge/known';
import { createClues } from '../../records/clues/clues';
import type { JsonRecord } from '../../records/records';
import { exchangeOf } from '../../testing/exchange';
import type { Hint } from '../hints';
import { agreeing, bodyCandidates } from './bodies';
import { createValueNotes, type Making, setStrategy, strategyOf } from './fresh';
import { bodyNaming } from './record-in-body';
import { repairedBeside, repairedBody } from './repair';
import { noteUsedUp } from './unfit';
import { knownBody } from './valid';

const id = { type: 'integer', readOnly: true };
const line = { productId: { type: 'integer' }, count: { type: 'integer', minimum: 1 } };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const CLOSED = { additionalProperties: false };
const REFUND = object({ type: { const: 'refund' }, reason: { type: 'string' } }, { required: ['type', 'reason'] });
const SWAP = object({ type: { const: 'swap' }, productId: { type: 'integer' } }, { required: ['type', 'productId'] });

const ORDER = object(
  {
    lines: {
      ...{ type: 'array', minItems: 1 },
      items: object(line, { required: ['productId', 'count'], ...CLOSED }),
    },
    name: { type: 'string', example: 'Spring' },
    kind: { type: 'string' },
    size: { type: 'string', enum: ['small', 'large'] },
    address: object({ city: { type: 'string' }, zip: { type: 'string' } }, { required: ['city'] }),
    labels: object({}),
  },
  { required: ['lines'], ...CLOSED },
);
const SHOWN = object({
  ...{ id, total: { type: 'number' }, ...ORDER.properties },
  lines: { type: 'array', items: object({ ...line, unitPrice: { type: 'number' } }) },
});

const reply = (status: number, schema: object) => ({
  [status]: { description: 'Fine.', content: { 'application/json': { schema } } },
});
const takes = (schema: object, more: object = {}) => ({ content: { 'application/json': { schema, ...more } } });
const PATH_ID = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
const PRODUCT = object({ id, name: { type: 'string' } }, { required: ['name'] });

const ACCOUNT = object({ id: { type: 'string' }, city: { type: 'string' } }, { required: ['id'] });

const KEY = {
  type: 'object',
  required: ['algorithm', 'use'],
  properties: {
    algorithm: { type: 'string', description: 'How it is made. Supports `RS256`, `ES256`, and `HS256`.' },
    use: { type: 'string', description: 'The "use" of the key. Valid values are "enc" and "sig".' },
  },
};

const DOCUMENT = {
  ...{ openapi: '3.1.0', info: { title: 'Shop', version: '1' } },
  paths: {
    '/products': {
      get: { responses: reply(200, { type: 'array', items: PRODUCT }) },
      post: { requestBody: takes(PRODUCT), responses: reply(201, PRODUCT) },
    },
    '/baskets': {
      post: {
        operationId: 'fill',
        requestBody: takes(
          object({ lines: { type: 'array', default: [], items: object(line, { required: ['productId', 'count'] }) } }),
        ),
        responses: reply(201, object({ id })),
      },
    },
    '/products/{id}': { get: { parameters: PATH_ID, responses: reply(200, PRODUCT) } },
    '/orders': {
      get: { responses: reply(200, { type: 'array', items: SHOWN }) },
      post: {
        operationId: 'order',
        parameters: [
          { name: 'mode', in: 'query', schema: { type: 'string' } },
          { name: 'tags', in: 'query', schema: { type: ['array', 'null'], items: { type: 'string' } } },
          { name: 'X-Shop', in: 'header', schema: { type: 'string' } },
        ],
        requestBody: takes(ORDER, { example: { lines: [{ productId: 99, count: 2, unitPrice: 5 }], kind: 'gift' } }),
        responses: reply(201, SHOWN),
      },
    },
    '/orders/{id}': {
      get: { parameters: PATH_ID, responses: reply(200, SHOWN) },
      patch: {
        ...{ operationId: 'redo', parameters: PATH_ID, responses: reply(200, SHOWN) },
        requestBody: takes(object({ name: { type: 'string' }, kind: { type: 'string' } })),
      },
    },
    '/returns': {
      post: { operationId: 'return', requestBody: takes({ oneOf: [REFUND, SWAP] }), responses: reply(200, {}) },
    },
    '/accounts': {
      get: { responses: reply(200, { type: 'array', items: ACCOUNT }) },
      post: { operationId: 'addAccount', requestBody: takes(ACCOUNT), responses: reply(201, ACCOUNT) },
    },
    '/accounts/{id}': {
      get: { parameters: [{ ...PATH_ID[0], schema: { type: 'string' } }], responses: reply(200, ACCOUNT) },
    },
    '/keys': { post: { operationId: 'addKey', requestBody: takes(KEY), responses: reply(201, {}) } },
    '/uploads': {
      post: {
        operationId: 'upload',
        requestBody: takes(object({ rows: { type: 'array', items: { type: 'object' } } }, { required: ['rows'] })),
        responses: reply(200, {}),
      },
    },
    '/boxes/{box_name}': {
      patch: {
        operationId: 'pack',
        parameters: [{ name: 'box_name', in: 'path', required: true, schema: { type: 'string' } }],
        requestBody: takes(
          object({ box: { type: 'string' }, owner: { type: ['string', 'null'] } }, { required: ['box', 'owner'] }),
        ),
        responses: reply(200, {}),
      },
    },
    '/joins': {
      post: {
        operationId: 'join',
        requestBody: takes(object({ email: { type: 'string' } }, { required: ['email'] })),
        responses: reply(200, {}),
      },
    },
    '/files': {
      post: {
        operationId: 'publish',
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: object(
                { file: { type: 'string', format: 'binary' }, caption: { type: 'string' } },
                { required: ['file', 'caption'] },
              ),
            },
          },
        },
        responses: reply(200, {}),
      },
    },
    '/notes/create': {
      post: {
        ...{ operationId: 'note', requestBody: takes(object({ id: { type: 'string' }, text: { type: 'string' } })) },
        responses: { 204: { description: 'Made.' } },
      },
    },
    '/notes/{id}': { get: { parameters: PATH_ID, responses: reply(200, object({ id: { type: 'string' } })) } },
    '/mark': {
      put: { operationId: 'mark', requestBody: takes({ type: 'string', enum: ['X', 'O'] }), responses: reply(200, {}) },
    },
    '/changes': {
      post: { operationId: 'change', requestBody: takes({ type: 'array', items: REFUND }), responses: reply(200, {}) },
    },
  },
};

let contract: Contract;
let known: KnownStore;
let making: Making;
beforeAll(async () => {
  contract = await contractOf(DOCUMENT);
});
beforeEach(() => {
  known = createKnown(contract);
  making = {
    contract,
    known,
    options: { seed: 1, given: new Map() },
    notes: { values: createValueNotes(createClues(contract)) },
  };
});

function subjectOf(operation: string): Subject {
  const found = subjectsOf(contract).find((one) => one.operation.id === operation);
  if (found === undefined) throw new Error(`expected ${operation}`);
  return found;
}

function show(path: string, record: JsonRecord, isCreated = false): void {
  const resource = contract.resources.find((one) => one.collectionPath === path);
  if (resource === undefined) throw new Error(`expected ${path}`);
  const shownBy = exchangeOf(contract, { operation: 'order' });
  known.at(resource, {}).set(String(record.id), {
    ...{ id: record.id, first: { record, shownBy }, latest: record },
    ...{ sent: undefined, isCreated, shownIn: new Set() },
  });
}

const schemaOf = (operation: string): Schema => memberedBodyOf(subjectOf(operation).operation)?.schema ?? {};
const candidates = (operation = 'order'): JsonRecord[] =>
  [...bodyCandidates(making, subjectOf(operation))].filter(isObject);

test('a change leaves out what it has refused to change, unless that is asked for', () => {
  making.notes.values.taken.set('redo', { name: 'Spring', kind: 'gift' });
  setStrategy(making.notes, subjectOf('redo'), { strategy: { base: 'taken', fresh: 'none' }, isTaken: true, tries: 0 });
  expect(knownBody(making, subjectOf('redo')).body).toEqual({ name: 'Spring', kind: 'gift' });
  making.notes.values.stiff.set('redo', new Set(['name']));
  expect(knownBody(making, subjectOf('redo')).body).toEqual({ kind: 'gift' });
  expect(knownBody(making, subjectOf('redo'), { name: 'Autumn' }).body).toMatchObject({ name: 'Autumn' });
});

test('what a caller names stays as it is, though another record of the kind was refused', () => {
  show('/products', { id: 5 }, true);
  show('/products', { id: 6 }, true);
  making.notes.values.unfit.set('productid', new Map([['6', 'refused']]));
  const lines = [{ productId: 6, count: 2 }];
  expect(knownBody(making, subjectOf('order'), { lines }).body.lines).toEqual(lines);
});

test('what was made to be named goes into the place for which it was made, until it is refused there', () => {
  const { values } = making.notes;
  const named = (): unknown => knownBody(making, subjectOf('order')).body.lines;
  values.namable.set('order productid', { id: 77, made: 1 });
  expect(named()).toMatchObject([{ productId: 77 }]);
  const refused = (body: object) =>
    noteUsedUp(values, exchangeOf(contract, { operation: 'order', parts: { body }, status: 422 }));
  for (let time = 0; time < 3; time += 1) refused({ lines: [{ productId: 77 }] });
  expect(named()).toMatchObject([{ productId: 77 }]);
  for (let time = 0; time < 3; time += 1) refused({ lines: [{ productId: 77, count: 1 }] });
  expect(values.namable.get('order productid')).toEqual({ id: undefined, made: 1 });
});

test('a reference within a list that is empty by default is named in a whole item of it', () => {
  const context = { ...making, subject: subjectOf('fill') };
  expect(bodyNaming(context, ['lines', '0', 'productId'], 77)).toEqual({ lines: [{ productId: 77, count: 1 }] });
});

test('the examples of the document come first, cut to what the schema allows, then the one assembled of its members', () => {
  expect(candidates().slice(0, 2)).toEqual([
    { lines: [{ productId: 99, count: 2 }], kind: 'gift' },
    { lines: [{ productId: 1, count: 1 }], name: 'Spring' },
  ]);
});

test('every candidate fits, each comes once, and the last have all that may be there', () => {
  const all = candidates();
  expect(all.filter((one) => !fits(schemaOf('order'), 'request', one))).toEqual([]);
  expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(all.length);
  expect(Object.keys(all.at(-1) ?? {})).toEqual([...propertiesOf(schemaOf('order')).keys()]);
});

test('a shown record is cut at every depth to what a request may have', () => {
  show('/orders', { id: 7, total: 10, lines: [{ productId: 3, count: 2, unitPrice: 5 }], kind: null, size: 'large' });
  expect(candidates()).toContainEqual({ lines: [{ productId: 3, count: 2 }], size: 'large' });
});

test('what refers to a record has the id of one that there is, at every depth, of the run itself before others', () => {
  show('/products', { id: 5, name: 'A' }, true);
  show('/products', { id: 6, name: 'B' });
  for (const { lines } of candidates()) expect(lines).toEqual([{ productId: 5, count: expect.any(Number) }]);
});

test('a create has an id that no record has, also where a refusal asks for one that the document does not name', () => {
  show('/accounts', { id: 'admin', city: 'Ulm' });
  making.notes.values.taken.set('addAccount', { id: 'admin', city: 'Ulm' });
  const all = candidates('addAccount');
  expect(all).toContainEqual({ id: expect.any(String), city: 'Ulm' });
  for (const at of [['id'], ['data', 'id']]) {
    const hint = { in: 'body', at, kind: 'missing', choices: [] } as const;
    all.push(repairedBody(making, subjectOf('addAccount'), { id: 'x' }, [hint]) ?? {});
  }
  expect(JSON.stringify(all)).not.toContain('admin');
});

test('a value that a description lists is tried before a mere word', () => {
  expect(candidates('addKey')).toContainEqual({ algorithm: 'RS256', use: 'enc' });
});

test('a plain text is sent as what the schema says of it', () => {
  expect([...bodyCandidates(making, subjectOf('mark'))]).toEqual(['X']);
});

test('a list has one item, then none, be it the whole body or a member', () => {
  const all = [...bodyCandidates(making, subjectOf('change'))];
  expect(all).toEqual([[expect.objectContaining({ type: 'refund' })], []]);
  const [first, ...others] = candidates('upload');
  expect(first).toEqual({ rows: [{}] });
  expect(others).toContainEqual({ rows: [] });
});

test('where a name may not come twice, what is called an email is one still', () => {
  const strategy = { base: 'plain', fresh: 'names' } as const;
  const { body } = knownBody(making, subjectOf('join'), {}, { strategy, isTaken: false });
  expect(body).toEqual({ email: expect.stringMatching(/^(?!someone)[a-z]+@example\.com$/) });
});

test('a file stays as it is, whatever else is another one', () => {
  making.notes.values.taken.set('publish', { file: 'data:image/gif;name=x.gif,GIF89a', caption: 'Sea' });
  for (const fresh of ['texts', 'all'] as const) {
    const strategy = { base: 'taken', fresh } as const;
    const { body } = knownBody(making, subjectOf('publish'), {}, { strategy, isTaken: false });
    expect(body).toEqual({ file: 'data:image/gif;name=x.gif,GIF89a', caption: expect.not.stringMatching(/^Sea$/) });
  }
});

test('a union has a candidate for each of its branches', () => {
  expect(candidates('return').map(({ type }) => type)).toEqual(expect.arrayContaining(['refund', 'swap']));
});

test('what is made without a reply that shows it gets an id that the run knows, once it has worked without', () => {
  const subject = subjectOf('note');
  expect(knownBody(making, subject).body).toEqual({});
  making.notes.values.worked.set('note', exchangeOf(contract, { operation: 'note' }).request);
  const ids = [1, 2].map(() => knownBody(making, subject).body.id);
  expect(ids).toEqual([expect.any(String), expect.any(String)]);
  expect(new Set(ids).size).toBe(2);
});

test('where something that is there is only put into a relation, no id is made up for it', async () => {
  const together = object({ productId: line.productId });
  const done = { 204: { description: 'Done.' } };
  const related = await contractOf({
    ...DOCUMENT,
    paths: {
      ...DOCUMENT.paths,
      '/orders/{id}/products': {
        get: { parameters: PATH_ID, responses: reply(200, { type: 'array', items: together }) },
        post: { operationId: 'relate', parameters: PATH_ID, requestBody: takes(together), responses: done },
      },
      '/orders/{id}/products/{productId}': {
        delete: { parameters: [...PATH_ID, { ...PATH_ID[0], name: 'productId' }], responses: done },
      },
    },
  });
  const { request } = exchangeOf(related, { operation: 'relate' });
  making.notes.values.worked.set('relate', request);
  const subject = { contract: related, operation: request.operation, purpose: undefined };
  expect(knownBody({ ...making, contract: related }, subject).body).toEqual({});
});

test('what was taken comes first from then on, with other names where a body may not come twice', () => {
  const taken = { lines: [{ productId: 1, count: 3 }], name: 'Spring', kind: 'gift' };
  making.notes.values.taken.set('order', taken);
  expect(candidates()[0]).toEqual(taken);
  setStrategy(making.notes, subjectOf('order'), {
    ...strategyOf(making.notes, subjectOf('order')),
    strategy: { base: 'taken', fresh: 'names' },
  });
  const { body } = knownBody(making, subjectOf('order'));
  expect(body).toEqual({ ...taken, name: expect.not.stringMatching(/^Spring$/) });
});

const BODY = { lines: [{ productId: 1, count: 1 }] };
test.each<readonly [title: string, body: JsonRecord, hint: Partial<Hint>, repaired: JsonRecord | undefined]>([
  ['what is missing is added', BODY, { at: ['kind'], kind: 'missing' }, { ...BODY, kind: 'example' }],
  [
    'of the values that are listed',
    BODY,
    { at: ['kind'], kind: 'missing', choices: ['A', 'B'] },
    { ...BODY, kind: 'A' },
  ],
  [
    'with the least of what it stands in',
    BODY,
    { at: ['address', 'zip'], kind: 'missing' },
    { ...BODY, address: { city: 'example', zip: 'example' } },
  ],
  [
    'also what no schema names, where it may be there',
    BODY,
    { at: ['labels', 'team'], kind: 'missing' },
    { ...BODY, labels: { team: 'example' } },
  ],
  ['but not where it may not', BODY, { at: ['team'], kind: 'missing' }, undefined],
  ['what is unknown is left out', { ...BODY, kind: 'a' }, { at: ['kind'], kind: 'unknown' }, BODY],
  ['unless it has to be there', BODY, { at: ['lines'], kind: 'unknown' }, undefined],
  [
    'of choices the next one is tried',
    { ...BODY, kind: 'A' },
    { at: ['kind'], kind: 'wrong', choices: ['A', 'B'] },
    { ...BODY, kind: 'B' },
  ],
  [
    'none that the schema forbids',
    { ...BODY, size: 'small' },
    { at: ['size'], kind: 'wrong', choices: ['huge', 'large'] },
    { ...BODY, size: 'large' },
  ],
  [
    'a format that is asked for',
    { ...BODY, kind: 'x' },
    { at: ['kind'], kind: 'wrong', wanted: 'email' },
    { ...BODY, kind: 'someone@example.com' },
  ],
  [
    'in each item, where the refusal names none',
    {
      lines: [
        { productId: 1, count: 1 },
        { productId: 2, count: 1 },
      ],
    },
    { at: ['lines', 'count'], kind: 'wrong', choices: [4] },
    {
      lines: [
        { productId: 1, count: 4 },
        { productId: 2, count: 4 },
      ],
    },
  ],
  [
    'an integer that the refusal writes as a text, exactly',
    BODY,
    { at: ['lines', '0', 'count'], kind: 'wrong', choices: ['9007199254740993'] },
    { lines: [{ productId: 1, count: 9007199254740993n }] },
  ],
  [
    'what leads nowhere is left out, where it may be',
    { ...BODY, size: 'large' },
    { at: ['size'], kind: 'wrong' },
    BODY,
  ],
])('%s', (_, body, hint, repaired) => {
  const whole: Hint = { in: 'body', at: [], kind: 'wrong', choices: [], ...hint };
  expect(repairedBody(making, subjectOf('order'), body, [whole])).toEqual(repaired);
});

test('what leads nowhere and has to be there is nothing, where it may be', () => {
  const hint: Hint = { in: 'body', at: ['owner'], kind: 'wrong', choices: [] };
  const last = { box: 'a', owner: 'Another 1' };
  expect(repairedBody(making, subjectOf('pack'), last, [hint])).toEqual({ box: 'a', owner: null });
});

test('what is taken already gets another name', () => {
  const body = { ...BODY, name: 'Spring' };
  const repaired = repairedBody(making, subjectOf('order'), body, [{ in: 'body', at: [], kind: 'taken', choices: [] }]);
  expect(repaired).toEqual({ ...BODY, name: expect.not.stringMatching(/^Spring$/) });
});

test('a query and headers get what a refusal asks for, and lose what it does not know', () => {
  const hint = (place: Hint['in'], name: string, kind: Hint['kind'], choices: readonly unknown[] = []): Hint => ({
    in: place,
    at: [name],
    kind,
    choices,
  });
  const repaired = repairedBeside(making, subjectOf('order'), { query: { color: 'red' }, headers: {} }, [
    hint('query', 'mode', 'wrong', ['fast']),
    hint('query', 'color', 'unknown'),
    hint('query', 'tags', 'missing'),
    hint('header', 'X-Shop', 'missing'),
  ]);
  expect(repaired).toEqual({ query: { mode: 'fast', tags: ['example'] }, headers: { 'x-shop': 'example' } });
});

test('a body agrees with its path', () => {
  const { operation } = subjectOf('order');
  const body = { ...BODY, name: 'a', kind: 'b' };
  expect(agreeing({ contract, operation, purpose: undefined }, { Name: 'x', kind: 7 }, body)).toEqual(body);
  expect(agreeing({ contract, operation, purpose: undefined }, { Name: 'x', id: 7 }, body)).toEqual({
    ...body,
    name: 'x',
  });
  // `box` is what the path calls `box_name`.
  expect(agreeing(subjectOf('pack'), { box_name: 'x' }, { box: 'a', owner: null })).toEqual({ box: 'x', owner: null });
});
