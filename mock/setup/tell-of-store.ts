import type { ControlEngine } from '../control/model';
import type { StoreStatus } from '../world/stores/status';

type Told = Pick<ControlEngine, 'store' | 'warnings' | 'worlds'>;

/**
 * Tells the log and the consoles once when the store can't be used any more, and once when it can be again.
 *
 * @param notice called with a sentence for the log
 */
export function tellOfStore({ store, warnings, worlds }: Told, notice: (text: string) => void): void {
  let lostAt: number | undefined;
  store.onStatus(({ state, since, reason = '' }) => {
    if (state !== 'ok') {
      if (lostAt === undefined) notice(`${reason} Until it is back, ${whose(state)} a 503.`);
      lostAt ??= since;
    } else if (lostAt !== undefined) {
      notice(`Redis is back after ${Math.max(1, Math.round((since - lostAt) / 1000))} s.`);
      lostAt = undefined;
    }
    const at = new Date(lostAt ?? since).toISOString();
    const told = whose(state).replace(/^./, (first) => first.toUpperCase());
    warnings.set('store', lostAt === undefined ? undefined : `${reason} ${told} a 503 since ${at}.`);
    // Whoever looks reads the warnings again.
    for (const world of worlds.all()) world.notices.announce();
  });
}

const whose = (state: StoreStatus['state']): string =>
  state === 'slow' ? 'requests that it keeps waiting get' : 'every request gets';
