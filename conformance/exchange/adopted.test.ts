import { contractOf } from '../../openapi/contract/testing/documents';
import { withAdopted } from './adopted';

const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });
const made = (name: string) => ({ 201: { description: 'Made.', ...json({ $ref: `#/components/schemas/${name}` }) } });
const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });

/** What makes the payments and the refunds of a document in which they lie below others, and are read at the top. */
async function makersIn(further: object = {}) {
  const shown = (name: string) => ({ 200: { description: 'It.', ...json({ $ref: `#/components/schemas/${name}` }) } });
  const read = (operationId: string, name: string, parameter: string) => ({
    get: { operationId, parameters: [id(parameter)], responses: shown(name) },
  });
  const make = (operationId: string, name: string, parameter: string) => ({
    post: { operationId, parameters: [id(parameter)], requestBody: json({ type: 'object' }), responses: made(name) },
  });
  const list = { type: 'array', items: { $ref: '#/components/schemas/Payment' } };
  const contract = await contractOf({
    openapi: '3.1.0',
    info: { title: 'Orders', version: '1' },
    paths: {
      '/orders/{orderId}/payments': {
        get: {
          operationId: 'listPayments',
          parameters: [id('orderId')],
          responses: { 200: { description: 'Them.', ...json(list) } },
        },
        ...make('addPayment', 'Payment', 'orderId'),
      },
      '/payments/{paymentId}': read('getPayment', 'Payment', 'paymentId'),
      '/payments/{paymentId}/refunds': make('addRefund', 'Refund', 'paymentId'),
      '/refunds/{refundId}': read('getRefund', 'Refund', 'refundId'),
      ...further,
    },
    components: {
      schemas: {
        Payment: {
          type: 'object',
          required: ['id'],
          properties: { id: { type: 'string' }, orderId: { type: 'string' } },
        },
        Refund: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
      },
    },
  });
  const { resources } = withAdopted(contract);
  return resources.flatMap(({ itemPath, operations: { create } }) =>
    create === undefined ? [] : [[itemPath, create.id]],
  );
}

test('what is made below another record, and read at the top by its very schema, is made there', async () => {
  expect(await makersIn()).toEqual([
    ['/payments/{paymentId}', 'addPayment'],
    ['/refunds/{refundId}', 'addRefund'],
  ]);
});

test('of two that make it none is the one', async () => {
  const other = {
    '/credits': { post: { operationId: 'addCredit', requestBody: json({}), responses: made('Refund') } },
  };
  expect(await makersIn(other)).not.toContainEqual(['/refunds/{refundId}', 'addRefund']);
});

test('what is done to one of them, and shows it, makes none', async () => {
  const refund = {
    '/payments/{paymentId}/returns': {
      post: {
        operationId: 'returnPayment',
        parameters: [id('paymentId')],
        requestBody: json({ type: 'object' }),
        responses: made('Payment'),
      },
    },
  };
  expect(await makersIn(refund)).toContainEqual(['/payments/{paymentId}', 'addPayment']);
});
