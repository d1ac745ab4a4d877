import { type Contract, loadContract, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { faults } from './faults';
import { lawful } from './lawful';
import { BEYOND, tally } from './tally';

/** A part of the proving ground, spread over all of it: the whole of it takes minutes, by `npm run selftest`. */
const every = <T>(nth: number, things: readonly T[]): readonly T[] => things.filter((_, index) => index % nth === 0);

describe('the suite, on servers that are not the mock', () => {
  let contract: Contract;

  beforeAll(async () => {
    contract = await loadContract(SHIPPED_DOCUMENT);
  });

  test('catches every fault but those that no black box can tell, and accuses no lawful server', async () => {
    const tried = every(4, faults);
    expect(tried.length).toBeGreaterThan(80);
    const { missed, accused } = await tally(contract, tried, lawful, 600);
    expect(missed.filter((name) => !BEYOND.has(name))).toEqual([]);
    expect(accused).toEqual([]);
  }, 300_000);

  test('catches most faults and accuses nobody within a budget of 60 requests', async () => {
    const tried = every(7, faults);
    const { missed, accused } = await tally(contract, tried, every(3, lawful), 60);
    expect(accused).toEqual([]);
    expect(missed.length / tried.length).toBeLessThan(1 / 3);
  }, 300_000);

  test('what is called beyond it is a fault of the proving ground', () => {
    const names = faults.map(({ name }) => name);
    expect([...BEYOND.keys()].filter((name) => !names.includes(name))).toEqual([]);
  });
});
