import { withKeptBodies } from '../rules/kept-bodies';
import type { Entry, NewEntry } from '../stores/journal';

/** A request that is over, with what a test says of it. */
export const newEntry = (some: Partial<NewEntry> = {}): NewEntry => ({
  ...{ at: 0, milliseconds: 1, method: 'GET', path: '/things', query: '', operationId: undefined, keyName: undefined },
  ...{ status: 200, faultId: undefined, requestHeaders: [], requestBody: undefined },
  ...{ responseHeaders: [], responseBody: '' },
  ...some,
});

/** What a journal makes of it. */
export const entry = (some: Partial<NewEntry> = {}): Entry => ({
  ...{ id: 1, requestTruncated: false, responseTruncated: false },
  ...withKeptBodies(newEntry(some)),
});
