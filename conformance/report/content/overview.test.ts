import { editedDocument } from '../../../mock/testing/edited';
import { loadContract, once } from '../../../openapi/contract';
import { exchangeOf } from '../../testing/exchange';
import { judged } from '../../testing/judged';
import type { Cell, Finding, RunResult } from '../../verdict/result';
import { markdownReport } from '../markdown';
import type { ReportContext } from './context';
import { overviewOf, overviewText } from './overview';
import { examplesToFill, reachOf } from './reach';

let context: ReportContext;
beforeAll(async () => {
  context = await judged({}, { maxRequests: 30 });
});

/** A violation of a check on `createPet`. */
const violationOf = (check: string): Finding => ({
  ...{ outcome: 'fail', check, title: '', level: 'MUST', operation: 'createPet', topic: {}, key: '' },
  ...{ clause: { sentence: '', pointer: '' }, expected: '', actual: '', seen: 1, firstSeen: 1 },
  ...{ exchanges: [], sightings: [], symptoms: new Set() },
});

/** What is said of exchanges, and of cells of `getPet` with these reasons. */
const overviewWith = (
  told: readonly Parameters<typeof exchangeOf>[1][],
  reasons: readonly string[] = [],
  more: Partial<RunResult> = {},
) => {
  const cells: readonly Cell[] = ['listPets', 'createPet', 'getPet'].map((operation) => ({
    ...{ check: 'a.check', operation, outcome: 'inconclusive', judged: 1 },
    reasons: operation === 'getPet' ? reasons : [],
  }));
  const exchanges = told.map((one) => exchangeOf(context.contract, one));
  const { enough: _, ...result } = context.result;
  return overviewOf({ ...context, result: { ...result, findings: [], cells, exchanges, ...more } });
};

test("what was not reached stands with the refusal's words, and with what to give the run", () => {
  const { reached, operations, unreached, advice } = overviewWith([
    { operation: 'listPets' },
    { operation: 'createPet', status: 400, body: { title: 'Bad', detail: 'the name is\n odd' } },
    { operation: 'getPet', status: 404, parts: { path: { petId: 1 } } },
  ]);
  expect([reached, operations]).toEqual([1, 3]);
  expect(unreached).toEqual([
    { why: '400: the name is odd', operations: ['createPet'] },
    { why: '404, without a reason', operations: ['getPet'] },
  ]);
  expect(advice.map(({ give }) => give)).toEqual(['--example createPet.name=VALUE', '--example getPet.petId=VALUE']);
});

test.each([
  [{ code: 7, errorMessage: 'no such pet' }, '404: no such pet'],
  [{ 'error-description': 'gone', title: 'Bad' }, '404: gone'],
  [{ error: { code: 'X1' } }, '404: {"error":{"code":"X1"}}'],
])('a refusal is told in its words, by whatever name they stand there: %j', (body, why) => {
  expect(overviewWith([{ operation: 'getPet', status: 404, body }]).unreached.map((one) => one.why)).toContain(why);
});

test('what was sent with wrong values alone is told to lack a record of the run', () => {
  const reason = 'GET /pets/{petId} is called with records of this run alone (--example names another)';
  const { unreached, advice } = overviewWith([{ operation: 'getPet', status: 400 }], [reason]);
  expect(unreached).toContainEqual({ why: reason, operations: ['getPet'] });
  expect(advice.map(({ give }) => give)).toContain('--example getPet.petId=VALUE');
});

test('where a refusal names a value and what it may be, that is offered', () => {
  const detail = { instancePath: '/status', params: { allowedValues: ['sold', 'pending'] }, message: 'must be one' };
  const { advice } = overviewWith([{ operation: 'createPet', status: 422, body: { errors: [detail] } }]);
  expect(advice.map(({ give }) => give)).toContain('--example createPet.status=sold');
  const repeated = { message: 'Invalid id: 4711' };
  const ofPath = overviewWith([{ operation: 'getPet', status: 400, body: repeated, parts: { path: { petId: 4711 } } }]);
  expect(ofPath.advice).toEqual([
    { give: '--example getPet.petId=VALUE', why: 'a value of a record that is there: 400: Invalid id: 4711' },
  ]);
});

