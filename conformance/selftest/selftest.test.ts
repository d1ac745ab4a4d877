import { type Contract, loadContract, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { faults } from './faults';
import { lawful } from './lawful';
import { BEYOND, type Tally, tally } from './tally';

describe('the suite, on servers that are not the mock', () => {
  let contract: Contract;
  let whole: Tally;

  beforeAll(async () => {
    contract = await loadContract(SHIPPED_DOCUMENT);
    whole = await tally(contract, faults, lawful, 600);
  }, 300_000);

  test('catches every fault but those that no black box can tell', () => {
    expect(whole.missed.filter((name) => !BEYOND.has(name))).toEqual([]);
  });

  test('accuses no lawful server', () => {
    expect(whole.accused).toEqual([]);
  });

  test('gives up on nothing that it once missed: what it catches now is not called beyond it', () => {
    expect([...BEYOND.keys()].filter((name) => !whole.missed.includes(name))).toEqual([]);
  });

  test('catches most faults and accuses nobody within a budget of 60 requests', async () => {
    const { missed, accused } = await tally(contract, sampled(faults), lawful, 60);
    expect(accused).toEqual([]);
    expect(missed.length / sampled(faults).length).toBeLessThan(0.2);
  }, 300_000);
});

/** Every fourth: the whole of them is told by `npm run selftest`. */
const sampled = <T>(things: readonly T[]): readonly T[] => things.filter((_, index) => index % 4 === 0);
