import { surePurposesOf } from '../../openapi/contract';
import { contractOf } from '../../openapi/contract/testing/documents';
import type { Subject } from '../exchange/subject';
import { conditionalRead } from './conditional/read';
import { conditionalWrite } from './conditional/write';
import { inputReferences } from './input/references';

const text = { type: 'string' };
const id = { type: 'string', pattern: '^[a-z]{3}_[0-9]{8}$', readOnly: true };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const parameter = (name: string) => ({ name, in: 'path', required: true, schema: text });
const record = { type: 'object', required: ['id'], properties: { id, name: text } };
const TAG = { headers: { ETag: { schema: text } } };
const IF_MATCH = { name: 'If-Match', in: 'header', schema: text };

/** Orders that name products, below which there are notes and an action. */
const subjectsOf = async (create: object = {}, item: object = {}, action: object = {}) => {
  const order = {
    type: 'object',
    properties: {
      title: text,
      lines: { type: 'array', items: { type: 'object', properties: { product_id: { type: 'string', ...item } } } },
    },
  };
  const made = { ...record, properties: { ...record.properties, ...order.properties } };
  const contract = await contractOf({
    openapi: '3.1.0',
    info: { title: 'Orders', version: '1' },
    paths: {
      ...Object.fromEntries(
        [
          ['products', record, record, {}],
          ['orders', order, made, create],
        ].map(([name, sent, shown, words]) => [
          `/${name}`,
          {
            get: { responses: { 200: { description: 'All.', ...json({ type: 'array', items: shown }) } } },
            post: {
              operationId: `add ${name}`,
              requestBody: { required: true, ...json(sent as object) },
              ...(words as object),
              responses: {
                201: { description: 'Made.', ...json(shown as object) },
                ...(words as { responses?: object }).responses,
              },
            },
          },
        ]),
      ),
      ...Object.fromEntries(
        [
          ['products', record],
          ['orders', made],
        ].map(([name, shown]) => [
          `/${name}/{${String(name).slice(0, -1)}Id}`,
          {
            parameters: [parameter(`${String(name).slice(0, -1)}Id`)],
            get: {
              operationId: `get ${name}`,
              responses: { 200: { description: 'It.', ...TAG, ...json(shown as object) }, 404: { description: 'No.' } },
            },
          },
        ]),
      ),
      '/orders/{orderId}/close': {
        parameters: [parameter('orderId')],
        post: { operationId: 'close', responses: { 200: { description: 'Closed.', ...json(made) } }, ...action },
      },
    },
  });
  return (operationId: string): Subject => {
    const operation = contract.operations.find((one) => one.id === operationId);
    if (operation === undefined) throw new Error(`There is no ${operationId}.`);
    return { contract, operation, purpose: surePurposesOf(contract).get(operation) };
  };
};

const refusal = (description: string) => ({ responses: { 422: { description } } });

describe('what a body names within its items has to be there where words say so', () => {
  test.each([
    [{ description: 'Makes an order. Each product of its lines must exist.' }, {}],
    [refusal('The body is not valid, or one of its products does not exist.'), {}],
    [refusal('The body refers to something that does not exist.'), {}],
    [refusal('A product of the order is not there.'), {}],
    [{}, { description: 'The id of an existing product.' }],
  ])('%j, %j', async (create, item) => {
    const subject = (await subjectsOf(create, item))('add orders');
    expect(inputReferences.applies(subject)).toBe(true);
    expect(inputReferences.cases(subject, {} as never)[0]?.name).toBe('lines.0.product_id of no record');
  });

  test.each([
    [{ description: 'Makes an order of products.' }, {}],
    [{ description: 'The title must exist.' }, {}],
    [refusal('The body is not valid.'), {}],
    [refusal('You have no access to the product, or it does not exist.'), {}],
    [{}, { description: 'The id of a product.' }],
  ])('and not by %j, %j', async (create, item) => {
    expect(inputReferences.applies((await subjectsOf(create, item))('add orders'))).toBe(false);
  });
});

describe('what is done right below a record is done on condition of its tag', () => {
  test.each([
    ['that takes If-Match', { parameters: [IF_MATCH] }, true],
    ['that documents 428', { responses: { 200: { description: 'Closed.' }, 428: { description: 'No tag.' } } }, true],
    // It may be another condition.
    [
      'that documents 412 alone',
      { responses: { 200: { description: 'Closed.' }, 412: { description: 'No.' } } },
      false,
    ],
    ['that says nothing of it', {}, false],
  ])('by an action %s', async (_, action, wanted) => {
    expect(conditionalWrite.applies((await subjectsOf({}, {}, action))('close'))).toBe(wanted);
  });

  test('and the tag is read around it', async () => {
    const subjectOf = await subjectsOf();
    expect(conditionalRead.cases(subjectOf('get orders'), {} as never).map(({ name }) => name)).toStrictEqual([
      'after what is done right below it',
    ]);
    expect(conditionalRead.applies(subjectOf('get products'))).toBe(false);
  });
});
