import type { Credential, Request } from '../exchange/exchange';

/**
 * The first of some requests, as many as may be sent at once: at least one, and of each credential no more than are left of
 * its allowance.
 *
 * @param leftOf undefined where nothing is known of what is left
 */
export function waveOf(
  requests: readonly Request[],
  most: number,
  leftOf: (credential: Credential) => number | undefined,
): readonly Request[] {
  const counts = new Map<Credential, number>();
  const over = requests.slice(0, Math.max(1, most)).findIndex(({ credential }, index) => {
    const count = (counts.get(credential) ?? 0) + 1;
    counts.set(credential, count);
    return index > 0 && count > (leftOf(credential) ?? count);
  });
  return requests.slice(0, over < 0 ? Math.max(1, most) : over);
}
