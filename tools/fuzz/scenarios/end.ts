import { boundOf, peakOf } from '../target/memory';
import { planeOf } from '../target/plane';
import { endedWithin, type Running } from '../target/start';
import type { Stage } from './model';

/** Within a second by itself; the rest is for a machine that is busy. */
const PATIENCE_MS = 3000;

/** Ends it by SIGTERM; sentences where it took more memory than it states, where it did not hear, or ended badly. */
export async function endGently(
  { controlPrefix, token }: Stage,
  mock: Running,
  patience = PATIENCE_MS,
): Promise<readonly string[]> {
  if (!mock.isAlive()) return [`it was gone before its end: ${await endedWithin(mock, 0)}`];
  const [bound, peak] = [await boundOf(planeOf(mock, controlPrefix, token, () => {})), peakOf(mock.pid)];
  const tooMuch =
    bound !== undefined && peak !== undefined && peak > bound
      ? [`it took ${Math.round(peak / 2 ** 20)} MiB, and states ${Math.round(bound / 2 ** 20)} MiB at the most`]
      : [];
  mock.signal('SIGTERM');
  const how = await endedWithin(mock, patience);
  if (how === 0) return tooMuch;
  const late = how === 'alive' ? `SIGTERM has not ended it in ${patience} ms` : `SIGTERM ended it with ${how}`;
  return [...tooMuch, late];
}
