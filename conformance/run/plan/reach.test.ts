import { editedDocument } from '../../../mock/testing/edited';
import { loadContract } from '../../../openapi/contract';
import { listen } from '../../../tools/selftest/server/server';
import { CHECKS } from '../../checks';
import { isSuccess } from '../../exchange/exchange';
import { flagsOf } from '../../options/flags';
import { toRunOptions } from '../../options/run-options';
import { ofRun } from '../../report/content/context';
import { overviewOf } from '../../report/content/overview';
import { reachOf } from '../../report/content/reach';
import { textOf } from '../../testing/articles';
import { judged } from '../../testing/judged';
import { verdictOf } from '../../verdict/result';
import { USED_UP } from '../pace/scheduler';
import { run } from '../run';
import { REACH } from './reach';

const REPORTS = 15;
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const record = (members: object) => ({
  type: 'object',
  required: ['id', ...Object.keys(members)],
  properties: { id: { type: 'string', pattern: '^[a-z]+-[0-9]+$' }, ...members },
});
const text = { type: 'string', minLength: 1, maxLength: 40 };
const MEMBERS = { crates: { depotId: text, label: text }, depots: { label: text } };

const SEAL = { type: 'object', required: ['kind'], properties: { kind: text, hint: text, tape: text } };

/** Crates stand in depots and come first in it, and so do reports that are there once a crate is. */
const DOCUMENT = editedDocument((draft) => {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const operation = (operationId: string, status: number, schema?: object, body?: object) => ({
    operationId,
    security: [],
    ...(body === undefined ? {} : { requestBody: { required: true, ...json(body) } }),
    responses: {
      [status]: { description: 'Done.', ...(schema && json(schema)) },
      default: { description: 'Refused.' },
    },
  });
  draft.paths = { '/crates/{id}/seal': { parameters: [id], post: operation('sealCrate', 204, undefined, SEAL) } };
  for (const [name, members] of Object.entries(MEMBERS)) {
    const body = { type: 'object', required: Object.keys(members), properties: members };
    draft.paths[`/${name}`] = {
      post: operation(`add-${name}`, 201, record(members), body),
      get: operation(`list-${name}`, 200, { type: 'array', items: record(members) }),
    };
    draft.paths[`/${name}/{id}`] = {
      parameters: [id],
      delete: operation(`delete-${name}`, 204),
      get: operation(`get-${name}`, 200, record(members)),
    };
  }
  for (let nth = 0; nth < REPORTS; nth += 1)
    draft.paths[`/report${nth}`] = { get: operation(`report${nth}`, 200, { type: 'object' }) };
  draft.paths['/closed'] = { get: operation('closed', 200, { type: 'object' }) };
  const weight = { type: 'integer', minimum: 1, example: 500 };
  draft.paths['/loads'] = {
    post: operation(
      'addLoad',
      201,
      { type: 'object' },
      { type: 'object', required: ['weight'], properties: { weight } },
    ),
  };
  draft.paths['/modes'] = {
    post: operation(
      'setMode',
      201,
      { type: 'object' },
      { type: 'object', required: ['mode'], properties: { mode: text } },
    ),
  };
});

/** @param shown what a created crate is shown as */
function startDepots(shown: (crate: object) => object = (crate) => crate) {
  const kept = { crates: new Map<string, object>(), depots: new Map<string, object>() };
  let made = 0;
  let held: string | undefined;
  const answer = (method: string, url: string, body: Record<string, unknown>): readonly [number, unknown?] => {
    const [, name = '', id = '', deed] = url.split('?', 1)[0]?.split('/') ?? [];
    if (name.startsWith('report')) return made > 1 ? [200, {}] : [404, { message: 'nothing to report' }];
    if (name === 'closed') return [403, { message: 'only for others' }];
    if (name === 'loads')
      return Number(body.weight) > 10 ? [409, { message: 'that is more than there is room for' }] : [201, {}];
    if (name === 'modes')
      return body.mode === 'deep' ? [201, {}] : [422, { errors: [{ pointer: '/mode', detail: 'is not known' }] }];
    if (name !== 'crates' && name !== 'depots') return [404];
    const records = kept[name];
    if (method === 'GET' && id === '') return [200, [...records.values()]];
    if (method === 'POST' && id === '') {
      if (typeof body.label !== 'string' || body.label === '') return [400, { message: 'a label is missing' }];
      if (name === 'crates' && !kept.depots.has(String(body.depotId))) return [422, { message: 'no such depot' }];
      made += 1;
      const record = { id: `${name}-${made}`, ...body };
      records.set(record.id, record);
      return [201, name === 'crates' ? shown(record) : record];
    }
    const found = records.get(id);
    if (found === undefined) return [404, { message: 'not found' }];
    if (method === 'DELETE') records.delete(id);
    if (deed === 'seal') {
      if (body.kind !== 'wax') return [422, { errors: [{ pointer: '/kind', detail: 'must be one of [wax]' }] }];
      held ??= id;
      return held === id ? [422, { message: 'it stands too high' }] : [204];
    }
    return method === 'GET' ? [200, found] : deed === undefined ? [204] : [404];
  };
  return listen('/v1', async (request, response) => {
    const sent = await textOf(request);
    let body: unknown;
    try {
      body = JSON.parse(sent || '{}');
    } catch {
      body = {};
    }
    const url = (request.url ?? '').replace('/v1', '');
    const isObject = typeof body === 'object' && body !== null;
    const [status, reply] = answer(request.method ?? '', url, isObject ? (body as Record<string, unknown>) : {});
    const bytes = reply === undefined ? undefined : JSON.stringify(reply);
    response.writeHead(status, bytes === undefined ? {} : { 'Content-Type': 'application/json' }).end(bytes);
  });
}

