import { readDeprecation } from './deprecation';

describe('the deprecation of an operation', () => {
  test('has its days as Unix seconds, its replacement and its documentation', () => {
    const deprecation = readDeprecation({
      deprecated: true,
      'x-deprecation': { since: '1970-01-02', removal: '2030-12-05', replacement: 'listPets' },
      externalDocs: { url: 'https://docs.example/getPet' },
    });
    expect(deprecation).toStrictEqual({
      since: 86_400,
      removal: 1_922_659_200,
      replacement: 'listPets',
      documentation: 'https://docs.example/getPet',
    });
  });

  test('may know no more than that there is one', () => {
    const nothing = { since: undefined, removal: undefined, replacement: undefined, documentation: undefined };
    expect(readDeprecation({ deprecated: true })).toStrictEqual(nothing);
  });

  test('is none where the operation is not deprecated', () => {
    expect(readDeprecation({ deprecated: false, 'x-deprecation': { removal: '2030-12-05' } })).toBeUndefined();
    expect(readDeprecation({})).toBeUndefined();
  });
});
