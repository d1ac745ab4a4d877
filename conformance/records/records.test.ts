import { contractOf } from '../../openapi/contract/testing/documents';
import { referredBy } from './records';

test.each([
  ['categoryId', 'categories'],
  ['category_id', 'categories'],
  ['authorId', 'people'],
  ['author_id', 'people'],
  ['boxId', 'boxes'],
  ['catId', 'cats'],
  ['ownerId', undefined],
  ['category', undefined],
  ['grid', undefined],
  ['asked_by', 'cats', 'The id of the cat who asked.'],
  ['box', 'boxes', 'Box ID'],
  ['box', undefined, 'What the box weighs.'],
  ['box_ref', undefined, 'The id of the box in your own system.'],
])('%s holds ids of %s', async (name, wanted, ...[description]: readonly (string | undefined)[]) => {
  const parameter = (id: string) => [{ name: id, in: 'path', required: true, schema: { type: 'integer' } }];
  const record = { type: 'object', properties: { id: { type: 'integer' } } };
  const reply = (schema: object) => ({ 200: { description: 'Fine.', content: { 'application/json': { schema } } } });
  const { resources } = await contractOf({
    ...{ openapi: '3.0.3', info: { title: 'Many', version: '1' } },
    paths: Object.fromEntries(
      ['categories', 'people', 'cats', 'boxes'].flatMap((one) => {
        const id = one === 'people' ? 'authorId' : 'id';
        return [
          [`/${one}`, { get: { responses: reply({ type: 'array', items: record }) } }],
          [`/${one}/{${id}}`, { get: { parameters: parameter(id), responses: reply(record) } }],
        ];
      }),
    ),
  });
  expect(referredBy({ resources }, name, description === undefined ? {} : { description })?.name).toBe(wanted);
});
