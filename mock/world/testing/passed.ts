import type { Operation } from '../../../openapi/contract';
import { createJournal, type Entry, type Passed } from '../journal';

/** A request that has passed, with what a test says of it. */
export const passed = (some: Partial<Passed> = {}): Passed => ({
  ...{ at: 0, milliseconds: 1, method: 'GET', path: '/things', query: '', operation: undefined, keyName: undefined },
  ...{ status: 200, faultId: undefined, requestHeaders: [], requestBody: undefined },
  ...{ responseHeaders: [], responseBody: '' },
  ...some,
});

/** What the journal makes of it. */
export function entry(some: Partial<Passed> = {}): Entry {
  const journal = createJournal(1);
  journal.add(passed(some));
  const [only] = journal.find(() => true, 1);
  if (only === undefined) throw new Error('the journal kept nothing');
  return only;
}

export const operation = (id: string): Operation => ({
  ...{ id, method: 'GET', path: `/${id}`, summary: '', deprecated: false, deprecation: undefined, parameters: [] },
  ...{ body: undefined, replies: [], security: [], pointer: '' },
});
