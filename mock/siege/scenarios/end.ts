import { boundOf, peakOf } from '../target/memory';
import { planeOf } from '../target/plane';
import type { Stage } from './model';
import type { Running } from './start';

/** Within a second by itself; the rest is for a machine that is busy. */
const PATIENCE_MS = 3000;

/** Ends it by SIGTERM; sentences where it took more memory than it states, where it did not hear, or ended badly. */
export async function endGently({ controlPrefix, token }: Stage, mock: Running): Promise<readonly string[]> {
  if (!mock.isAlive()) return [`it was gone before its end: ${await mock.ended(0)}`];
  const [bound, peak] = [await boundOf(planeOf(mock, controlPrefix, token, () => {})), peakOf(mock.pid)];
  const tooMuch =
    bound !== undefined && peak !== undefined && peak > bound
      ? [`it took ${Math.round(peak / 2 ** 20)} MiB, and states ${Math.round(bound / 2 ** 20)} MiB at the most`]
      : [];
  mock.signal('SIGTERM');
  const how = await mock.ended(PATIENCE_MS);
  if (how === 0) return tooMuch;
  const late = how === 'alive' ? `SIGTERM has not ended it in ${PATIENCE_MS / 1000} s` : `SIGTERM ended it with ${how}`;
  return [...tooMuch, late];
}
