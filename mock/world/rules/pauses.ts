import { setImmediate } from 'node:timers/promises';

/** How long a piece of long work may take before others have their turn, in milliseconds: several may be under way. */
const SLICE_MS = 5;
/**
 * Cuts long work into pieces. Asked after each small step, it gives a promise whenever the piece has taken long enough; to
 * be awaited, so that other work goes on in between. Work that is short is never cut.
 *
 * @param every the time is looked at after so many steps; more than one for those that take no longer than that look
 */
export function createPauses(every = 1): () => Promise<void> | undefined {
  let steps = 0;
  let begun = performance.now();
  const pause = async (): Promise<void> => {
    await setImmediate();
    begun = performance.now();
  };
  return () => {
    steps += 1;
    if (steps % every !== 0 || performance.now() - begun < SLICE_MS) return undefined;
    return pause();
  };
}
