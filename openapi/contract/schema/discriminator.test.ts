import { contractOf } from '../testing/documents';
import { discriminatorOf, meantBy, namedBranches } from './discriminator';
import { validatorOf } from './validators';

const animal = (more: object) => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { type: 'string' }, ...more },
});
const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Zoo', version: '1' },
  paths: {
    '/zoo': {
      post: {
        requestBody: {
          content: {
            'application/json': {
              schema: {
                oneOf: ['Cat', 'Dog', 'Snake'].map((name) => ({ $ref: `#/components/schemas/${name}` })),
                discriminator: {
                  propertyName: 'kind',
                  mapping: { feline: '#/components/schemas/Cat', moggy: 'Cat', dog: '#/components/schemas/Dog' },
                },
              },
            },
          },
        },
        responses: { 200: { description: 'Fine.' } },
      },
    },
  },
  components: {
    schemas: {
      Cat: animal({ lives: { type: 'integer', maximum: 9 } }),
      Dog: { allOf: [animal({}), { type: 'object', required: ['bark'], properties: { bark: { type: 'boolean' } } }] },
      Snake: animal({ length: { type: 'integer', minimum: 1 } }),
    },
  },
};

const schemaOf = async () => {
  const { operations } = await contractOf(DOCUMENT);
  return operations[0]?.body?.content[0]?.schema ?? {};
};

test('the schemas of a union are known by the values of a mapping, by name or by reference, and else by their own names', async () => {
  const schema = await schemaOf();
  expect(discriminatorOf(schema)?.branches.map(({ names }) => names)).toEqual([
    ['feline', 'moggy'],
    ['dog'],
    ['Snake'],
  ]);
  expect(meantBy(schema, { kind: 'moggy' })).toBe(schema.oneOf?.[0]);
  expect(meantBy(schema, { kind: 'Snake' })).toBe(schema.oneOf?.[2]);
  expect(meantBy(schema, { kind: 'Cat' })).toBeUndefined();
  expect(meantBy(schema, { kind: '__proto__' })).toBeUndefined();
});

test('a violation is told of the schema that the value means', async () => {
  const violation = validatorOf(await schemaOf(), 'request');
  expect(violation({ kind: 'dog' })).toMatchObject({ keyword: 'oneOf' });
  expect(violation({ kind: 'dog', lives: 10, length: 0 })).toMatchObject({ pointer: '/bark', found: 'nothing' });
  expect(violation({ kind: 'Snake', lives: 10, length: 0 })).toMatchObject({ pointer: '/length', found: '0' });
});

test('what is made of a union says what it is', async () => {
  const branches = namedBranches(await schemaOf()) ?? [];
  const kinds = branches.map((branch) => {
    const accepts = validatorOf(branch, 'request');
    return ['feline', 'moggy', 'dog', 'Snake', 'else'].filter((kind) => accepts({ kind, bark: true }) === undefined);
  });
  expect(kinds).toEqual([['feline', 'moggy'], ['dog'], ['Snake']]);
});
