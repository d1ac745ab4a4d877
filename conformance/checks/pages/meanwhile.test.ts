import { contractOf } from '../../../openapi/contract/testing/documents';
import { listen } from '../../../tools/selftest/server/server';
import { run } from '../../run/run';
import { optionsFor } from '../../testing/options';
import { listPageFacts } from './facts';
import { listPages } from './pages';

const id = { type: 'string', readOnly: true };
const createdAt = { type: 'string', format: 'date-time', readOnly: true };
const NOTE = { type: 'object', required: ['id', 'createdAt'], properties: { id, createdAt, text: { type: 'string' } } };
const json = (schema: object) => ({ 'application/json': { schema } });
const DOCUMENT = {
  openapi: '3.1.0',
  info: {
    title: 'Notes',
    version: '1',
    description:
      'Following the cursors visits each note once, even if notes are added meanwhile. If another batch follows, `Link` has its address with `rel="next"`.',
  },
  paths: {
    '/notes': {
      get: {
        operationId: 'listNotes',
        description: 'The newest first.',
        parameters: [
          { in: 'query', name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 50, default: 20 } },
          { in: 'query', name: 'cursor', description: 'The cursor of the next page.', schema: { type: 'string' } },
        ],
        responses: {
          200: {
            description: 'Notes.',
            headers: { Link: { description: 'The next page.', schema: { type: 'string' } } },
            content: json({
              type: 'object',
              properties: {
                data: { type: 'array', items: NOTE },
                more: { type: 'boolean' },
                next_cursor: { type: ['string', 'null'] },
              },
            }),
          },
        },
      },
      post: {
        operationId: 'addNote',
        requestBody: { required: true, content: json(NOTE) },
        responses: { 201: { description: 'Made.', content: json(NOTE) } },
      },
    },
    '/notes/{id}': {
      parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'string' } }],
      get: { operationId: 'readNote', responses: { 200: { description: 'One.', content: json(NOTE) } } },
    },
  },
};

/** What is found where a cursor counts notes, or a link is missing. */
async function foundWhere({ isCounted = false, isLinked = true }) {
  const all = [1, 2, 3, 4, 5, 6].map((one) => ({ id: `n${one}`, createdAt: `2026-01-0${one}T00:00:00Z` }));
  const server = await listen('', async (request, response) => {
    const { searchParams: query, pathname } = new URL(request.url ?? '/', 'http://notes');
    const send = (status: number, body: unknown, headers = {}): void => {
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
    };
    if (request.method === 'POST') {
      const made = { id: `n${all.length + 1}`, createdAt: new Date(Date.now() + all.length).toISOString() };
      all.push(made);
      return send(201, made);
    }
    if (pathname !== '/notes') return send(200, all.find((one) => pathname.endsWith(`/${one.id}`)) ?? all[0]);
    const newest = all.toReversed();
    const cursor = query.get('cursor');
    const from = cursor === null ? 0 : isCounted ? Number(cursor) : newest.findIndex((one) => one.id === cursor) + 1;
    const to = from + Number(query.get('limit') ?? 20);
    const next = to < newest.length ? (isCounted ? String(to) : newest[to - 1]?.id) : undefined;
    const link = next !== undefined && isLinked && { Link: `</notes?limit=${to - from}&cursor=${next}>; rel="next"` };
    send(200, { data: newest.slice(from, to), more: next !== undefined, next_cursor: next ?? null }, link || {});
  });
  const quiet = { onProgress: () => {}, onWait: () => {} };
  try {
    const contract = await contractOf(DOCUMENT);
    const { findings } = await run(contract, [listPages, listPageFacts], optionsFor(server.baseUrl), quiet);
    return findings.flatMap(({ check, outcome, actual }) => (outcome === 'fail' ? [`${check}: ${actual}`] : []));
  } finally {
    await server.close();
  }
}

test('a list is steady against what is added, and has its links, where words say so', async () => {
  expect(await foundWhere({})).toEqual([]);
  expect(await foundWhere({ isCounted: true })).toEqual([expect.stringMatching(/^list\.pages: .* again$/)]);
  expect(await foundWhere({ isLinked: false })).toEqual(['list.page-facts: no such header']);
});
