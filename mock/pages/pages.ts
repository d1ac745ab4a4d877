import { readFileSync } from 'node:fs';
import { memoizedByText, type Source } from '../../openapi/contract';
import { packageFile } from '../../openapi/package/package-file';
import type { Outcome } from '../http/reply';

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

/** The files of the pages, by folder and name, as the build writes them. */
const FILES = {
  'console/index.html': HTML,
  'console/main.js': SCRIPT,
  'console/style.css': STYLE,
  'docs/index.html': HTML,
  'docs/main.js': SCRIPT,
  'docs/style.css': STYLE,
  'home/main.js': SCRIPT,
  'home/style.css': STYLE,
} as const;

export type PageFile = keyof typeof FILES;

const placeOf = (file: string): string => `dist/pages/${file}`;

/** Where the files of all pages lie, from the package's root. */
export const pagePaths = (): readonly string[] => Object.keys(FILES).map(placeOf);

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

/** The reply with a file of a page; 503 and what to do where it was not built, or can't be read at present. */
export function fileOf(file: PageFile): Outcome {
  try {
    return toPage(packageText(placeOf(file)), FILES[file]);
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
export function toPage(body: unknown, mediaType = HTML): Outcome {
  return { status: 200, headers: HEADERS, body, mediaType };
}

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
 * The text of a file of this package, by its path from the package's root. Kept from then on, so that it is there when no
 * file descriptor is left, and of the version that runs even if another one is installed.
 *
 * @throws an error of Node; then nothing is kept
 */
export const packageText: (path: string) => string = memoizedByText((path) => readFileSync(packageFile(path), 'utf8'));

/** Keeps files for later; one that is not there, or can't be read now, is tried again when it is needed. */
export function keepTexts(paths: readonly string[]): void {
  for (const path of paths) {
    try {
      packageText(path);
    } catch {
      // Whoever needs it says what is wrong.
    }
  }
}
