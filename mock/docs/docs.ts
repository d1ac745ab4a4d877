import type { Contract } from '../../openapi/contract';
import type { Outcome } from '../http/outcome';
import { DOCUMENT_PATH } from '../pages/document';
import { HTML, readPage, SCRIPT, STYLE, toPage } from '../pages/pages';
import type { DocsConfig } from './config';

/** The path of the reference page, where people read and try the contract. */
export const DOCS_PATH = '/docs';

interface Page {
  readonly mediaType: string;
  /** A text, or a value to be sent as JSON; undefined if it was not built. */
  readonly body: (shown: Shown) => unknown;
}

interface Shown {
  readonly contract: Contract;
  /** The value of a key that may be shown to anybody. */
  readonly demoKey: string | undefined;
  /** Whether the control plane is on. */
  readonly hasConsole: boolean;
}

/** The files below the page's folder, by name; read on request, since most runs never need them. */
const PAGES: Readonly<Record<string, Page>> = {
  '': { mediaType: HTML, body: () => readPage('docs', 'index.html') },
  'main.js': { mediaType: SCRIPT, body: () => readPage('docs', 'main.js') },
  'style.css': { mediaType: STYLE, body: () => readPage('docs', 'style.css') },
  'config.json': { mediaType: 'application/json', body: configOf },
};

/** The contract's reference page or one of its files, if the path is one of theirs. */
export function docsAt(path: string, shown: Shown): Outcome | undefined {
  // Relative, so that it works behind a proxy with another prefix.
  if (path === DOCS_PATH) return { status: 308, headers: { Location: 'docs/' }, body: undefined, mediaType: '' };
  const name = path.startsWith(`${DOCS_PATH}/`) ? path.slice(DOCS_PATH.length + 1) : undefined;
  const page = name !== undefined && Object.hasOwn(PAGES, name) ? PAGES[name] : undefined;
  if (page === undefined) return undefined;
  return toPage(page.body(shown), page.mediaType);
}

function configOf({ contract, demoKey, hasConsole }: Shown): DocsConfig {
  return {
    document: `..${DOCUMENT_PATH}`,
    prefix: contract.prefix,
    console: hasConsole ? '../__admin/' : undefined,
    demoKey,
  };
}
