import type { Contract } from '../../openapi/contract';
import type { Outcome } from '../http/reply';
import { DOCUMENT_PATH, fileOf, type PageFile, toPage } from '../pages/pages';
import type { DocsConfig } from './config';

/** The path of the reference page, where people read and try the contract. */
export const DOCS_PATH = '/docs';

interface Shown {
  readonly contract: Contract;
  /** The value of a key that may be shown to anybody. */
  readonly demoKey: string | undefined;
  /** Whether the control plane is on. */
  readonly hasConsole: boolean;
}

/** The built files below the page's folder, by name. */
const FILES: Readonly<Record<string, PageFile>> = {
  '': 'docs/index.html',
  'main.js': 'docs/main.js',
  'style.css': 'docs/style.css',
};

/** The contract's reference page or one of its files, if the path is one of theirs. */
export function docsAt(path: string, shown: Shown): Outcome | undefined {
  // Relative, so that it works behind a proxy with another prefix.
  if (path === DOCS_PATH) return { status: 308, headers: { Location: 'docs/' }, body: undefined, mediaType: '' };
  if (!path.startsWith(`${DOCS_PATH}/`)) return undefined;
  const name = path.slice(DOCS_PATH.length + 1);
  if (name === 'config.json') return toPage(configOf(shown), 'application/json');
  const file = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
  return file && fileOf(file);
}

function configOf({ contract, demoKey, hasConsole }: Shown): DocsConfig {
  return {
    document: `..${DOCUMENT_PATH}`,
    prefix: contract.prefix,
    console: hasConsole ? '../__admin/' : undefined,
    demoKey,
  };
}
