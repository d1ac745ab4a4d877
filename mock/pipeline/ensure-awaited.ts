import { StoreUnavailable } from '../world/stores/failures';
import type { Waiting } from '../world/stores/in-time';
import type { Begun } from './ahead';

/**
 * Begins nothing more for a request that was answered meanwhile, and notes it nowhere once more.
 *
 * @param begun what was begun for it
 * @throws StoreUnavailable, which nobody hears of
 */
export function ensureAwaited({ isOver }: Waiting, begun?: Begun): void {
  if (!isOver) return;
  begun?.drop();
  throw new StoreUnavailable('The request was answered without this.');
}
