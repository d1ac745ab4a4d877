import { join } from 'node:path';
import { loadContract } from '../load';
import {
  type Broken,
  contractOf,
  faultAfter,
  faultOf,
  SHIPPED_TEXT,
  shippedWith,
  withFiles,
} from '../testing/documents';

const LIST = '/paths/~1pets/get';

describe("OpenAPI's own schema refuses", () => {
  test.each<Broken>([
    [
      'a word that it does not know',
      { [`${LIST}/sumary`]: 'Lists' },
      LIST,
      '"sumary" is not a field that OpenAPI has here',
    ],
    ['an operation without responses', { [`${LIST}/responses`]: undefined }, LIST, '"responses" is missing'],
    [
      'a parameter in no known place',
      { [`${LIST}/parameters/0/in`]: 'body' },
      `${LIST}/parameters/0/in`,
      'expected one of',
    ],
    ['a path without a slash', { '/paths/cats': {} }, '/paths/cats', 'a path must begin with a slash.'],
  ])('%s', async (_, edits, pointer, excerpt) => {
    const fault = await faultAfter(edits);
    expect(fault.pointer).toBe(pointer);
    expect(fault.message).toContain(excerpt);
  });
});

describe('a reference is refused', () => {
  const status = '/components/schemas/NewPet/properties/status';
  test.each<Broken>([
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
  ])('%s', async (_, edits, pointer, excerpt) => {
    const fault = await faultAfter(edits);
    expect(fault.pointer).toBe(pointer);
    expect(fault.message).toContain(excerpt);
  });
});

describe('a file that the document refers to', () => {
  const text = SHIPPED_TEXT.replace('#/components/schemas/PetStatus', './status.yaml#/PetStatus');
  const pointer = '/paths/~1pets/get/parameters/1/schema/$ref';

  test('is named where it is not what it should be', async () => {
    await withFiles({ 'a.yaml': text, 'status.yaml': 'PetStatus: [' }, async (folder) => {
      const fault = await faultOf(loadContract(join(folder, 'a.yaml'), [], { strict: true }));
      expect(fault.source).toMatch(/^file:.*\/status\.yaml$/);
      expect(fault.problem).toMatch(/^is not YAML or JSON: .* at line 2, column 1\.$/);
    });
  });

  test('is told where it lacks the place', async () => {
    await withFiles({ 'a.yaml': text, 'status.yaml': 'Status: {}' }, async (folder) => {
      const fault = await faultOf(loadContract(join(folder, 'a.yaml'), [], { strict: true }));
      expect(fault).toMatchObject({ source: join(folder, 'a.yaml'), pointer });
      expect(fault.problem).toContain('"PetStatus" does not exist');
    });
  });
});

test('bounds beyond 2^53 are taken, and stay what they are', async () => {
  const bounds = { type: 'integer', format: 'int64', minimum: -9223372036854775808n, maximum: 9223372036854775807n };
  const { operations } = await contractOf(shippedWith({ '/paths/~1pets~1{petId}/get/parameters/0/schema': bounds }));
  expect(operations[2]?.parameters[0]?.schema).toStrictEqual(bounds);
});

test('a reference that stands in several places becomes the same object in each', async () => {
  const { operations } = await contractOf(shippedWith({}));
  const [list, create, read] = operations;
  const created = create?.replies[0]?.content[0]?.schema;
  expect(created).toBeDefined();
  expect(list?.replies[0]?.content[0]?.schema?.items).toBe(created);
  expect(read?.replies[0]?.content[0]?.schema).toBe(created);
});
