import { contractOf } from '../../../openapi/contract/testing/documents';
import { listen } from '../../../tools/selftest/server/server';
import { run } from '../../run/run';
import { optionsFor } from '../../testing/options';
import { conflictNoTrace } from './refused';

const TEXT = { type: 'string' };
const KIND = { type: 'string', enum: ['round', 'square'] };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const gives = (status: number, schema: object) => ({
  responses: {
    [status]: { description: 'Done.', ...json(schema) },
    409: { description: 'There is one of that kind.' },
  },
});
const ROW = { type: 'object', required: ['id', 'kind'], properties: { id: TEXT, kind: KIND } };

/** Rows, of which one of each kind is taken from a client; no member tells one from another but the id. */
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Rows', version: '1' },
  paths: {
    '/rows': {
      get: {
        description: 'The newest rows first.',
        parameters: [
          { name: 'kind', in: 'query', description: 'Only rows of this kind.', schema: KIND },
          { name: 'limit', in: 'query', description: 'At most so many.', schema: { type: 'integer', maximum: 6 } },
        ],
        ...gives(200, { type: 'array', items: ROW }),
      },
      post: {
        requestBody: { required: true, ...json({ type: 'object', required: ['kind'], properties: { kind: KIND } }) },
        ...gives(201, ROW),
      },
    },
    '/rows/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: TEXT }],
      get: gives(200, ROW),
    },
  },
};

/** @param stores whether a row is stored although it is refused; @param older how many rows others have made */
async function judged(stores: boolean, older: number) {
  const rows = Array.from({ length: older }, (_, nth) => ({ id: `old${nth}`, kind: nth % 2 ? 'round' : 'square' }));
  const server = await listen('', async (request, response) => {
    const say = (status: number, body: unknown = {}) =>
      void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const [, , id] = pathname.split('/');
    if (id !== undefined)
      return say(
        200,
        rows.find((one) => one.id === id),
      );
    const kind = searchParams.get('kind');
    const shown = rows.filter((one) => kind === null || one.kind === kind).toReversed();
    if (request.method === 'GET') return say(200, shown.slice(0, Number(searchParams.get('limit') ?? 6)));
    const sent = JSON.parse(text);
    const isTaken = rows.some((one) => !one.id.startsWith('old') && one.kind === sent.kind);
    const row = { id: `r${rows.length}`, kind: sent.kind };
    if (!isTaken || stores) rows.push(row);
    return isTaken ? say(409) : say(201, row);
  });
  const options = optionsFor(server.baseUrl, { checks: ['conflict.no-trace'] });
  const { findings } = await run(await contractOf(DOCUMENT), [conflictNoTrace], options, {
    onProgress: () => {},
    onWait: () => {},
  });
  await server.close();
  return findings.map(({ actual }) => actual);
}

test('what no mark tells from others is a trace where the list before was shown whole, and else is none', async () => {
  expect(await judged(false, 0)).toEqual([]);
  expect(await judged(true, 0)).toHaveLength(1);
  expect(await judged(false, 12)).toEqual([]);
});