async function judge(flags: readonly string[] = [], shown?: Parameters<typeof startDepots>[0]) {
  const server = await startDepots(shown);
  try {
    const contract = await loadContract(DOCUMENT);
    const options = toRunOptions(flagsOf(['--base-url', server.baseUrl, '--document', DOCUMENT, ...flags]), contract);
    const result = await run(contract, CHECKS, options, { onProgress: () => {}, onWait: () => {} });
    const context = {
      ...ofRun(contract, options),
      ...{ result, verdict: verdictOf(result, { failOn: [] }), tool: { name: 'the suite', version: '0.0.0' } },
      redact: (line: string) => line,
    };
    const { exchanges } = result;
    const firstOf = (id: string): number =>
      exchanges.findIndex((one) => one.request.operation.id === id && isSuccess(one));
    const sentFor = (id: string) =>
      exchanges.filter(({ request, sentBy }) => sentBy === REACH.id && request.operation.id === id);
    return { result, context, exchanges, firstOf, sentFor };
  } finally {
    await server.close();
  }
}

test('each operation gives its first success before any is judged closely, and after what makes what it needs', async () => {
  const { context, exchanges, firstOf, sentFor } = await judge(['--max-requests', '130']);
  const closely = exchanges.findIndex(({ sentBy }) => sentBy !== REACH.id && sentBy !== 'probe');
  const late = reachOf(context).filter(
    ({ operation }) => !(firstOf(operation.id) < closely && firstOf(operation.id) >= 0),
  );
  expect(late.map(({ operation, state, why }) => [operation.id, state, why])).toEqual([
    ['closed', 'refused', '403: only for others'],
    ['setMode', 'refused', '422: is not known'],
  ]);
  expect(firstOf('add-depots')).toBeLessThan(firstOf('add-crates'));
  expect(firstOf('sealCrate')).toBeLessThan(firstOf('delete-crates'));
  expect(firstOf('delete-crates')).toBeLessThan(firstOf('delete-depots'));
  // Of what there is not enough less is asked for.
  expect(sentFor('addLoad').map(({ request }) => request.body)).toEqual(['{"weight":500}', '{"weight":1}']);
  // What was not there comes again when more is known, and what is forbidden does not.
  expect([sentFor('report3').length, sentFor('closed').length]).toEqual([2, 1]);
});

test('where the values of a request were mended and it is refused again, another record is tried before other values', async () => {
  const { sentFor } = await judge(['--max-requests', '130']);
  const [first, mended, other, ...more] = sentFor('sealCrate').map(({ request: { path, body } }) => ({ path, body }));
  expect([first?.path, mended?.body]).toEqual([mended?.path, '{"kind":"wax"}']);
  expect([other?.body, more]).toEqual([mended?.body, []]);
});

test('what is advised for a refused operation reaches it in the next run', async () => {
  const { advice } = overviewOf((await judge(['--max-requests', '130'])).context);
  const { give = '' } = advice.find((one) => one.give.includes('setMode')) ?? {};
  expect(give).toBe('--example setMode.mode=VALUE');
  const { firstOf } = await judge([...give.replace('VALUE', 'deep').split(' '), '--max-requests', '130']);
  expect(firstOf('setMode')).toBeGreaterThan(0);
});

test('first successes take half of the budget at the most, and what is told of its end is no lie', async () => {
  const { context, exchanges } = await judge(['--max-requests', '24']);
  expect(exchanges.filter(({ sentBy }) => sentBy === REACH.id).length).toBeLessThanOrEqual(12);
  expect(exchanges).toHaveLength(24);
  expect(context.result.enough).toBeGreaterThan(100);
  // More requests would not help where one check says so.
  const all = context.result.cells.filter(({ operation }) => operation === 'setMode');
  expect(all.length).toBeGreaterThan(1);
  const cells = all.map((cell, index) => ({ ...cell, reasons: [index === 1 ? 'for others alone' : USED_UP] }));
  const unsent = { ...context, result: { ...context.result, cells, exchanges: [] } };
  expect(reachOf(unsent).map(({ state, why }) => [state, why])).toEqual([['never tried', 'for others alone']]);
});

test('a small contract whose operations the first cases reach costs nothing', async () => {
  const { exchanges } = (await judged({}, { maxRequests: 100 })).result;
  expect(exchanges.length).toBeGreaterThan(90);
  expect(exchanges.filter(({ sentBy }) => sentBy === REACH.id)).toEqual([]);
});

test('where single operations are asked for, what they need is made for them', async () => {
  const { exchanges, firstOf } = await judge(['--operations', 'sealCrate']);
  expect(firstOf('sealCrate')).toBeGreaterThan(0);
  expect(exchanges.some(({ request }) => request.operation.id.startsWith('report'))).toBe(false);
});

test('where checks are named, what they have cases for gives a first success, and what makes records for that', async () => {
  const { exchanges } = await judge(['--checks', 'created.readable']);
  const tried = new Set(exchanges.flatMap(({ request, sentBy }) => (sentBy === REACH.id ? request.operation.id : [])));
  expect([...tried].toSorted()).toEqual(['add-crates', 'add-depots', 'list-depots']);
});

test('what is found on the way is tried again, and its command names checks alone', async () => {
  const { result, context } = await judge(['--max-requests', '40'], (crate) => ({ ...crate, label: 7 }));
  const found = result.findings.find(
    ({ check, exchanges }) => check === 'reply.schema' && exchanges[0]?.sentBy === REACH.id,
  );
  expect(found?.confirmation).toEqual({ came: 'again' });
  const again = found === undefined ? '' : context.replay?.(found, context.redact);
  expect(again).toContain('--operations add-crates');
  expect(again).not.toContain(REACH.id);
});
