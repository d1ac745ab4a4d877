import type { Engine } from '../model';
import { createPresenter, type RecordedRequest } from '../recorded';
import type { World } from '../world/model';
import { createTest, type Pattern } from '../world/pattern';
import { readInstant } from './instant';

export type { Pattern } from '../world/pattern';

export interface RequestsQuery extends Omit<Pattern, 'body'> {
  readonly limit: number;
}

/** The requests of the journal that match, newest first. */
export function findRequests(
  { contract }: Engine,
  { journal }: World,
  { limit, ...pattern }: RequestsQuery,
): readonly RecordedRequest[] {
  return journal.find(testOf(pattern), limit).map(createPresenter(contract));
}

export interface Count {
  readonly count: number;
  /** How many older requests the journal has no longer, which may have matched. */
  readonly forgotten: number;
}

export const countRequests = ({ journal }: World, pattern: Pattern): Count => ({
  count: journal.count(testOf(pattern)),
  forgotten: journal.forgotten,
});

/** @throws Problem 400 for an instant that is none */
function testOf(pattern: Pattern): ReturnType<typeof createTest> {
  if (pattern.since !== undefined) readInstant('since', pattern.since);
  if (pattern.until !== undefined) readInstant('until', pattern.until);
  return createTest(pattern);
}
