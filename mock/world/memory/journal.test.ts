import { KEPT_BODY } from '../stores/journal';
import { describeJournal } from '../stores/journal.behaviour';
import { describeJournalMemory } from '../stores/journal-memory.behaviour';
import { newEntry } from '../testing/entries';
import { createJournalMemory, createMemoryJournal } from './journal';

describeJournal('a journal in memory', createMemoryJournal);
describeJournalMemory('a journal in memory, beside others', (journals, bytes) => {
  const memory = createJournalMemory(bytes);
  return Array.from({ length: journals }, () => createMemoryJournal(1000, '', memory));
});

describe('a body in a journal in memory', () => {
  it.each([4096, KEPT_BODY])('of %d bytes is the very one that was added', async (size) => {
    const requestBody = Buffer.alloc(size, 'x');
    const journal = createMemoryJournal(1, '');
    journal.add(newEntry({ requestBody }));
    expect((await journal.after(0))[0]?.requestBody).toBe(requestBody);
  });

  it.each([0, 1, 256, 4095])(
    'of %d bytes has the same bytes, and does not keep the buffer alive that it is a part of',
    async (size) => {
      const requestBody = Buffer.concat([Buffer.from(Array.from({ length: size }, (_, place) => place % 256))]);
      const journal = createMemoryJournal(1, '');
      journal.add(newEntry({ requestBody }));
      const kept = (await journal.after(0))[0]?.requestBody;
      expect(kept?.equals(requestBody)).toBe(true);
      expect(kept).not.toBe(requestBody);
    },
  );

  it('of more bytes than are kept does not keep the whole of it alive', async () => {
    const requestBody = Buffer.alloc(KEPT_BODY + 1, 'x');
    const journal = createMemoryJournal(1, '');
    journal.add(newEntry({ requestBody }));
    expect((await journal.after(0))[0]?.requestBody?.buffer).not.toBe(requestBody.buffer);
  });
});
