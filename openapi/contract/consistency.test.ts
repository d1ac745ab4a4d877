import { contractOf, type Edits, faultOf, shippedWith } from './testing/documents';

const LIST = '/paths/~1pets/get';
const CREATE = '/paths/~1pets/post';
const READ = '/paths/~1pets~1{petId}/get';
const SCHEME = '/components/securitySchemes/apiKey';
const JSON_BODY = 'content/application~1json';
const PLANS = '/x-plans';

/** What is done to the shipped document, the pointer that the error names, and a telling part of its message. */
type Row = readonly [what: string, edits: Edits, pointer: string, telling: string];

async function expectFault([, edits, pointer, telling]: Row): Promise<void> {
  const fault = await faultOf(contractOf(shippedWith(edits)));
  expect(fault.pointer).toBe(pointer);
  expect(fault.message).toContain(`document.yaml${pointer === '' ? '' : `#${pointer}`}: `);
  expect(fault.message).toContain(telling);
}

describe("OpenAPI's own schema refuses", () => {
  test.each<Row>([
    [
      'a word that it does not know',
      { [`${LIST}/sumary`]: 'Lists' },
      LIST,
      '"sumary" is not a word that OpenAPI knows',
    ],
    ['an operation without responses', { [`${LIST}/responses`]: undefined }, LIST, '"responses" is missing'],
    [
      'a parameter in no known place',
      { [`${LIST}/parameters/0/in`]: 'body' },
      `${LIST}/parameters/0/in`,
      'expected one of',
    ],
    ['a path without a slash', { '/paths/cats': {} }, '/paths', '"cats" is not a word'],
  ])('%s', (...row) => expectFault(row));
});

describe('a reference is refused', () => {
  const status = '/components/schemas/NewPet/properties/status';
  test.each<Row>([
    [
      'that leads nowhere',
      { [status]: { $ref: '#/components/schemas/Nope' } },
      `${status}/$ref`,
      '"Nope" does not exist',
    ],
    [
      'that leads nowhere, though others begin like it',
      { [status]: { $ref: '#/components/schemas/PetStatuses' } },
      `${status}/$ref`,
      '"PetStatuses" does not exist',
    ],
    [
      'that others end or continue',
      { [status]: { $ref: '#/components/schemas/PetStatu' } },
      `${status}/$ref`,
      '"PetStatu" does not exist',
    ],
    ['to a file that is not there', { [status]: { $ref: './none.yaml#/A' } }, `${status}/$ref`, 'none.yaml'],
  ])('%s', (...row) => expectFault(row));
});

describe('parts that disagree are refused:', () => {
  const cats = { get: { responses: { '200': { description: 'Cats' } } } };
  const catId = { name: 'catId', in: 'path', required: true, schema: { type: 'string' } };
  test.each<Row>([
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
      "the path /pets/{catId} can't be told from /pets/{petId}.",
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
      { [`${SCHEME}/scheme`]: 'basic' },
      `${SCHEME}/scheme`,
      'the security scheme "basic" is not supported. Use bearer, apiKey, oauth2 or openIdConnect.',
    ],
    [
      'one such of OpenAPI 3.1',
      { '/openapi': '3.1.0', [SCHEME]: { type: 'mutualTLS' } },
      `${SCHEME}/type`,
      'the security type "mutualTLS" is not supported.',
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
      `${LIST}/responses/200/${JSON_BODY}/schema`,
      'nothing can be held against the schema: Invalid regular expression',
    ],
    [
      'a multiple of nothing, in OpenAPI 3.1',
      { '/openapi': '3.1.0', [`${LIST}/parameters/0/schema/multipleOf`]: 0 },
      `${LIST}/parameters/0/schema`,
      'multipleOf must be more than 0, not 0.',
    ],
  ])('%s', (...row) => expectFault(row));
});

describe('a value that breaks its schema is refused:', () => {
  const bodies = `${CREATE}/requestBody/${JSON_BODY}`;
  test.each<Row>([
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
  ])('%s', (...row) => expectFault(row));
});

describe('an x- word is refused:', () => {
  const code = '/components/schemas/Error/properties/code/x-error';
  test.each<Row>([
    ['plans that are no list', { [PLANS]: {} }, PLANS, 'x-plans must be an array, not {}.'],
    ['a plan without a name', { [`${PLANS}/0/name`]: undefined }, `${PLANS}/0/name`, 'x-plans/0/name is missing.'],
    [
      'a plan that allows nothing',
      { [`${PLANS}/0/allowances`]: {} },
      `${PLANS}/0/allowances`,
      'x-plans/0/allowances must be an object of 1 or more properties, not {}.',
    ],
    [
      'a window that there is not',
      { [`${PLANS}/0/allowances/week`]: 1 },
      `${PLANS}/0/allowances/week`,
      'x-plans/0/allowances/week must be absent',
    ],
    ['an allowance of 0', { [`${PLANS}/0/allowances/day`]: 0 }, `${PLANS}/0/allowances/day`, 'not 0.'],
    [
      'a word for custom',
      { [`${PLANS}/3/allowances`]: 'any' },
      `${PLANS}/3/allowances`,
      'must be "custom", not "any".',
    ],
    [
      'the role of a header',
      { '/components/headers/X-RateLimit-Limit/x-allowance': 'limits' },
      `${LIST}/responses/200/headers/X-RateLimit-Limit/x-allowance`,
      'x-allowance must be one of "limit", "remaining", "reset", not "limits".',
    ],
    [
      'the role of a property',
      { [code]: 'kode' },
      `${LIST}/responses/401/${JSON_BODY}/schema/properties/code/x-error`,
      'x-error must be one of "status", "code", "message", not "kode".',
    ],
    [
      'a day that no calendar has',
      { [`${READ}/x-deprecation/removal`]: '2030-02-30' },
      `${READ}/x-deprecation/removal`,
      'x-deprecation/removal must be a text in the format date, not "2030-02-30". See openapi/extensions.schema.json.',
    ],
    [
      'an unknown part of a deprecation',
      { [`${READ}/x-deprecation/when`]: '2030-12-05' },
      `${READ}/x-deprecation/when`,
      'x-deprecation/when must be absent',
    ],
  ])('%s', (...row) => expectFault(row));
});
