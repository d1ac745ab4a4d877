import { startMock } from '../mock';
import { writeFile } from '../mock/testing/edited';
import { loadContract } from '../openapi/contract';
import { CHECKS } from './checks';
import { isSuccess } from './exchange/exchange';
import { flagsOf } from './options/flags';
import { toRunOptions } from './options/run-options';
import { run } from './run/run';

const json = (schema: object) => ({ description: 'Done.', content: { 'application/json': { schema } } });
const NOTE = {
  type: 'object',
  required: ['title', 'place', 'images', 'tags', 'file'],
  properties: {
    title: { type: 'string', minLength: 2 },
    pages: { type: 'integer', minimum: 1, maximum: 9 },
    images: { type: 'array', items: { type: 'string', format: 'binary' } },
    tags: { type: 'array', minItems: 2, items: { type: 'string', enum: ['a', 'b'] } },
    place: { type: 'object', required: ['x'], properties: { x: { type: 'integer', minimum: 0, maximum: 5 } } },
    file: { type: 'string', format: 'binary' },
  },
};
const PATCH = { type: 'object', properties: { title: NOTE.properties.title, pages: NOTE.properties.pages } };
const RECORD = { allOf: [{ type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }, NOTE] };
const taking = (type: string, schema: object, media: object = {}) => ({
  post: {
    requestBody: { required: true, content: { [type]: { schema, ...media } } },
    responses: { 200: { description: 'Done.' }, 400: json({}), 415: json({}) },
  },
});
const POINT = { type: 'object', required: ['x', 'y'], properties: { x: { type: 'integer' }, y: { type: 'boolean' } } };
const NUMBERS = { type: 'array', minItems: 2, items: { type: 'integer', minimum: 1, maximum: 5 } };
const asking = (place: string, schema: object, more: object = {}) => ({
  get: {
    parameters: [{ name: 'q', in: place, required: true, schema, ...more }],
    responses: {
      200: { description: 'Done.', content: { 'text/csv': { schema: { type: 'string' } } } },
      400: json({}),
    },
  },
});

const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: { responses: { 200: json({ type: 'array', items: RECORD }) } },
      post: {
        requestBody: { required: true, content: { 'multipart/form-data': { schema: NOTE } } },
        responses: { 201: json(RECORD), 400: json({}) },
      },
    },
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: json(RECORD), 404: json({}) } },
      patch: {
        requestBody: {
          content: { 'application/json': { schema: PATCH }, 'application/merge-patch+json': { schema: PATCH } },
        },
        responses: { 200: json(RECORD), 400: json({}), 404: json({}) },
      },
    },
    '/form': taking('application/x-www-form-urlencoded', NOTE, {
      encoding: { tags: { style: 'pipeDelimited', explode: false }, place: { style: 'deepObject' } },
    }),
    '/text': taking('text/plain', { type: 'integer', minimum: 3 }),
    '/xml': taking('application/xml', POINT),
    '/bytes': taking('application/octet-stream', { type: 'string', format: 'binary' }),
    '/deep': asking('query', POINT, { style: 'deepObject' }),
    '/beside': asking('query', POINT),
    '/row': asking('query', POINT, { explode: false }),
    '/pipes': asking('query', NUMBERS, { style: 'pipeDelimited' }),
    '/head': asking('header', POINT, { explode: true }),
    '/cookie': asking('cookie', NUMBERS, { explode: false }),
    '/content': {
      get: {
        parameters: [{ name: 'q', in: 'query', required: true, content: { 'application/json': { schema: POINT } } }],
        responses: { 200: { description: 'Done.' }, 400: json({}) },
      },
    },
    '/matrix/{q}/look': asking('path', NUMBERS, { style: 'matrix', explode: true }),
  },
};

test('bodies and parameters of every kind are sent as the document says, and a server that reads them so is clean', async () => {
  const document = writeFile('json', JSON.stringify(DOCUMENT));
  const mock = await startMock({ document, fixtures: 'none', planLimits: false });
  const contract = await loadContract(document);
  const options = toRunOptions(flagsOf(['--base-url', mock.baseUrl, '--max-requests', '200']), contract);
  const { findings, cells, exchanges } = await run(contract, CHECKS, options, {
    onProgress: () => {},
    onWait: () => {},
  });
  await mock.close();
  expect(findings.map(({ check, operation, actual }) => `${check} ${operation}: ${actual}`)).toEqual([]);
  expect(cells.filter(({ outcome }) => outcome === 'error')).toEqual([]);
  const taken = new Set(exchanges.filter(isSuccess).map(({ request }) => request.operation.id));
  expect(contract.operations.map(({ id }) => id).filter((id) => !taken.has(id))).toEqual([]);
  // In a merge patch null removes a member, whatever its schema says of null.
  const patches = exchanges
    .filter(({ request }) => request.method === 'PATCH')
    .map(({ request }) => request.body ?? '');
  expect(patches.filter((text) => text.includes('12345'))).not.toEqual([]);
  expect(patches.filter((text) => text.includes(':null'))).toEqual([]);
  // An array without items has no part in a form: what has to be there has an item.
  const sent = exchanges.filter(({ request }) => request.target === '/notes' && request.method === 'POST');
  expect(sent.filter(({ request }) => !request.body?.includes('name="images"'))).toEqual([]);
  const created = exchanges.find(({ request, response }) => request.method === 'POST' && response?.status === 201);
  expect(created?.request.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
}, 30_000);
