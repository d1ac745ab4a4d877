import { isObject, memoized } from '../../openapi/contract';
import type { Outcome } from '../http/reply';
import type { HttpRequest } from './request';

/** A reply up to this size takes no room: every connection may have one. */
export const SMALL_REPLY = 2 ** 16;

/** Takes room for the body of an outcome, if it may be large; the results are those of `HttpRequest.roomForReply`. */
export function roomForReply({ roomForReply }: HttpRequest, { body }: Outcome): Promise<boolean> | undefined {
  if (roomForReply === undefined || typeof body !== 'object' || body === null) return undefined;
  const bytes = Array.isArray(body) ? mostBytesOfList(body) : mostBytesOf(body);
  return bytes <= SMALL_REPLY ? undefined : roomForReply(bytes);
}

/** A store gives the same list again for as long as nothing in it has changed. */
const mostBytesOfList = memoized((list: readonly unknown[]): number => mostBytesOf(list));

/** How many bytes a value takes as JSON at the most. */
function mostBytesOf(value: unknown): number {
  if (typeof value === 'string') return mostBytesOfText(value);
  let bytes = PLAIN;
  if (Array.isArray(value)) for (const item of value) bytes += mostBytesOf(item);
  else if (isObject(value)) for (const name in value) bytes += mostBytesOfText(name) + mostBytesOf(value[name]);
  return bytes;
}

/** More than any number or literal takes, or a bracket and a comma. */
const PLAIN = 26;
/** `\u0001`. */
const ESCAPED = 6;
/** To look into a text that is no longer takes more time than it saves room. */
const SHORT = 64;

function mostBytesOfText(text: string): number {
  const { length } = text;
  return PLAIN + (length <= SHORT || WITH_ESCAPES.test(text) ? ESCAPED * length : Buffer.byteLength(text));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes them
const WITH_ESCAPES = /["\\\u0000-\u001f\u007f\ud800-\udfff]/;
