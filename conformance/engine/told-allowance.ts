import type { Response } from '../exchange/exchange';

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
