import { newEntry } from '../testing/entries';
import type { Journal } from './journal';
import type { Awaitable } from './store';

/**
 * How journals share what memory there is.
 *
 * @param make gives so many that take no more than so many bytes together, each of them for 1000 entries
 */
export function describeJournalMemory(
  name: string,
  make: (journals: number, bytes: number) => Awaitable<readonly Journal[]>,
): void {
  const BODY = 'x'.repeat(1000);
  const counts = async (journals: readonly Journal[]): Promise<readonly number[]> =>
    Promise.all(journals.map(async (journal) => (await journal.count({})).count));
  /** Until what was added is in the journal: adding waits for nothing. */
  async function added(journal: Journal, count: number): Promise<void> {
    for (let nth = 0; nth < count; nth += 1) journal.add(newEntry({ responseBody: BODY }));
    const isThere = async () => {
      const told = await journal.count({});
      return told.count + told.forgotten >= count;
    };
    while (!(await isThere())) await new Promise(setImmediate);
  }

  describe(name, () => {
    it('forgets its oldest entries where they take too much, and says how many', async () => {
      const [journal] = await make(1, 100_000);
      if (journal === undefined) throw new Error('no journal was made');
      await added(journal, 500);
      const { count, forgotten } = await journal.count({});
      expect(count + forgotten).toBe(500);
      expect(count).toBeGreaterThan(20);
      expect(count).toBeLessThan(100);
      const found = await journal.find({}, 999);
      expect(found.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, nth) => 500 - nth));
      expect((await journal.after(0)).map(({ id }) => id)).toEqual(found.map(({ id }) => id).toReversed());
      expect(await journal.find({}, 999, 501 - count)).toEqual([]);
    });

    it('goes on counting after it was cleared', async () => {
      const [journal] = await make(1, 100_000);
      await journal?.clear();
      for (let nth = 0; nth < 300; nth += 1) journal?.add(newEntry({ responseBody: BODY }));
      await journal?.clear();
      expect(await journal?.count({})).toEqual({ count: 0, forgotten: 0 });
      if (journal !== undefined) await added(journal, 3);
      expect(await journal?.count({})).toEqual({ count: 3, forgotten: 0 });
    });

    it('takes from the one that holds most, so that the history of others stays', async () => {
      const journals = await make(3, 100_000);
      const [quiet, loud, late] = journals;
      if (quiet === undefined || loud === undefined || late === undefined) throw new Error('too few journals');
      await added(quiet, 5);
      await added(loud, 500);
      await added(late, 5);
      const [ofQuiet, ofLoud, ofLate] = await counts(journals);
      expect([ofQuiet, ofLate]).toEqual([5, 5]);
      expect(ofLoud).toBeGreaterThan(10);
    });

    it('shares evenly among many that are as loud', async () => {
      const journals = await make(5, 300_000);
      for (let round = 0; round < 10; round += 1) for (const journal of journals) await added(journal, 20);
      const kept = await counts(journals);
      expect(Math.min(...kept)).toBeGreaterThan(Math.max(...kept) / 3);
    });
  });
}
