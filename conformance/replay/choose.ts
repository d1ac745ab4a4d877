import { UsageError } from '../../openapi/program/failure';
import { findingsOf, knownOf, type ListedFinding, type SavedReport } from '../report/saved';
import { findingName } from '../verdict/finding';

/**
 * The findings of a report that are meant.
 *
 * @param wanted the number of one (`3`, or `3.1` for the first that follows from it); a check, or `check:operation`, for all of those; undefined for every cause
 * @throws UsageError where there is none
 */
export function chooseFindings(report: SavedReport, wanted: string | undefined): readonly ListedFinding[] {
  const all = [...findingsOf(report), ...knownOf(report)];
  const numbered = all.filter(({ number }) => number !== undefined);
  if (wanted === undefined) {
    if (numbered.length > 0) return numbered;
    throw new UsageError('the report has no finding that counts: there is nothing to replay.');
  }
  const [check = '', operation] = wanted.split(/:(.*)/s);
  const chosen = /^\d+(\.\d+)?$/.test(wanted)
    ? numberedAs(report, wanted)
    : all.filter((one) => one.check === check && (operation === undefined || one.operation === operation));
  if (chosen.length > 0) return [...new Map(chosen.map((one) => [findingName(one), one])).values()];
  const names = [...new Set(all.map((one) => `${one.check}:${one.operation}`))];
  const shown = names.length === 0 ? 'none' : names.slice(0, 8).join(', ') + (names.length > 8 ? ', …' : '');
  throw new UsageError(
    `the report has no finding ${JSON.stringify(wanted)}; ${numbered.length === 0 ? 'none has a number' : `numbers go from 1 to ${numbered.length}`}, and these are in it: ${shown}`,
  );
}

/** A cause by its number, or what follows from it: `3.2` is the second that follows from the third. */
function numberedAs(report: SavedReport, wanted: string): readonly ListedFinding[] {
  const [cause, place = 0] = wanted.split('.').map(Number);
  // Each cause is followed by what follows from it, which has no number.
  const all = findingsOf(report);
  const from = all.findIndex(({ number }) => number === cause);
  const own = all.slice(from, from + place + 1);
  return from < 0 || own.slice(1).some(({ number }) => number !== undefined) ? [] : own.slice(place);
}
