import { summarise, UNKNOWN_CONTRACT } from './page/contract';

test('operations are found in the order of the document, and nothing else is taken for one', () => {
  const document = {
    paths: {
      '/a': { post: { operationId: 'createA' }, get: { operationId: 'listA' }, parameters: [{ operationId: 'no' }] },
      '/b': { delete: {}, put: { operationId: 7 } },
    },
  };
  expect(summarise(document).operationIds).toEqual(['listA', 'createA']);
});

test.each([
  [{ key: { type: 'http', scheme: 'bearer' } }, { header: 'Authorization', prefix: 'Bearer ' }],
  [{ key: { type: 'apiKey', in: 'header', name: 'X-Key' } }, { header: 'X-Key', prefix: '' }],
  [{ key: { type: 'apiKey', in: 'query', name: 'key' } }, { header: 'Authorization', prefix: 'Bearer ' }],
])('with the security schemes %j the key is carried by %j', (securitySchemes, credential) => {
  expect(summarise({ components: { securitySchemes } }).credential).toEqual(credential);
});

test.each([undefined, null, 'text', 7, [], { paths: null, components: [] }, { paths: { '/a': null } }])(
  'of %j nothing is known',
  (document) => {
    expect(summarise(document)).toEqual(UNKNOWN_CONTRACT);
  },
);
