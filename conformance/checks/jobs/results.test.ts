import { contractOf } from '../../../openapi/contract/testing/documents';
import type { CaseContext } from '../../steps/check';
import { exchangeOf } from '../../testing/exchange';
import { beforeTheEnd, otherForm } from './results';

test('a file has the type that its job is called by, where both that and its own are documented', async () => {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const format = { type: 'string', enum: ['csv', 'json', 'pdf'] };
  const job = { type: 'object', properties: { id: { type: 'string' }, format } };
  const shown = { description: 'It.', content: { 'application/json': { schema: job } } };
  const sent = { content: { 'application/json': { schema: { type: 'object', properties: { format } } } } };
  const contract = await contractOf({
    ...{ openapi: '3.1.0', info: { title: 'Jobs', version: '1' } },
    paths: {
      '/jobs': { post: { operationId: 'begin', requestBody: sent, responses: { 202: shown } } },
      '/jobs/{id}': { parameters: [id], get: { responses: { 200: shown } } },
      '/jobs/{id}/file': {
        parameters: [id],
        get: {
          operationId: 'getFile',
          responses: { 200: { description: 'The file.', content: { 'text/csv': {}, 'application/json': {} } } },
        },
      },
    },
  });
  const [resource] = contract.resources;
  const [operation, result] = ['begin', 'getFile'].map((name) => contract.operations.find((one) => one.id === name));
  if (resource === undefined || operation === undefined || result === undefined) throw new Error('There are no jobs.');
  const file = (type: string) =>
    exchangeOf(contract, { operation: 'getFile', headers: { 'content-type': type }, body: '' });
  const wrongFor = async (told: string, type: string, asAsked = type) => {
    const ended = { exchange: file(type), record: { id: '1', format: told } };
    const again = async () => file(asAsked);
    const verdict = await otherForm({ operation }, file(type), result, resource, ended, again);
    return verdict === undefined ? undefined : JSON.stringify(verdict);
  };
  expect(await wrongFor('json', 'text/csv; charset=utf-8')).toContain('the type application/json, since format is');
  expect(await wrongFor('csv', 'text/csv')).toBeUndefined();
  // It may be that of the type that a request would rather have.
  expect(await wrongFor('csv', 'application/json', 'text/csv')).toBeUndefined();
  // What it is instead, and what a choice stands for, has to be told by the document.
  expect(await wrongFor('json', 'application/x-ndjson')).toBeUndefined();
  expect(await wrongFor('pdf', 'text/csv')).toBeUndefined();
});

test.each([
  ['Returns the file of a done job; before that `409` and `not_ready`.', 404, 'before the end'],
  ['Returns the file of a done job; before that `409` and `not_ready`.', 409, undefined],
  ['Returns the file.', 404, undefined],
])('a file that is not there yet: %s %i', async (description, status, key) => {
  const states = { property: 'state', values: ['queued', 'done'], entered: new Map() };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const responses = {
    200: { description: 'The file.' },
    404: { description: 'None.' },
    409: { description: 'Not yet.' },
  };
  const contract = await contractOf({
    ...{ openapi: '3.1.0', info: { title: 'Jobs', version: '1' } },
    paths: { '/jobs/{id}/file': { parameters: [id], get: { operationId: 'getFile', description, responses } } },
  });
  const [result] = contract.operations;
  const exchange = exchangeOf(contract, { operation: 'getFile', status, body: '' });
  const context = { send: async () => exchange } as unknown as CaseContext;
  const look = async () => ({ exchange, state: 'queued' });
  const found = result && (await beforeTheEnd(context, result, states, { id: '1' }, look));
  expect(found?.outcome === 'fail' ? found.observation.key : undefined).toBe(key);
});
