import type { Credential, Request, Response } from '../../exchange/exchange';

/** No further request may be sent: the budget, the time or the server's patience is used up. */
export class OutOfBudget extends Error {
  override readonly name: string = 'OutOfBudget';
}

/** How many requests a reply says are left. @param name of the header, in lower case */
export function remainingOf({ headers }: Response, name: string | undefined): number | undefined {
  const text = name === undefined ? undefined : headers.get(name);
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** Milliseconds until the reset that a reply announces, by the server's own clock where it shows one. */
export function untilReset({ headers }: Response, name: string | undefined): number {
  const text = name === undefined ? undefined : headers.get(name);
  if (text === undefined || !/^\d+$/.test(text)) return 0;
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  return Math.max(0, Number(text) * 1000 - now);
}

/** What `Retry-After` asks for (RFC 9110 §10.2.3), else what is left until the reset; undefined where there is neither. */
export function retryAfterMs(response: Response, resetName: string | undefined): number | undefined {
  const text = response.headers.get('retry-after');
  if (text !== undefined && /^\d+$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text ?? '');
  if (!Number.isNaN(date)) return Math.max(0, date - (Date.parse(response.headers.get('date') ?? '') || Date.now()));
  return untilReset(response, resetName) || undefined;
}

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