test('a member that a free body lacks is offered as well, and stands in the file to fill in', async () => {
  const document = editedDocument((draft) => {
    const content = { 'application/json': { schema: { type: 'object', additionalProperties: true } } };
    draft.paths = { '/hooks': { post: { operationId: 'addHook', requestBody: { content }, responses: {} } } };
  });
  const contract = await loadContract(document);
  const body = { detail: 'missing a required parameter: body.token' };
  const exchanges = [exchangeOf(contract, { operation: 'addHook', status: 400, body })];
  const reach = reachOf({ ...context, contract, result: { ...context.result, exchanges, cells: [] } });
  expect(reach.map(({ give }) => give)).toEqual(['--example addHook.token=VALUE']);
  expect(examplesToFill(reach)).toEqual({ addHook: { token: null } });
});

test.each([
  [422, 'image must be image/png or image/gif'],
  [415, 'only .gif files are accepted'],
])('for an upload that is refused with %s a file is asked for', async (status, detail) => {
  const schema = {
    type: 'object',
    required: ['title', 'image'],
    properties: { title: { type: 'string' }, image: { type: 'string', format: 'binary' } },
  };
  const contract = await loadContract(
    editedDocument((draft) => {
      const content = { 'multipart/form-data': { schema } };
      draft.paths = { '/photos': { post: { operationId: 'addPhoto', requestBody: { content }, responses: {} } } };
    }),
  );
  const exchanges = [exchangeOf(contract, { operation: 'addPhoto', status, body: { detail } })];
  const reach = reachOf({ ...context, contract, result: { ...context.result, exchanges, cells: [] } });
  expect(reach.map(({ give }) => give)).toEqual(['--example addPhoto.image=@FILE']);
  expect(examplesToFill(reach)).toEqual({ addPhoto: { image: null } });
});

test('what was not called unasked is the first that is offered, however many values are asked for', () => {
  const { operations } = context.contract;
  const notCalled = operations.slice(0, 1).map((operation) => ({ operation, why: 'may stop the server' }));
  const { advice } = overviewWith([{ operation: 'createPet', status: 400 }], [], { notCalled });
  expect(advice.map(({ give }) => give)).toEqual([`--include ${operations[0]?.id}`, '--example createPet.name=VALUE']);
});

test('where a caller may not do it, a key is asked for', () => {
  const { advice } = overviewWith([
    { operation: 'listPets' },
    { operation: 'createPet', status: 403 },
    { operation: 'getPet', parts: { path: { petId: 1 } } },
  ]);
  expect(advice).toEqual([
    {
      give: '--api-key KEY (or --credential SCHEME=VALUE, -H)',
      why: 'one that may call createPet: 403, without a reason',
    },
  ]);
});

test('where the document names no place for a key, one is asked for; and no more requests where nothing is served', async () => {
  const document = editedDocument((draft) => {
    draft.paths = { '/a': { get: { operationId: 'a', security: [], responses: {} } } };
  });
  const contract = await loadContract(document);
  const exchanges = [exchangeOf(contract, { operation: 'a', status: 401, body: { detail: 'no key' } })];
  const reasons = ['say where, as by --credential-in header:Authorization:Bearer'];
  const cells: readonly Cell[] = [{ check: 'a.check', operation: 'a', outcome: 'inconclusive', judged: 0, reasons }];
  const result = { ...context.result, findings: [], exchanges, cells, enough: 700 };
  expect(overviewOf({ ...context, contract, result }).advice).toEqual([
    {
      give: '--api-key KEY --credential-in header:Authorization:Bearer',
      why: 'one that may call a: 401: no key; the document names no place for a key',
    },
  ]);
});

