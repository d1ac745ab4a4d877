import { evidenceOf } from '../exchange/evidence';
import type { Exchange } from '../exchange/exchange';
import { replyIdsIn } from '../exchange/reply-ids';

/** So many ids are remembered: the newest. */
const MOST = 2000;

/** Remembers which reply had which id of its own. */
export function createShownIds() {
  const shown = new Map<string, Exchange>();
  const keyOf = (name: string, value: string): string => JSON.stringify([name.toLowerCase(), value]);
  return {
    before: (name: string, value: string): Exchange | undefined => shown.get(keyOf(name, value)),
    note(exchange: Exchange): void {
      for (const { name, value } of replyIdsIn(exchange)) {
        shown.set(keyOf(name, value), evidenceOf(exchange));
        const [oldest] = shown.keys();
        if (shown.size > MOST && oldest !== undefined) shown.delete(oldest);
      }
    },
  };
}
