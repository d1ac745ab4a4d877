import type { Request } from './exchange';

/**
 * Whether a body has half a surrogate pair in it. What a server makes of that is open (RFC 8259 §8.2): it may keep it, put
 * U+FFFD in its place, or refuse it. What only looks like one, behind an escaped backslash, is left open as well.
 */
export const hasHalfPair = ({ body = '' }: Request): boolean =>
  /\\ud[89a-f]/i.test(body) && /\\ud[89a-f]/i.test(body.replaceAll(PAIR, ''));

const PAIR = /\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}/gi;
