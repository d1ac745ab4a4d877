import fc from 'fast-check';
import { until } from '../../../openapi/program/testing/until';
import { newEntry } from '../testing/entries';
import { type Entry, type Journal, KEPT_BODY, type NewEntry } from './journal';
import type { Awaitable } from './store';

/**
 * What every journal does, but for how it matches a pattern, see `rules/patterns.test.ts`.
 *
 * @param makeFor gives an empty one that keeps so many entries, for a contract with this prefix
 * @param numRuns so many cases of each law; fewer where each step takes a round trip
 */
export function describeJournal(
  name: string,
  makeFor: (capacity: number, prefix: string) => Awaitable<Journal>,
  numRuns = 100,
): void {
  const make = (capacity: number) => makeFor(capacity, PREFIX);

  describe(`${name}, that is added to and cleared`, () => {
    /** What the journal should be, in the plainest words. */
    async function lived(capacity: number, steps: readonly Step[]) {
      const journal = await make(capacity);
      let lastId = 0;
      let since: number[] = [];
      for (const step of steps) {
        if (step === 'add') {
          lastId += 1;
          journal.add(newEntry({ path: pathOf(lastId) }));
          since.push(lastId);
        } else {
          await journal.clear();
          since = [];
        }
      }
      return { journal, kept: capacity === 0 ? [] : since.slice(-capacity), since: since.length, lastId };
    }

    it('keeps the last so many, and finds, counts and tells them from any id on, no more than are asked for', () =>
      fc.assert(
        fc.asyncProperty(fc.nat({ max: 9 }), steps, fc.nat({ max: 9 }), id, async (capacity, some, limit, id) => {
          const { journal, kept, since, lastId } = await lived(capacity, some);
          const forgotten = since - kept.length;
          expect(idsOf(await journal.find({}, Infinity))).toEqual(kept.toReversed());
          expect(await journal.count({})).toEqual({ count: kept.length, forgotten });
          const matching = kept.filter((one) => pathOf(one) === '/first');
          expect(idsOf(await journal.find({ path: '/first' }, limit))).toEqual(matching.toReversed().slice(0, limit));
          expect(await journal.count({ path: '/first' })).toEqual({ count: matching.length, forgotten });
          const earlier = kept.filter((one) => one < id).toReversed();
          expect(idsOf(await journal.find({}, limit, id))).toEqual(earlier.slice(0, limit));
          // All of it for an id that it has not given yet.
          const later = id > lastId ? kept : kept.filter((one) => one > id);
          expect(idsOf(await journal.after(id))).toEqual(later);
          expect(idsOf(await journal.after(id, limit))).toEqual(later.slice(0, limit));
        }),
        { numRuns: 2 * numRuns },
      ));

    it('finds and counts by a path without the prefix', async () => {
      const journal = await make(2);
      for (const path of ['/api/things/7', '/api/others/7']) journal.add(newEntry({ path }));
      expect(await journal.find({ path: '/things/*' }, 9)).toMatchObject([{ path: '/api/things/7' }]);
      expect(await journal.count({ path: '/things/*' })).toMatchObject({ count: 1 });
    });

    it('refuses to look for an instant that no date can hold', async () => {
      const journal = await make(1);
      await expect((async () => journal.find({ since: 'soon' }, 1))()).rejects.toThrow(RangeError);
      await expect((async () => journal.count({ until: 'late' }))()).rejects.toThrow(RangeError);
    });
  });

  describe(`${name}, listened to`, () => {
    it('tells each listener of each entry until it stops, each for itself', async () => {
      const journal = await make(1);
      const heard: number[] = [];
      const hear = ({ id }: Entry) => heard.push(id);
      const stop = journal.listen(hear);
      const stopAgain = journal.listen(hear);
      const hasHeard = async (count: number): Promise<void> => until(() => heard.length >= count);
      journal.add(newEntry());
      await hasHeard(2);
      stop();
      await journal.clear();
      journal.add(newEntry());
      await hasHeard(3);
      stopAgain();
      journal.add(newEntry());
      await settledIn(journal, 1);
      expect(heard).toEqual([1, 1, 2]);
    });

    it('tells listeners also when it keeps nothing', async () => {
      const journal = await make(0);
      const heard = new Promise<Entry>((resolve) => void journal.listen(resolve));
      journal.add(newEntry({ path: '/heard' }));
      expect(await heard).toMatchObject({ id: 1, path: '/heard' });
      expect(await journal.count({})).toEqual({ count: 0, forgotten: 1 });
    });

    it('is not harmed by a listener that throws, nor by one that leaves as it hears', async () => {
      const journal = await make(5);
      const heard: number[] = [];
      journal.listen(() => {
        throw new Error('no');
      });
      const leave = journal.listen(({ id }) => {
        heard.push(id);
        leave();
      });
      journal.listen(({ id }) => heard.push(id));
      journal.add(newEntry());
      journal.add(newEntry());
      await settledIn(journal, 2);
      await until(() => heard.length >= 3);
      expect(heard).toEqual([1, 1, 2]);
    });

    it('goes on counting when a listener clears it', async () => {
      const journal = await make(5);
      const cleared = new Promise<unknown>((resolve) => {
        const stop = journal.listen(() => {
          stop();
          resolve(journal.clear());
        });
      });
      journal.add(newEntry());
      await cleared;
      journal.add(newEntry());
      await settledIn(journal, 1);
      expect(idsOf(await journal.find({}, 9))).toEqual([2]);
      expect(await journal.count({})).toEqual({ count: 1, forgotten: 0 });
    });
  });

  describe(`${name}, and the bodies in it`, () => {
    /** An entry as it comes back from the journal. */
    async function kept(some: Partial<NewEntry>): Promise<Entry> {
      const journal = await make(1);
      journal.add(newEntry(some));
      const [only] = await journal.find({}, 1);
      if (only === undefined) throw new Error('the journal kept nothing');
      return only;
    }

    it.each([0, 1, KEPT_BODY])('keeps one of %d bytes whole', async (size) => {
      const requestBody = Buffer.alloc(size, 'x');
      const responseBody = 'x'.repeat(size);
      const entry = await kept({ requestBody, responseBody });
      expect(entry).toMatchObject({ responseBody, requestTruncated: false, responseTruncated: false });
      expect(entry.requestBody?.equals(requestBody)).toBe(true);
    });

    it('cuts a longer one', async () => {
      const requestBody = Buffer.alloc(KEPT_BODY + 1, 'x');
      const entry = await kept({ requestBody, responseBody: 'x'.repeat(KEPT_BODY + 1) });
      expect(entry.requestBody).toHaveLength(KEPT_BODY);
      expect(entry.responseBody).toBe('x'.repeat(KEPT_BODY));
      expect([entry.requestTruncated, entry.responseTruncated]).toEqual([true, true]);
    });

    it.each(['é', '€', '😀'])('measures one in bytes and cuts it between characters (%s)', async (character) => {
      const bytes = Buffer.byteLength(character);
      const fitting = Math.floor(KEPT_BODY / bytes);
      expect((await kept({ responseBody: character.repeat(fitting) })).responseTruncated).toBe(false);
      const entry = await kept({ responseBody: character.repeat(fitting + 1) });
      expect(entry.responseBody).toBe(character.repeat(fitting));
      expect(entry.responseTruncated).toBe(true);
    });
  });
}

const PREFIX = '/api';

type Step = 'add' | 'clear';
const steps = fc.array(fc.constantFrom<Step>('add', 'add', 'add', 'add', 'add', 'clear'), { maxLength: 60 });
const id = fc.integer({ min: -1, max: 70 });

/** Some entries are alike, so that a pattern finds several. */
const pathOf = (id: number): string => (id % 3 === 0 ? '/first' : '/other');

const idsOf = (entries: readonly Entry[]): readonly number[] => entries.map(({ id }) => id);

/** Until what was added is in the journal: adding waits for nothing. */
async function settledIn(journal: Journal, count: number): Promise<void> {
  while ((await journal.count({})).count < count) await new Promise(setImmediate);
}
