import { contractOf } from '../../../openapi/contract/testing/documents';
import { beginBySwitch, beginningsOf } from './beginnings';

/** The state in which a payment begins that is made with a body. */
async function begun(description: string, body: Record<string, unknown>) {
  const status = { type: 'string', enum: ['authorised', 'captured', 'voided'], readOnly: true };
  const capture = { type: 'string', enum: ['automatic', 'manual'], default: 'automatic' };
  const media = (properties: object) => ({ 'application/json': { schema: { type: 'object', properties } } });
  const shown = media({ id: { type: 'string', readOnly: true }, status, capture });
  const { resources } = await contractOf({
    ...{ openapi: '3.1.0', info: { title: 'Payments', version: '1' } },
    paths: {
      '/payments': {
        post: {
          ...{ operationId: 'pay', description, requestBody: { content: media({ capture }) } },
          responses: { 201: { description: 'The payment.', content: shown } },
        },
      },
      '/payments/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: { operationId: 'read', responses: { 200: { description: 'It.', content: shown } } },
      },
    },
  });
  const [resource] = resources;
  if (resource === undefined) throw new Error('There are no payments.');
  return [beginningsOf(resource), beginBySwitch(resource, body)];
}

const SAID =
  'With `capture` `automatic` the amount is captured at once (status `captured`); with `manual`, which cards allow, it is reserved (status `authorised`) until you capture it.';

test('a switch lets a record begin in the state that words name behind its value', async () => {
  expect(await begun(SAID, { capture: 'manual' })).toEqual([[{ capture: 'manual' }], { state: 'authorised' }]);
  expect(await begun(SAID, { capture: 'automatic' })).toEqual([[{ capture: 'manual' }], undefined]);
});

test('where words name no state behind its value that is open', async () => {
  const open = 'The amount is captured at once, unless `capture` says otherwise.';
  expect(await begun(open, { capture: 'manual' })).toEqual([[{ capture: 'manual' }], { state: undefined }]);
});
