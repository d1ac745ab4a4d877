/** Up to so many exchanges in a window of time all are judged, which are some 3,000 a second. */
const WINDOW_MS = 100;
const MOST = 300;
/** Of denser traffic so many, in a row. */
const SAMPLE = 20;

/**
 * Judging takes processor time from the server and its clients, where they share a machine: of dense traffic only a sample
 * is judged, so that it isn't slowed down.
 *
 * @param now milliseconds of a clock that never goes back
 * @returns tells of each exchange, once, whether it is to be judged
 */
export function createSampling(now: () => number): () => boolean {
  let begun = Number.NEGATIVE_INFINITY;
  let seen = 0;
  let most = MOST;
  return () => {
    const time = now();
    if (time - begun >= WINDOW_MS) {
      most = seen > MOST && time - begun < 2 * WINDOW_MS ? SAMPLE : MOST;
      begun = time;
      seen = 0;
    }
    seen += 1;
    return seen <= most;
  };
}
