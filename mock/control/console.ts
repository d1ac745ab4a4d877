import { methodNotAllowed, type Problem } from '../errors/problems';
import type { Outcome } from '../http/reply';
import { fileOf, type PageFile } from '../pages/pages';
import type { Call } from '../pipeline/model';

/** The files of the console, by path. */
const FILES: Readonly<Record<string, PageFile>> = {
  '/__admin/': 'console/index.html',
  '/__admin/main.js': 'console/main.js',
  '/__admin/style.css': 'console/style.css',
};

const METHODS = ['GET', 'HEAD'];

/** The console's file at a path, if any. Served without a token, since the files hold nothing secret. */
export function pageAt({ request: { method }, path, query }: Call): Outcome | Problem | undefined {
  const isBare = path === '/__admin';
  const file = Object.hasOwn(FILES, path) ? FILES[path] : undefined;
  if (!isBare && file === undefined) return undefined;
  if (!METHODS.includes(method)) return methodNotAllowed(method, path, METHODS);
  // Relative, so that it works behind a proxy with another prefix.
  if (file === undefined) {
    const location = `__admin/${query === '' ? '' : `?${query}`}`;
    return { status: 308, headers: { Location: location }, body: undefined, mediaType: '' };
  }
  return fileOf(file);
}
