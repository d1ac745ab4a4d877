import fc from 'fast-check';
import { createJournal, type Entry, type Journal, KEPT_BODY } from './journal';
import { entry, passed } from './testing/passed';

const all = () => true;
const idsOf = (entries: readonly Entry[]): readonly number[] => entries.map(({ id }) => id);

describe('a journal', () => {
  type Deed = 'add' | 'clear' | 'reset';
  const deeds = fc.array(fc.constantFrom<Deed>('add', 'add', 'add', 'add', 'add', 'clear', 'reset'), { maxLength: 60 });

  /** What the journal should be, in the plainest words. */
  function lived(capacity: number, lives: readonly Deed[]): { journal: Journal; kept: number[]; since: number } {
    const journal = createJournal(capacity);
    let lastId = 0;
    let since: number[] = [];
    for (const deed of lives) {
      if (deed === 'add') {
        journal.add(passed());
        lastId += 1;
        since.push(lastId);
      } else {
        journal[deed]();
        since = [];
        if (deed === 'reset') lastId = 0;
      }
    }
    return { journal, kept: capacity === 0 ? [] : since.slice(-capacity), since: since.length };
  }

  it('keeps the last so many since it was cleared, newest first, and counts the rest', () =>
    fc.assert(
      fc.property(fc.nat({ max: 9 }), deeds, (capacity, lives) => {
        const { journal, kept, since } = lived(capacity, lives);
        expect(idsOf(journal.find(all, Infinity))).toEqual(kept.toReversed());
        expect(journal.count(all)).toBe(kept.length);
        expect(journal.forgotten + kept.length).toBe(since);
      }),
    ));

  it('finds and counts what passes a test, and no more than is asked for', () =>
    fc.assert(
      fc.property(
        fc.nat({ max: 9 }),
        deeds,
        fc.nat({ max: 9 }),
        fc.integer({ min: 1, max: 4 }),
        (size, lives, limit, nth) => {
          const { journal, kept } = lived(size, lives);
          const test = ({ id }: Entry) => id % nth === 0;
          const matching = kept.filter((id) => id % nth === 0);
          expect(idsOf(journal.find(test, limit))).toEqual(matching.toReversed().slice(0, limit));
          expect(journal.count(test)).toBe(matching.length);
        },
      ),
    ));

  it('tells what came after an id, oldest first, and all of it to who has an id from before a reset', () =>
    fc.assert(
      fc.property(fc.nat({ max: 9 }), deeds, fc.integer({ min: -1, max: 70 }), (capacity, lives, id) => {
        const { journal, kept } = lived(capacity, lives);
        const lastId = lives.slice(lives.lastIndexOf('reset') + 1).filter((deed) => deed === 'add').length;
        expect(idsOf(journal.after(id))).toEqual(id > lastId ? kept : kept.filter((later) => later > id));
      }),
    ));

  it('tells a listener of each entry until it stops, each for itself', () => {
    const journal = createJournal(1);
    const heard: number[] = [];
    const hear = ({ id }: Entry) => heard.push(id);
    const stop = journal.listen(hear);
    const stopAgain = journal.listen(hear);
    journal.add(passed());
    stop();
    journal.clear();
    journal.add(passed());
    stopAgain();
    journal.add(passed());
    expect(heard).toEqual([1, 1, 2]);
  });

  it('tells listeners also when it keeps nothing', () => {
    const journal = createJournal(0);
    const heard: number[] = [];
    journal.listen(({ id }) => heard.push(id));
    journal.add(passed());
    expect(heard).toEqual([1]);
    expect(journal.forgotten).toBe(1);
  });

  it('is not harmed by a listener that throws, nor by one that leaves as it hears', () => {
    const journal = createJournal(5);
    const heard: number[] = [];
    journal.listen(() => {
      throw new Error('no');
    });
    const leave = journal.listen(({ id }) => {
      heard.push(id);
      leave();
    });
    journal.listen(({ id }) => heard.push(id));
    journal.add(passed());
    journal.add(passed());
    expect(heard).toEqual([1, 1, 2]);
    expect(journal.count(all)).toBe(2);
  });

  it('goes on keeping its word when a listener clears it', () => {
    const journal = createJournal(5);
    const stop = journal.listen(() => journal.clear());
    journal.add(passed());
    stop();
    journal.add(passed());
    expect(idsOf(journal.find(all, 9))).toEqual([2]);
    expect(journal.forgotten).toBe(0);
  });
});

describe('a body in the journal', () => {
  it.each([0, 1, KEPT_BODY])('of %d bytes is the very one that was added', (size) => {
    const requestBody = Buffer.alloc(size, 'x');
    const responseBody = 'x'.repeat(size);
    const kept = entry({ requestBody, responseBody });
    expect(kept.requestBody).toBe(requestBody);
    expect(kept.responseBody).toBe(responseBody);
    expect([kept.requestTruncated, kept.responseTruncated]).toEqual([false, false]);
  });

  it('beyond that is cut, and keeps nothing of the whole alive', () => {
    const requestBody = Buffer.alloc(KEPT_BODY + 1, 'x');
    const kept = entry({ requestBody, responseBody: 'x'.repeat(KEPT_BODY + 1) });
    expect(kept.requestBody).toHaveLength(KEPT_BODY);
    expect(kept.requestBody?.buffer).not.toBe(requestBody.buffer);
    expect(kept.responseBody).toBe('x'.repeat(KEPT_BODY));
    expect([kept.requestTruncated, kept.responseTruncated]).toEqual([true, true]);
  });

  it.each(['é', '€', '😀'])('is measured in bytes and cut between characters (%s)', (character) => {
    const bytes = Buffer.byteLength(character);
    const fitting = Math.floor(KEPT_BODY / bytes);
    expect(entry({ responseBody: character.repeat(fitting) }).responseTruncated).toBe(false);
    const kept = entry({ responseBody: character.repeat(fitting + 1) });
    expect(kept.responseBody).toBe(character.repeat(fitting));
    expect(kept.responseTruncated).toBe(true);
  });
});
