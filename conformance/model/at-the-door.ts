import type { Exchange } from './exchange';

/**
 * Whether a refusal may come from what stands before the operation, by HTTP alone: too long a target, too large a body, or
 * a target whose percent-encoding is no text. A document need not list such replies (OpenAPI 3.0.3 §4.7.16).
 */
export function isAtTheDoor({ request: { target, body = '' }, response }: Exchange): boolean {
  const status = response?.status;
  if (status === 413) return body.length > LARGE_BODY;
  if (status === 414 || status === 431) return target.length > LONG_TARGET;
  return (status === 400 || status === 404) && !isText(target);
}

const LARGE_BODY = 10_000;
const LONG_TARGET = 1_000;

function isText(target: string): boolean {
  try {
    return !decodeURIComponent(target).includes('\0');
  } catch {
    return false;
  }
}
