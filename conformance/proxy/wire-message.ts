import { isUtf8 } from 'node:buffer';
import type { Kept } from './observed';

/** The first line and the headers of a message. */
interface Head {
  readonly first: string;
  /** By name in lower case; several of one name are joined by a comma. */
  readonly headers: ReadonlyMap<string, string>;
  /** Of all headers, as they came. */
  readonly names: readonly string[];
}

export function headOf(bytes: Uint8Array): Head {
  const [first = '', ...lines] = Buffer.from(bytes).toString('latin1').trim().split(/\r?\n/);
  const headers = new Map<string, string>();
  const names: string[] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 1) continue;
    names.push(line.slice(0, colon));
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}${name === 'cookie' ? '; ' : ', '}${value}`);
  }
  return { first, headers, names };
}

/**
 * The body of a request as text; undefined where there was none, or it is none that a schema describes: encoded, or no UTF-8. Of a
 * long one the beginning.
 */
export function requestTextOf({ bytes, length }: Kept, headers: Head['headers']): string | undefined {
  const encoding = headers.get('content-encoding') ?? 'identity';
  if (length === 0 || encoding !== 'identity' || !isUtf8(bytes)) return undefined;
  return Buffer.from(bytes).toString();
}
