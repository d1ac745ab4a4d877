import type { Pattern } from '../../../openapi/types/control';
import type { Entry } from '../stores/journal';
import { allOf, type Test, when } from './all-of';
import { createRequestTest } from './request-pattern';

/**
 * Makes the test that an entry of the journal passes if it matches.
 *
 * @param prefix what every path of the contract begins with; a pattern may leave it out
 * @throws RangeError for an instant that no `Date` can hold
 */
export function createTest({ status, since, until, ...request }: Pattern, prefix: string): Test<Entry> {
  return allOf<Entry>([
    ...when(status, statusTest),
    ...when(since, (wanted) => from(instantOf(wanted))),
    ...when(until, (wanted) => before(instantOf(wanted))),
    ...when(request.body, () => (entry: Entry) => !entry.requestTruncated),
    createRequestTest(request, prefix),
  ]);
}

function statusTest(wanted: string | number): Test<Entry> {
  const digits = String(wanted).replace(/xx$/i, '');
  return ({ status }) => String(status ?? '').startsWith(digits);
}

const from =
  (instant: number): Test<Entry> =>
  ({ at }) =>
    at >= instant;

const before =
  (instant: number): Test<Entry> =>
  ({ at }) =>
    at < instant;

function instantOf(text: string): number {
  const instant = Date.parse(text);
  if (Number.isNaN(instant)) throw new RangeError(`"${text}" is no instant that a date can hold.`);
  return instant;
}
