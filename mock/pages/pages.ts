import { readFileSync } from 'node:fs';
import { packageFile } from '../../openapi/package/package-file';
import type { Outcome } from '../http/outcome';

/** The pages, by the folder that the build writes each to. */
type PageFolder = 'console' | 'docs' | 'home';

export const HTML = 'text/html; charset=utf-8';
export const SCRIPT = 'text/javascript; charset=utf-8';
export const STYLE = 'text/css; charset=utf-8';

/**
 * CSP Level 3: only files and replies of this origin, and images in `data:` URLs; nothing inline, and no embedding in a
 * frame.
 */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** A built file of a page; undefined if it has not been built. */
export function readPage(folder: PageFolder, name: string): string | undefined {
  try {
    return readFileSync(packageFile(`dist/pages/${folder}/${name}`), 'utf8');
  } catch (error) {
    // `readFileSync` throws errors of Node.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * The reply with a file of a page; if it was not built, a text that says how to build it.
 *
 * @param body a text, or a value to be sent as JSON; undefined if it was not built
 */
export function toPage(body: unknown, mediaType: string): Outcome {
  if (body !== undefined) return { status: 200, headers: HEADERS, body, mediaType };
  const remedy = 'This page has not been built. Run "npm run build" and ask again.\n';
  return { status: 503, headers: HEADERS, body: remedy, mediaType: 'text/plain; charset=utf-8' };
}
