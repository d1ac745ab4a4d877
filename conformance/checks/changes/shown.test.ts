import { contractOf } from '../../../openapi/contract/testing/documents';
import type { Request } from '../../exchange/exchange';
import type { CaseContext } from '../../steps/check';
import type { Made } from '../../steps/records';
import { judgeUnchanged } from './shown';

const coin = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const gives = (status: number, schema: object) => ({
  responses: { [status]: { description: 'Done.', content: { 'application/json': { schema } } } },
});

test('what was made below a record is looked at below that one, whatever the run works below by now', async () => {
  const contract = await contractOf({
    openapi: '3.0.3',
    info: { title: 'Boxes', version: '1' },
    paths: {
      '/boxes/{boxId}/coins': { parameters: [inPath('boxId')], post: gives(201, coin) },
      '/boxes/{boxId}/coins/{coinId}': { parameters: [inPath('boxId'), inPath('coinId')], get: gives(200, coin) },
    },
  });
  const [resource] = contract.resources;
  const operation = resource?.operations.create;
  const sent: Request['path'][] = [];
  const context = {
    contract,
    subject: { contract, operation, purpose: { resource, role: 'create' } },
    latest: () => undefined,
    send: async (request: Request) => {
      sent.push(request.path);
      return { request, error: 'no answer' };
    },
  } as unknown as CaseContext;
  const made = { record: { id: 'c1' }, id: 'c1', exchange: { request: { operation, path: { boxId: 'b1' } } } };
  const wording = { record: 'the coin', gone: 'gone', changed: () => 'changed' };
  await judgeUnchanged(context, made as unknown as Made, [], wording);
  expect(sent).toEqual([{ boxId: 'b1', coinId: 'c1' }]);
});
