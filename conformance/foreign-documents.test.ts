import { startMock } from '../mock';
import { writeFile } from '../mock/testing/edited';
import { loadContract } from '../openapi/contract';
import { CHECKS } from './checks';
import { flagsOf } from './options/flags';
import { toRunOptions } from './options/run-options';
import { toRequest } from './requests/request';
import { run } from './run/run';
import { listen } from './selftest/server/listen';
import { runCommand } from './testing/command';
import type { RunResult } from './verdict/result';

const json = (schema: object) => ({ description: 'Done.', content: { 'application/json': { schema } } });
const integer = { type: 'integer' };
const text = { type: 'string' };
const inPath = (name: string, schema: object) => ({ name, in: 'path', required: true, schema });
const object = (properties: object, required: readonly string[] = Object.keys(properties)) => ({
  type: 'object',
  required,
  properties,
});
const taking = (schema: object) => ({ requestBody: { required: true, content: { 'application/json': { schema } } } });
const documentOf = (paths: object, more: object = {}): string =>
  writeFile('json', JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths, ...more }));

async function judge(document: string, baseUrl: string, flags: readonly string[]): Promise<RunResult> {
  const contract = await loadContract(document);
  const options = toRunOptions(flagsOf(['--base-url', baseUrl, '--seed', '5', ...flags]), contract);
  return run(contract, CHECKS, options, { onProgress: () => {}, onWait: () => {} });
}

const told = ({ findings }: RunResult): readonly string[] =>
  findings.map(({ outcome, check, operation, actual }) => `${outcome} ${check} ${operation}: ${actual}`);

test('a document of webhooks alone ends well, and says that there is nothing to send', async () => {
  const hook = { post: { ...taking({ type: 'object' }), responses: { 200: { description: 'Taken.' } } } };
  const document = writeFile(
    'json',
    JSON.stringify({ openapi: '3.1.0', info: { title: 'Hooks', version: '1' }, webhooks: { hook } }),
  );
  const { code, stdout, stderr } = await runCommand(['--base-url', 'http://127.0.0.1:9', '--document', document]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^PASS: 0 violations, 0 warnings, 0 inconclusive; 0 requests/);
  expect(stdout).toContain('\nThe document describes no operation (it has no paths; webhooks are sent by the server)');
}, 30_000);

test('a list below a parent whose id breaks its schema is no list that has to be served', async () => {
  const item = object({ id: integer, orderId: integer, name: text });
  const refused = {
    422: json(object({ detail: { type: 'array', items: object({ loc: { type: 'array' }, msg: text, type: text }) } })),
  };
  const document = documentOf({
    '/orders/': { post: { ...taking(object({ note: text })), responses: { 201: json(object({ id: integer })) } } },
    '/orders/{orderId}/items/': {
      parameters: [inPath('orderId', integer)],
      get: {
        operationId: 'listItems',
        parameters: [{ name: 'limit', in: 'query', schema: { ...integer, default: 10 } }],
        responses: { 200: json({ type: 'array', items: item }), ...refused },
      },
      post: {
        operationId: 'addItem',
        ...taking(object({ name: text })),
        responses: { 201: json(item), ...refused },
      },
    },
  });
  const mock = await startMock({ document, planLimits: false });
  const result = await judge(document, mock.baseUrl, ['--checks', 'input.accepted,input.parameters-refused']);
  await mock.close();
  const broken = result.exchanges.filter(({ request }) => request.path.orderId === 'abc');
  expect(broken.map(({ request, response }) => [request.operation.id, response?.status])).toEqual([
    ['listItems', 422],
    ['addItem', 422],
  ]);
  expect(told(result)).toEqual([]);
}, 30_000);

test('a record whose create shows no id is not asked for, and nothing is said of it', async () => {
  const file = object({ id: text, state: text }, ['state']);
  const document = documentOf({
    '/files': {
      get: { operationId: 'listFiles', responses: { 200: json({ type: 'array', items: file }) } },
      post: { operationId: 'addFile', ...taking(object({ name: text })), responses: { 202: json(file) } },
    },
    '/files/{id}': {
      parameters: [inPath('id', text)],
      get: { operationId: 'getFile', responses: { 200: json(file), 404: json({}) } },
      delete: { operationId: 'deleteFile', responses: { 204: { description: 'Gone.' }, 404: json({}) } },
    },
  });
  let made = 0;
  const files = new Map<string, object>();
  const server = await listen('', async ({ method = '', url = '' }, response) => {
    const id = url.split('/')[2] ?? '';
    const answer = (status: number, body?: unknown): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    if (method === 'POST') {
      made += 1;
      const one = { id: `f${made}`, state: 'pending' };
      files.set(one.id, one);
      // Every third one tells what it is called, at once.
      return answer(202, made % 3 === 2 ? one : { state: 'pending' });
    }
    if (url === '/files') return answer(200, [...files.values()]);
    if (method === 'DELETE') return files.delete(id) ? answer(204) : answer(404, {});
    return files.has(id) ? answer(200, files.get(id)) : answer(404, {});
  });
  const result = await judge(document, server.baseUrl, ['--checks', 'deleted']);
  await server.close();
  expect(told(result)).toEqual([]);
  const cell = result.cells.find(({ check, operation }) => check === 'deleted.gone' && operation === 'deleteFile');
  expect(cell?.reasons).toContain('a create was answered with a record without its id');
}, 30_000);

test('half a character is not tried where the text is the id of the record, nor does one break a path', async () => {
  const page = object({ name: text, note: text });
  const document = documentOf({
    '/pages': {
      get: { operationId: 'listPages', responses: { 200: json({ type: 'array', items: page }) } },
      post: { operationId: 'addPage', ...taking(page), responses: { 201: json(page), 409: json({}) } },
    },
    '/pages/{name}': {
      parameters: [inPath('name', text)],
      get: { operationId: 'getPage', responses: { 200: json(page), 404: json({}) } },
    },
  });
  const mock = await startMock({ document, planLimits: false });
  const result = await judge(document, mock.baseUrl, ['--checks', 'input.spelling,records.kept']);
  await mock.close();
  expect(told(result)).toEqual([]);
  expect(result.cells.filter(({ outcome }) => outcome === 'error')).toEqual([]);
  const { operations } = await loadContract(document);
  const read = operations.find(({ id }) => id === 'getPage');
  expect(read && toRequest(read, { path: { name: 'a\ud83d' } }).target).toBe('/pages/a%EF%BF%BD');
}, 30_000);
