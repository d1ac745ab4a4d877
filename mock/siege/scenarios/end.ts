import type { Running } from './start';

/** Within a second by itself; the rest is for a machine that is busy. */
const PATIENCE_MS = 3000;

/** Ends it by SIGTERM; a sentence where that is not heard, or does not end it well. */
export async function endGently(mock: Running): Promise<readonly string[]> {
  if (!mock.isAlive()) return [`it was gone before its end: ${await mock.ended(0)}`];
  mock.signal('SIGTERM');
  const how = await mock.ended(PATIENCE_MS);
  if (how === 0) return [];
  return [how === 'alive' ? `SIGTERM has not ended it in ${PATIENCE_MS / 1000} s` : `SIGTERM ended it with ${how}`];
}
