import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { methodNotAllowed, type Problem } from '../errors/problems';
import type { Call, Outcome } from '../model';
import { consoleNotBuilt } from './problems';

/** The page for a person to look at, as the build left it. */
const FOLDER = join(dirname(require.resolve('#package.json')), 'dist', 'console');

/** Each file below `/__admin/`, by its path, and what it is. */
const FILES: Readonly<Record<string, { readonly name: string; readonly mediaType: string }>> = {
  '/__admin/': { name: 'index.html', mediaType: 'text/html; charset=utf-8' },
  '/__admin/main.js': { name: 'main.js', mediaType: 'text/javascript; charset=utf-8' },
  '/__admin/style.css': { name: 'style.css', mediaType: 'text/css; charset=utf-8' },
};

const METHODS = ['GET', 'HEAD'];

/** CSP Level 3: nothing but the page's own files, nothing inline, nothing of another host, and in no frame. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
};

/** The page's file at a path; undefined for a path that is none of its. It holds nothing secret. */
export function pageAt({ method, path, query }: Call): Outcome | Problem | undefined {
  const isBare = path === '/__admin';
  const file = Object.hasOwn(FILES, path) ? FILES[path] : undefined;
  if (!isBare && file === undefined) return undefined;
  if (!METHODS.includes(method)) return methodNotAllowed(method, path, METHODS);
  // Relative, so that it holds behind a proxy too.
  if (file === undefined) {
    const location = `__admin/${query === '' ? '' : `?${query}`}`;
    return { status: 308, headers: { Location: location }, body: undefined, mediaType: '' };
  }
  const body = read(file.name);
  return body === undefined ? consoleNotBuilt() : { status: 200, headers: HEADERS, body, mediaType: file.mediaType };
}

/** Undefined in a checkout that was not built. */
function read(name: string): string | undefined {
  try {
    return readFileSync(join(FOLDER, name), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
