import { editedDocument } from '../../mock/testing/edited';
import { loadContract } from '../../openapi/contract';
import { listen } from '../../tools/selftest/server/server';
import { CHECKS } from '../checks';
import { flagsOf } from '../options/flags';
import { toRunOptions } from '../options/run-options';
import { textOf } from '../testing/articles';
import { run } from './run';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const record = (properties: Record<string, object>) => ({
  type: 'object',
  required: ['id', ...Object.keys(properties)],
  properties: { id: { type: 'string' }, ...properties },
});
const text = { type: 'string' };
const TIME = { type: 'string', format: 'date-time', example: '2031-04-01T09:00:00Z' };
const VISIT = { from: TIME, until: { ...TIME, example: '2031-04-01T10:00:00Z' } };
const BILL = { visitId: text, amount: { type: 'integer' } };

/** At one time there is one visit, a visitor has two badges at most, and a bill comes of a visit that has ended. */
const DOCUMENT = editedDocument((draft) => {
  const operation = (operationId: string, status: number, schema?: object, body?: Record<string, object>) => ({
    operationId,
    security: [],
    ...(body && {
      requestBody: { required: true, ...json({ type: 'object', required: Object.keys(body), properties: body }) },
    }),
    responses: {
      [status]: { description: 'Done.', ...(schema && json(schema)) },
      ...Object.fromEntries([400, 404, 409].map((one) => [one, { description: 'Refused.' }])),
    },
  });
  const parameters = [{ name: 'id', in: 'path', required: true, schema: text }];
  const list = (schema: object) => ({ type: 'array', items: schema });
  draft.paths = {
    '/visits': {
      get: operation('listVisits', 200, list(record(VISIT))),
      post: operation('addVisit', 201, record(VISIT), VISIT),
    },
    '/visits/{id}': { parameters, get: operation('getVisit', 200, record(VISIT)) },
    '/visits/{id}/end': { parameters, post: operation('endVisit', 200, record(VISIT)) },
    '/bills': { get: operation('listBills', 200, list(record(BILL))) },
    '/bills/{id}': { parameters, get: operation('getBill', 200, record(BILL)) },
    '/bills/{id}/settle': { parameters, post: operation('settleBill', 200, record(BILL)) },
    '/visitors': {
      get: operation('listVisitors', 200, list(record({ name: text }))),
      post: operation('addVisitor', 201, record({ name: text }), { name: text }),
    },
    '/visitors/{id}': { parameters, get: operation('getVisitor', 200, record({ name: text })) },
    '/visitors/{id}/badges': {
      parameters,
      get: operation('listBadges', 200, list(record({ label: text }))),
      post: operation('addBadge', 201, record({ label: text }), { label: text }),
    },
  };
  for (let nth = 0; nth < 12; nth += 1)
    draft.paths[`/page${nth}`] = { get: operation(`page${nth}`, 200, { type: 'object' }) };
});

const HOUR = 3_600_000;

type Kept = Record<string, unknown> & { readonly id: string };

function startVisits() {
  const kept: Record<string, Kept[]> = {
    visits: [],
    visitors: [],
    badges: [],
    bills: [{ id: 'bills0', visitId: 'long ago', amount: 7 }],
  };
  const settled: string[] = [];
  const add = (kind: string, members: object): Kept => {
    const all = kept[kind] ?? [];
    const one = { id: `${kind}${all.length}`, ...members };
    all.push(one);
    return one;
  };
  const answer = (method: string, path: string, body: Record<string, unknown>): readonly [number, unknown] => {
    const [, kind = '', id, deed] = path.split('/');
    if (kind.startsWith('page')) return [200, {}];
    const all = kept[kind] ?? [];
    const found = all.find((one) => one.id === id);
    if (id !== undefined && found === undefined) return [404, {}];
    if (deed === 'badges') {
      const own = (kept.badges ?? []).filter(({ of }) => of === id).map(({ of, ...badge }) => badge);
      if (method === 'GET') return [200, own];
      if (own.length === 2) return [409, {}];
      if (typeof body.label !== 'string') return [400, {}];
      const { of, ...badge } = add('badges', { label: body.label, of: id });
      return [201, badge];
    }
    if (deed !== undefined && method !== 'POST') return [404, {}];
    if (deed === 'end') add('bills', { visitId: id, amount: 12 });
    if (deed === 'settle') settled.push(String(id));
    if (id !== undefined || method === 'GET') return [200, found ?? all];
    const named = kind === 'visits' ? [body.from, body.until] : [body.name];
    if (named.some((one) => typeof one !== 'string')) return [400, {}];
    if (kind === 'visits' && all.some(({ from }) => from === body.from)) return [409, {}];
    return [201, add(kind, kind === 'visits' ? { from: body.from, until: body.until } : { name: body.name })];
  };
  const server = listen('/v1', async (request, response) => {
    const path = (request.url ?? '').replace('/v1', '').replace(/\?.*/, '');
    let body: unknown;
    try {
      body = JSON.parse((await textOf(request)) || '{}');
    } catch {
      body = undefined;
    }
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
    const [status, reply] = answer(request.method ?? '', path, isObject ? (body as Record<string, unknown>) : {});
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(reply));
  });
  return { server, kept, settled };
}

/** What a whole run of the suite leaves behind. */
async function judge() {
  const { server, kept, settled } = startVisits();
  const { baseUrl, close } = await server;
  try {
    const contract = await loadContract(DOCUMENT);
    const options = toRunOptions(flagsOf(['--base-url', baseUrl, '--document', DOCUMENT]), contract);
    const { cells } = await run(contract, CHECKS, options, { onProgress: () => {}, onWait: () => {} });
    return { cells, kept, settled };
  } finally {
    await close();
  }
}

let after: Awaited<ReturnType<typeof judge>>;
beforeAll(async () => {
  after = await judge();
});

const outcomeOf = (check: string, operation: string) =>
  after.cells.find((cell) => cell.check === check && cell.operation === operation)?.outcome;

test('where a time is taken, all times of a body are later by the same', () => {
  const { visits = [] } = after.kept;
  expect(visits.length).toBeGreaterThan(10);
  const lengths = visits.map(({ from, until }) => Date.parse(String(until)) - Date.parse(String(from)));
  expect(lengths.filter((one) => one === HOUR).length).toBeGreaterThan(0.5 * visits.length);
  expect(outcomeOf('created.new-id', 'addVisit')).toBe('pass');
});

test('what is refused below a record whatever is sent is made below another one', () => {
  const { badges = [] } = after.kept;
  expect(new Set(badges.map((one) => one.of)).size).toBeGreaterThan(3);
  expect(outcomeOf('created.new-id', 'addBadge')).toBe('pass');
});

test('what came along with a record of the run is its own, and what was there before is not', () => {
  expect(after.settled.length).toBeGreaterThan(0);
  expect(after.settled).not.toContain('bills0');
});
