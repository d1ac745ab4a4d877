import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DOCUMENT_PATH } from '../document';
import type { Engine, Outcome } from '../model';
import type { DocsConfig } from './config';

/** Where a person reads about the contract and tries it. */
export const DOCS_PATH = '/docs';

interface Page {
  readonly mediaType: string;
  /** A text, or a value that leaves as JSON. */
  readonly body: (engine: DocsEngine) => unknown;
}

type DocsEngine = Pick<Engine, 'contract'> & Partial<Pick<Engine, 'demoKey'>>;

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

/** What is below the page's folder, by its name; read when it is asked for, since most runs never ask. */
const PAGES: Readonly<Record<string, Page>> = {
  '': { mediaType: HTML, body: () => built('index.html') },
  'main.js': { mediaType: SCRIPT, body: () => built('main.js') },
  'style.css': { mediaType: STYLE, body: () => built('style.css') },
  'config.json': { mediaType: 'application/json', body: configOf },
  'swagger-ui.js': {
    mediaType: SCRIPT,
    body: () => readFileSync(require.resolve('swagger-ui-dist/swagger-ui-bundle.js'), 'utf8'),
  },
  'swagger-ui.css': {
    mediaType: STYLE,
    body: () => readFileSync(require.resolve('swagger-ui-dist/swagger-ui.css'), 'utf8'),
  },
};

/** CSP Level 3: the page's own files and replies, pictures inside its stylesheet, nothing of another host, no frame. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** The contract's reference page, or a file of it; undefined for a path that is none of theirs. */
export function docsAt(path: string, engine: DocsEngine): Outcome | undefined {
  // Relative, so that it holds behind a proxy too.
  if (path === DOCS_PATH) return { status: 308, headers: { Location: 'docs/' }, body: undefined, mediaType: '' };
  const name = path.startsWith(`${DOCS_PATH}/`) ? path.slice(DOCS_PATH.length + 1) : undefined;
  const page = name !== undefined && Object.hasOwn(PAGES, name) ? PAGES[name] : undefined;
  if (page === undefined) return undefined;
  return { status: 200, headers: HEADERS, body: page.body(engine), mediaType: page.mediaType };
}

function configOf({ contract, demoKey }: DocsEngine): DocsConfig {
  const [scheme] = contract.operations.flatMap(({ security }) => security);
  return {
    document: `..${DOCUMENT_PATH}`,
    prefix: contract.prefix,
    credential: scheme === undefined || demoKey === undefined ? undefined : { scheme: scheme.name, value: demoKey },
  };
}

/** A file of the page, as the build left it. */
const built = (name: string): string =>
  readFileSync(join(dirname(require.resolve('#package.json')), 'dist', 'docs', name), 'utf8');
