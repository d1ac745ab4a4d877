import { setImmediate as nextTurn } from 'node:timers/promises';
import { createSlices } from './turns';

test('all who wait for a slice have one, in their order, each in a turn of the event loop of its own', async () => {
  const nextSlice = createSlices();
  const had: string[] = [];
  const take = async (name: string): Promise<void> => {
    for (let nth = 0; nth < 2; nth += 1) {
      await nextSlice();
      had.push(name);
    }
  };
  const all = Promise.all(['a', 'b', 'c'].map(take));
  const perTurn: number[] = [];
  while (had.length < 6) {
    const before = had.length;
    await nextTurn();
    perTurn.push(had.length - before);
  }
  await all;
  expect(had).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  expect(Math.max(...perTurn)).toBe(1);
});
