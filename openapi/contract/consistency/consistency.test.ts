import { type Broken, faultAfter } from '../testing/documents';

const LIST = '/paths/~1pets/get';
const CREATE = '/paths/~1pets/post';
const READ = '/paths/~1pets~1{petId}/get';
const SCHEME = '/components/securitySchemes/apiKey';
const JSON_BODY = 'content/application~1json';

describe('parts that disagree are refused:', () => {
  const cats = { get: { responses: { '200': { description: 'Cats' } } } };
  const catId = { name: 'catId', in: 'path', required: true, schema: { type: 'string' } };
  test.each<Broken>([
    [
      'an operationId that occurs twice',
      { [`${CREATE}/operationId`]: 'listPets' },
      `${CREATE}/operationId`,
      'the operationId "listPets" is taken by GET /pets.',
    ],
    [
      'paths that differ in the names of their parameters alone',
      { '/paths/~1pets~1{catId}': { ...cats, parameters: [catId] } },
      '/paths/~1pets~1{catId}',
      'the path /pets/{catId} is the same as /pets/{petId}.',
    ],
    [
      'a template that no parameter describes',
      { '/paths/~1cats~1{catId}': cats },
      '/paths/~1cats~1{catId}/get',
      'the path names {catId}, but no parameter describes it. Add a parameter with name: catId, in: path',
    ],
    [
      'a path parameter that the path lacks',
      { '/paths/~1cats': { ...cats, parameters: [catId] } },
      '/paths/~1cats/parameters/0',
      'the path /cats has no {catId}.',
    ],
    [
      'a security scheme that nothing describes',
      { '/security': [{ apiKei: [] }] },
      '/security/0/apiKei',
      'there is no security scheme "apiKei". Describe it in components.securitySchemes, which has apiKey.',
    ],
    [
      'one such of an operation',
      { [`${LIST}/security`]: [{ apiKey: [] }, { other: [] }] },
      `${LIST}/security/1/other`,
      'there is no security scheme "other".',
    ],
    [
      'a credential that nothing here can judge',
      { '/openapi': '3.1.0', [SCHEME]: { type: 'mutualTLS' } },
      `${SCHEME}/type`,
      'mutual TLS takes place before any request, and is not judged.',
    ],
    [
      'credentials that no request can carry at once',
      {
        '/components/securitySchemes/user': { type: 'http', scheme: 'basic' },
        [`${LIST}/security`]: [{ apiKey: [], user: [] }],
      },
      `${LIST}/security/0`,
      'no request can carry the credentials of apiKey and user at once: some of them go into one header. Name one of them in',
    ],
    [
      'a plan that is described twice',
      { '/x-plans/1/name': 'Free' },
      '/x-plans/1/name',
      'the plan "Free" is already described at /x-plans/0.',
    ],
    [
      'a link to no operation',
      { [`${CREATE}/responses/201/links/readCreated/operationId`]: 'getCat' },
      `${CREATE}/responses/201/links/readCreated/operationId`,
      'there is no operation "getCat". Name one of listPets, createPet, getPet.',
    ],
    [
      'a replacement that is no operation',
      { [`${READ}/x-deprecation/replacement`]: 'findPets' },
      `${READ}/x-deprecation/replacement`,
      'there is no operation "findPets". Name one of listPets, createPet, getPet.',
    ],
    [
      'a schema that can judge nothing',
      { '/components/schemas/NewPet/properties/name/pattern': '[' },
      '/components/schemas/NewPet/properties/name/pattern',
      'Invalid regular expression',
    ],
    [
      'a multiple of nothing, in OpenAPI 3.1',
      { '/openapi': '3.1.0', [`${LIST}/parameters/0/schema/multipleOf`]: 0 },
      `${LIST}/parameters/0/schema/multipleOf`,
      'multipleOf must be more than 0, not 0.',
    ],
  ])('%s', async (_, edits, pointer, excerpt) => {
    const fault = await faultAfter(edits);
    expect(fault.pointer).toBe(pointer);
    expect(fault.message).toContain(excerpt);
  });
});

describe('a value that breaks its schema is refused:', () => {
  const bodies = `${CREATE}/requestBody/${JSON_BODY}`;
  test.each<Broken>([
    [
      'an example of a body',
      { [`${bodies}/examples/required/value`]: { name: 'Marmalade' } },
      `${bodies}/examples/required/value/categoryId`,
      'the value does not fit its schema: /categoryId is missing.',
    ],
    [
      'an example with an integer beyond 64 bits',
      { [`${bodies}/examples/required/value/categoryId`]: 9223372036854775808n },
      `${bodies}/examples/required/value/categoryId`,
      '/categoryId must be an integer of 64 bits, not 9223372036854775808.',
    ],
    [
      'a default of a parameter',
      { [`${LIST}/parameters/0/schema/default`]: 101 },
      `${LIST}/parameters/0/schema/default`,
      'it must be at most 100, not 101.',
    ],
    [
      'an example of a parameter',
      { [`${LIST}/parameters/1/example`]: 'asleep' },
      `${LIST}/parameters/1/example`,
      'it must be one of "available", "pending", "sold", not "asleep".',
    ],
    [
      'an example of a header',
      { '/components/headers/Retry-After/example': 3 },
      `${LIST}/responses/429/headers/Retry-After/example`,
      'it must be a string, not 3.',
    ],
    [
      'an example deep inside a schema',
      { '/components/schemas/NewPet/properties/name/example': 7 },
      `${LIST}/responses/200/${JSON_BODY}/schema/items/allOf/0/properties/name/example`,
      'it must be a string, not 7.',
    ],
    [
      "an example of the error's body",
      { '/components/responses/Unauthorized/content/application~1json/example/status': '401' },
      `${LIST}/responses/401/${JSON_BODY}/example/status`,
      '/status must be an integer, not "401".',
    ],
  ])('%s', async (_, edits, pointer, excerpt) => {
    const fault = await faultAfter(edits);
    expect(fault.pointer).toBe(pointer);
    expect(fault.message).toContain(excerpt);
  });
});
