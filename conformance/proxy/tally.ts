import type { RunResult } from '../verdict/finding';
import type { Reason } from './judging';

/** Lines that tell what went through and was not judged, or is not shown. */
export function tally(unjudged: ReadonlyMap<Reason, number>, { requests, exchanges }: RunResult): readonly string[] {
  const counts = [...unjudged].sort(([, one], [, other]) => other - one).map(([reason, count]) => `${count} ${reason}`);
  return [
    ...(counts.length === 0 ? [] : [`Passed on and not judged: ${counts.join(', ')}.`]),
    ...(exchanges.length < requests
      ? [`Of these the reports show ${exchanges.length} exchanges, the first ones.`]
      : []),
  ];
}
