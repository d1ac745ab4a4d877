import { loadContract, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { faults } from './faults';
import { lawful } from './lawful';
import { tally } from './tally';

test('the suite accuses no lawful server', async () => {
  const { accused } = await tally(await loadContract(SHIPPED_DOCUMENT), [], lawful, 600);
  expect(accused).toEqual([]);
}, 300_000);

test('within a budget of 60 requests it accuses nobody either, and catches most faults', async () => {
  const every = <T>(nth: number, things: readonly T[]): readonly T[] => things.filter((_, index) => index % nth === 0);
  const tried = every(11, faults);
  const { missed, accused } = await tally(await loadContract(SHIPPED_DOCUMENT), tried, every(5, lawful), 60);
  expect(accused).toEqual([]);
  expect(missed.length / tried.length).toBeLessThan(1 / 3);
}, 300_000);
