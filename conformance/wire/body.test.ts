import { readBody } from './body';

const read = (text: string) => readBody(Buffer.from(text), undefined);

test('a table is kept as long as it is judged, and JSON that was read as its value', () => {
  const table = 'id,name\n'.repeat(10_000);
  expect(read(table)).toMatchObject({ text: table, isCut: false, bytes: table.length });
  const lines = '{"id":1}\n'.repeat(10_000);
  expect(read(lines)).toMatchObject({ text: lines, isCut: false });
  const list = JSON.stringify(Array.from({ length: 5000 }, (_, nth) => nth));
  expect(read(list)).toMatchObject({ isCut: true, json: { value: expect.arrayContaining([4999]) } });
  expect(read(list).text?.length).toBeLessThan(list.length);
});

test('of a table of millions of letters the beginning is kept', () => {
  const long = 'id,name\n'.repeat(200_000);
  expect(read(long)).toMatchObject({ isCut: true, bytes: long.length });
  expect(long.startsWith(read(long).text ?? '-')).toBe(true);
});
