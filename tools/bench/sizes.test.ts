import { readFileSync } from 'node:fs';
import { writeFile } from '../../mock/testing/edited';
import { loadContract, SHIPPED_DOCUMENT, validatorOf } from '../../openapi/contract';
import { recordOf, writeRecords } from './sizes';
import { subjectOf } from './subject';

const subject = loadContract(SHIPPED_DOCUMENT).then(subjectOf);

test('a record is the example of the contract with an id, a text of its own, and a status in turn', async () => {
  const given = await subject;
  expect([1, 2, 3, 4].map((id) => recordOf(given, id))).toEqual([
    { id: 1, name: 'Biscuit 1', categoryId: 1, status: 'pending' },
    { id: 2, name: 'Biscuit 2', categoryId: 1, status: 'sold' },
    { id: 3, name: 'Biscuit 3', categoryId: 1, status: 'available' },
    { id: 4, name: 'Biscuit 4', categoryId: 1, status: 'pending' },
  ]);
});

test.each([1, 9999, 10_000, 10_001, 20_000])(
  'a file of %d records has all of them, and they are valid',
  async (count) => {
    const given = await subject;
    const path = writeFile('json', '');
    await writeRecords(path, given, count);
    const { pets } = JSON.parse(readFileSync(path, 'utf8')) as { pets: { id: number }[] };
    expect(pets.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, place) => place + 1));
    const validate = validatorOf(given.resource.schema, 'response');
    expect(pets.slice(0, 10).map((record) => validate(record))).toEqual(Array(Math.min(count, 10)).fill(undefined));
  },
);