test('where a refusal repeats or names what was made up for a required header or parameter, that is asked for, and no key', async () => {
  const draftOf = (name: string, place: string) => ({ name, in: place, required: true, schema: { type: 'string' } });
  const document = editedDocument((draft) => {
    const get = (id: string, ...one: readonly object[]) => ({
      get: { operationId: id, parameters: one, responses: {} },
    });
    draft.paths = { '/a': get('a', draftOf('X-Tenant', 'header')), '/b': get('b', draftOf('area', 'query')) };
  });
  const contract = await loadContract(document);
  const reachBy = (operation: string, detail: string, status = 403) => {
    const parts = operation === 'a' ? { headers: { 'x-tenant': 'example' } } : { query: { area: 'example' } };
    const exchanges = [exchangeOf(contract, { operation, status, body: { detail }, parts })];
    return reachOf({ ...context, contract, result: { ...context.result, exchanges, cells: [] } });
  };
  const [ofTenant = [], ofName = [], ofArea = [], ofHost = []] = [
    reachBy('a', 'tenant example is not yours'),
    reachBy('a', 'X-Tenant is unknown', 401),
    reachBy('b', "not in 'example'."),
    reachBy('a', 'see https://example.com/why'),
  ];
  expect([ofTenant, ofName, ofArea, ofHost].map(([one]) => one?.give)).toEqual([
    "-H 'X-Tenant: VALUE'",
    "-H 'X-Tenant: VALUE'",
    '--example b.area=VALUE',
    '--api-key KEY',
  ]);
  expect(examplesToFill(ofTenant)).toEqual({ a: { 'X-Tenant': null } });
});

test('nothing is asked for where the suite sends nothing, nor a key where a server has ended the run', () => {
  const told = [{ operation: 'createPet', status: 403 }] as const;
  const { settings: _, ...ofRecordings } = context;
  const exchanges = told.map((one) => exchangeOf(context.contract, one));
  const cells: readonly Cell[] = [];
  expect(overviewOf({ ...ofRecordings, result: { ...context.result, cells, exchanges } }).advice).toEqual([]);
  const turned = violationOf('server.stays-up');
  expect(overviewWith(told, [], { findings: [turned] }).advice).toEqual([]);
});

/** Of a server that keeps its contract. */
const clean = once(() => judged({}, { checks: ['created', 'list', 'reply'] }));

test('of a server with known findings it is not said that it breaks nothing', async () => {
  const finding = violationOf('a.check');
  const setAside = {
    file: 'known.json',
    known: [{ finding, entry: undefined, reason: 'it is' }],
    counted: [],
    fixed: [],
  };
  expect(overviewText({ ...(await clean()), setAside: { ...setAside, uncertain: [], unknown: [] } })).toEqual([
    ['Nothing new was found beside 1 known; 3 operations gave a success.'],
  ]);
});

test('what a reason names is advice, once', () => {
  const why = 'the limit key has not run out: --wait-for-reset';
  const { advice, unreached } = overviewWith(
    [{ operation: 'listPets' }, { operation: 'createPet', status: 201 }],
    [why],
  );
  expect(unreached).toEqual([{ why, operations: ['getPet'] }]);
  expect(advice).toEqual([{ give: '--wait-for-reset', why: `${why} (getPet)` }]);
  // With the value that the reason has for it, as it can be pasted.
  const place = 'say where, as by --credential-in header:Authorization:Bearer';
  expect(overviewWith([{ operation: 'listPets' }], [place]).advice).toEqual([
    { give: '--credential-in header:Authorization:Bearer', why: `${place} (getPet)` },
  ]);
});

test('in Markdown a flag that is advised is code', () => {
  const exchanges = [exchangeOf(context.contract, { operation: 'createPet', status: 400, body: { detail: 'odd' } })];
  const { enough: _, ...result } = context.result;
  const report = markdownReport({ ...context, result: { ...result, findings: [], cells: [], exchanges } }, {});
  expect(report).toContain('- <code>--example createPet.name=VALUE</code>  a value that the server takes: 400: odd');
});

test('of a server that keeps its contract one line is said, of any other what fits a terminal', async () => {
  expect(overviewText(await clean())).toEqual([
    ['Nothing was found that breaks the contract; 3 operations gave a success.'],
  ]);
  const text = overviewText(await judged({ errorBody: ({ message }) => ({ error: message }) }, { maxRequests: 200 }));
  expect(text.flat().length).toBeLessThan(30);
  expect(text.flat()).toContainEqual(
    expect.stringMatching(
      /^ {2}1\. error\.envelope: \/code is missing, \/message is missing, \/status is missing — on 3 operations: /,
    ),
  );
});
