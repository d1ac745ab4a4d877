import { type Exchange, isSafe } from '../exchange/exchange';
import type { Known } from '../records/known';
import { sameJson } from '../records/records';

/**
 * Whether an exchange replaces or patches a record that others write to at the same time: its reply may show what those
 * have written.
 */
export function isContested({ request }: Exchange, exchanges: readonly Exchange[], known: Known): boolean {
  const role = known.purposeOf(request.operation)?.role;
  if (role !== 'replace' && role !== 'patch') return false;
  return exchanges.some(
    ({ request: other }) =>
      other !== request &&
      !isSafe(other) &&
      other.operation.path === request.operation.path &&
      sameJson(other.path, request.path),
  );
}
