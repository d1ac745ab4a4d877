import type { Contract, Match } from '../../openapi/contract';
import { version } from '../../openapi/package/package-file';
import type { WithHeaders } from '../http/header-values';
import type { Outcome } from '../http/outcome';
import { fileOf, type PageFile, toPage } from '../pages/pages';
import type { ControlParts, Home } from './model';
import { pageOf } from './page';
import { placesOf } from './places';
import type { Readiness } from './readiness';

interface Shown {
  readonly contract: Contract;
  readonly match: (method: string, path: string) => Match;
  readonly control: ControlParts;
  readonly readiness: Readiness;
}

/** The files of the page, by path. */
const FILES: Readonly<Record<string, PageFile>> = {
  '/home/main.js': 'home/main.js',
  '/home/style.css': 'home/style.css',
};

/**
 * What stands at the root and at the base URL, the addresses that people and probes try first: a page for a browser, the
 * same as JSON for others; 503 once the mock is shutting down. Or a file of that page.
 *
 * @returns undefined for any other path
 */
export function homeAt(path: string, request: WithHeaders, shown: Shown): Outcome | undefined {
  const file = Object.hasOwn(FILES, path) ? FILES[path] : undefined;
  if (file !== undefined) return fileOf(file);
  const { prefix } = shown.contract;
  if (path !== '/' && path !== prefix && path !== `${prefix}/`) return undefined;
  const toRoot = '../'.repeat(path.split('/').length - 2);
  const home = homeOf(shown, toRoot);
  const { headers, ...outcome } = wantsPage(request) ? toPage(pageOf(home, toRoot)) : toPage(home, 'application/json');
  return {
    ...outcome,
    status: home.ready ? 200 : 503,
    // It depends on the origin too, as every reply does.
    headers: { ...headers, Vary: 'Origin, Accept', 'Cache-Control': 'no-store' },
  };
}

function homeOf({ contract, match, control, readiness }: Shown, toRoot: string): Home {
  const places = Object.entries(placesOf(match, control)).filter(([, path]) => path !== undefined);
  return {
    name: `${contract.title}, mocked`,
    ready: readiness.isReady,
    version: version(),
    contract: { title: contract.title, version: contract.version },
    baseUrl: contract.prefix,
    links: Object.fromEntries(places.map(([name, path]) => [name, toRoot + String(path).slice(1)])),
  };
}

/** Browsers name HTML; tools take anything (RFC 9110 §12.5.1). */
const wantsPage = ({ headers: { accept } }: WithHeaders): boolean => /\btext\/html\b/i.test(accept ?? '');
