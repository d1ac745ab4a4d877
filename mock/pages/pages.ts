import { memoizedByText, type Source } from '../../openapi/contract';
import { packageText as readPackageText } from '../../openapi/package/package-file';
import type { Outcome } from '../http/reply';

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

/** The path of the control plane and its console. */
export const CONTROL_PATH = '/__admin';
/** The path of the reference page, where people read and try the contract. */
export const DOCS_PATH = '/docs';

/** The files of the pages, by the path that serves them: where the build writes each, and its media type. */
const FILES: Readonly<Record<string, readonly [file: string, mediaType: string]>> = {
  [`${CONTROL_PATH}/`]: ['dist/pages/console/index.html', HTML],
  [`${CONTROL_PATH}/main.js`]: ['dist/pages/console/main.js', SCRIPT],
  [`${CONTROL_PATH}/style.css`]: ['dist/pages/console/style.css', STYLE],
  [`${DOCS_PATH}/`]: ['dist/pages/docs/index.html', HTML],
  [`${DOCS_PATH}/main.js`]: ['dist/pages/docs/main.js', SCRIPT],
  [`${DOCS_PATH}/style.css`]: ['dist/pages/docs/style.css', STYLE],
  '/home/main.js': ['dist/pages/home/main.js', SCRIPT],
  '/home/style.css': ['dist/pages/home/style.css', STYLE],
};

/** Where the build puts the files of the console. */
export const CONSOLE_FILES = 'dist/pages/console/';

/** Where the file lies that is served at this path. */
export const pagePathAt = (path: string): string | undefined => FILES[path]?.[0];

/** Where the files of all pages lie, from the package's root. */
export const pagePaths = (): readonly string[] => Object.values(FILES).map(([file]) => file);

/** CSP Level 3: files, replies and `data:` images of this origin only; nothing inline, and no embedding in a frame. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * The reply with a page or one of its files: 503 and what to do where it was not built, or can't be read at present.
 *
 * @returns undefined for any other path
 */
export function pageFileAt(path: string): Outcome | undefined {
  const found = FILES[path];
  if (found === undefined) return undefined;
  const [file, mediaType] = found;
  try {
    return toPage(packageText(file), mediaType);
  } catch (error) {
    // Reading throws errors of Node.
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT'
      ? refused('This page has not been built. Run "npm run build" and ask again.')
      : refused(`This page can't be read at present (${code}). Ask again in a second.`, { 'Retry-After': '1' });
  }
}

const refused = (remedy: string, headers: Readonly<Record<string, string>> = {}): Outcome => ({
  status: 503,
  headers: { ...HEADERS, ...headers },
  body: `${remedy}\n`,
  mediaType: 'text/plain; charset=utf-8',
});

/** The reply with a page that was made for the request: HTML, or a value to be sent as JSON. */
export const toPage = (body: unknown, mediaType = HTML): Outcome => ({
  status: 200,
  headers: HEADERS,
  body,
  mediaType,
});

/** Where the mock serves the contract as JSON. */
export const DOCUMENT_PATH = '/openapi.json';
/** Where it serves it as YAML. */
export const YAML_PATH = '/openapi.yaml';

const FORMS: Readonly<Record<string, (source: Source) => Pick<Outcome, 'body' | 'mediaType'>>> = {
  [DOCUMENT_PATH]: ({ json }) => ({ body: json, mediaType: 'application/json' }),
  // RFC 9512: the media type of YAML. JSON is YAML too.
  [YAML_PATH]: ({ text }) => ({ body: text, mediaType: 'application/yaml; charset=utf-8' }),
};

/** The mock's contract as JSON or YAML, by path; undefined for any other path. */
export function documentAt(path: string, source: Source): Outcome | undefined {
  return Object.hasOwn(FORMS, path)
    ? { status: 200, headers: {}, body: '', mediaType: '', ...FORMS[path]?.(source) }
    : undefined;
}

/**
 * The text of a file of this package, by its path from the package's root. Kept, so that it is there when no file
 * descriptor is left, and of the version that runs even if another one is installed.
 *
 * @throws an error of Node; then nothing is kept
 */
export const packageText: (path: string) => string = memoizedByText(readPackageText);

/** Keeps files for later; one that is not there, or can't be read now, is tried again when it is needed. */
export function keepTexts(paths: readonly string[]): void {
  for (const path of paths) {
    try {
      packageText(path);
    } catch {
      // The request that needs it is told what is wrong.
    }
  }
}
