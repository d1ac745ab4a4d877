import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Outcome } from '../http/outcome';

/** The pages for a person to look at, by the folder that the build leaves each in. */
type PageFolder = 'console' | 'docs';

export const HTML = 'text/html; charset=utf-8';
export const SCRIPT = 'text/javascript; charset=utf-8';
export const STYLE = 'text/css; charset=utf-8';

/**
 * CSP Level 3: the page's own files and replies, pictures inside its files, nothing inline, nothing of another host, and
 * in no frame.
 */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** A file of a page as the build left it; undefined in a checkout that was not built. */
export function readPage(folder: PageFolder, name: string): string | undefined {
  try {
    return readFileSync(join(dirname(require.resolve('#package.json')), 'dist', folder, name), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * A file of a page as it is sent: with no body to send, what to do about that, as a text, since a person will read it.
 *
 * @param body a text, or a value that leaves as JSON; undefined where it was not built
 */
export function toPage(body: unknown, mediaType: string): Outcome {
  if (body !== undefined) return { status: 200, headers: HEADERS, body, mediaType };
  const remedy = 'This page has not been built. Run "npm run build" and ask again.\n';
  return { status: 503, headers: HEADERS, body: remedy, mediaType: 'text/plain; charset=utf-8' };
}
