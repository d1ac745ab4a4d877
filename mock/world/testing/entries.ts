import { createMemoryRecords } from '../memory/records';
import { requestBodyOf, withKeptBodies } from '../rules/journal-entry';
import { momentAt } from '../rules/random';
import { type AdmissionRequest, NO_DEADLINE } from '../stores/admission';
import type { Entry, NewEntry, RequestFacts } from '../stores/journal';

/** A request that is over, with what a test says of it. */
export const newEntry = (some: Partial<NewEntry> = {}): NewEntry => ({
  ...requestFacts(),
  ...{ at: 0, milliseconds: 1, status: 200, faultId: undefined, responseHeaders: [], responseBody: '' },
  ...some,
});

/** The facts of a request, with what a test says of them. */
export const requestFacts = (some: Partial<RequestFacts> = {}): RequestFacts => ({
  ...{ method: 'GET', path: '/things', query: '', operationId: undefined, keyName: undefined },
  ...{ requestHeaders: [], requestBody: undefined },
  ...some,
});

/** A request that is to be admitted, with what a test says of it: its operation does not begin before. */
export const admissionRequest = (some: Partial<AdmissionRequest<never>> = {}): AdmissionRequest<never> => ({
  ...{ moment: momentAt(0, () => 0), account: 'key ann', allowances: undefined, facts: requestFacts() },
  ...{ deadline: NO_DEADLINE, records: createMemoryRecords(), begin: () => undefined },
  ...some,
});

/** What a journal makes of it. */
export function entry(some: Partial<NewEntry> = {}): Entry {
  const kept = withKeptBodies(newEntry(some));
  return { id: 1, requestTruncated: false, responseTruncated: false, ...kept, requestBody: requestBodyOf(kept) };
}
