import { contractOf } from '../../../openapi/contract/testing/documents';
import { exchangeOf } from '../../testing/exchange';
import { otherForm } from './results';

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
