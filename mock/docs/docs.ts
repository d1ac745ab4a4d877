import type { Contract } from '../../openapi/contract';
import type { Outcome } from '../http/reply';
import { CONTROL_PATH, DOCS_PATH, DOCUMENT_PATH, pageFileAt, toPage } from '../pages/pages';
import type { DocsConfig } from './config';

interface Shown {
  readonly contract: Contract;
  /** The value of a key that is no secret. */
  readonly demoKey: string | undefined;
  /** Whether the control plane is on. */
  readonly hasConsole: boolean;
}

/** The contract's reference page or one of its files, if the path is one of theirs. */
export function docsAt(path: string, shown: Shown): Outcome | undefined {
  // Relative, so that it works behind a proxy with another prefix.
  if (path === DOCS_PATH) return { status: 308, headers: { Location: 'docs/' }, body: undefined, mediaType: '' };
  if (!path.startsWith(`${DOCS_PATH}/`)) return undefined;
  return path === `${DOCS_PATH}/config.json` ? toPage(configOf(shown), 'application/json') : pageFileAt(path);
}

function configOf({ contract, demoKey, hasConsole }: Shown): DocsConfig {
  return {
    document: `..${DOCUMENT_PATH}`,
    prefix: contract.prefix,
    console: hasConsole ? `..${CONTROL_PATH}/` : undefined,
    demoKey,
  };
}
