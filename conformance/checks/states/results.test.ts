import { contractOf } from '../../../openapi/contract/testing/documents';
import { exchangeOf } from '../../testing/exchange';
import { otherForm } from './results';

test('a file has the type that its job is called by, where both that and its own are documented', async () => {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const format = { type: 'string', enum: ['csv', 'json', 'pdf'] };
  const job = { type: 'object', properties: { id: { type: 'string' }, format } };
  const contract = await contractOf({
    ...{ openapi: '3.1.0', info: { title: 'Jobs', version: '1' } },
    paths: {
      '/jobs/{id}': {
        parameters: [id],
        get: { responses: { 200: { description: 'It.', content: { 'application/json': { schema: job } } } } },
      },
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
  const result = contract.operations.find((one) => one.id === 'getFile');
  if (resource === undefined || result === undefined) throw new Error('The document has no jobs.');
  const wrongFor = (told: string, type: string) => {
    const exchange = exchangeOf(contract, { operation: 'getFile', headers: { 'content-type': type }, body: '' });
    const verdict = otherForm(exchange, result, resource, { exchange, record: { id: '1', format: told } });
    return verdict === undefined ? undefined : JSON.stringify(verdict);
  };
  expect(wrongFor('json', 'text/csv; charset=utf-8')).toContain('the type application/json, since format is');
  expect(wrongFor('csv', 'text/csv')).toBeUndefined();
  // What it is instead, and what a choice stands for, has to be told by the document.
  expect(wrongFor('json', 'application/x-ndjson')).toBeUndefined();
  expect(wrongFor('pdf', 'text/csv')).toBeUndefined();
});
