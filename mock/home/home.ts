import type { Contract, Match } from '../../openapi/contract';
import { version } from '../../openapi/package/package-file';
import type { WithHeaders } from '../http/headers';
import type { Outcome } from '../http/reply';
import { CONTROL_PATH, DOCS_PATH, DOCUMENT_PATH, pageFileAt, toPage, YAML_PATH } from '../pages/pages';
import type { Readiness } from './readiness';

interface Shown {
  readonly contract: Contract;
  readonly match: (method: string, path: string) => Match;
  readonly control: ControlParts;
  readonly readiness: Readiness;
}

/**
 * What stands at the root and at the base URL, which people and probes try first: a page for a browser, the same as JSON
 * for others; 503 once the mock is shutting down. Or a file of that page.
 *
 * @returns undefined for any other path
 */
export function homeAt(path: string, request: WithHeaders, shown: Shown): Outcome | undefined {
  const file = path.startsWith('/home/') ? pageFileAt(path) : undefined;
  if (file !== undefined) return file;
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

/** What the home says of the mock. */
function homeOf({ contract, match, control, readiness }: Shown, toRoot: string) {
  const places = Object.entries(placesOf(match, control)).filter(([, path]) => path !== undefined);
  const links: Places = Object.fromEntries(places.map(([name, path]) => [name, toRoot + String(path).slice(1)]));
  return {
    name: `${contract.title}, mocked`,
    ready: readiness.isReady,
    version: version(),
    contract: { title: contract.title, version: contract.version },
    baseUrl: contract.prefix,
    /** Relative to the address of the request, so that they are right behind a proxy with another prefix. */
    links,
  };
}

/** Browsers name HTML; tools take anything (RFC 9110 §12.5.1). */
const wantsPage = ({ headers: { accept } }: WithHeaders): boolean => /\btext\/html\b/i.test(accept ?? '');

/** What the mock serves beside the contract's own paths: where each is, if it is there at all. */
export interface Places {
  readonly console?: string | undefined;
  readonly reference?: string | undefined;
  readonly contract?: string | undefined;
  readonly contractYaml?: string | undefined;
  readonly health?: string | undefined;
}

/** Which parts of the control plane are served. */
export interface ControlParts {
  readonly hasConsole: boolean;
  readonly hasHealth: boolean;
}

/** The places as paths. If the contract has one of them itself, the mock does not; and the reference needs the document. */
export function placesOf(match: (method: string, path: string) => Match, control: ControlParts): Places {
  const free = (path: string): string | undefined => (match('GET', path).kind === 'unknownPath' ? path : undefined);
  const contract = free(DOCUMENT_PATH);
  return {
    console: control.hasConsole ? `${CONTROL_PATH}/` : undefined,
    reference: contract && free(DOCS_PATH),
    contract,
    contractYaml: free(YAML_PATH),
    health: control.hasHealth ? `${CONTROL_PATH}/health` : undefined,
  };
}

/**
 * The home as a page, which needs no script to be read.
 *
 * @param toRoot the way from the address of the request to the root, such as `../`
 */
function pageOf({ contract, ready, version, baseUrl, links }: ReturnType<typeof homeOf>, toRoot: string): string {
  const title = `${escaped(contract.title)} ${escaped(contract.version)}`;
  const base = toRoot + baseUrl.slice(1);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}, mocked</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${toRoot}home/style.css">
    <script type="module" src="${toRoot}home/main.js"></script>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      <p>${ready ? READY : SHUTTING_DOWN}</p>
      <h2>Base URL</h2>
      <p class="base"><a id="base-url" href="${escaped(base === '' ? './' : base)}">${escaped(baseUrl === '' ? '/' : baseUrl)}</a></p>
      <h2>Where to go</h2>
      <ul>
        ${PLACES.flatMap(([name, words, what]) => placeOf(links[name], words, what)).join('\n        ')}
      </ul>
    </main>
    <footer>Mock ${escaped(version)}</footer>
  </body>
</html>
`;
}

const READY = 'A mock of this API runs here. It answers as its contract says, and remembers what it is sent.';
const SHUTTING_DOWN = 'The mock of this API that runs here is shutting down.';

/** Name, words and meaning of each link, in the order of the page. */
const PLACES: readonly (readonly [name: keyof Places, words: string, what: string])[] = [
  ['console', 'Console', 'See requests as they come in; set the clock, the allowances, the records and faults.'],
  ['reference', 'API reference', 'Read what the API takes and replies, and try it.'],
  ['contract', 'Contract as JSON', 'The OpenAPI document that is mocked.'],
  ['contractYaml', 'Contract as YAML', 'The same document as it was written.'],
  ['health', 'Health', 'Whether the mock is ready, for programs that start it or look after it.'],
];

function placeOf(path: string | undefined, words: string, what: string): readonly string[] {
  return path === undefined ? [] : [`<li><a href="${escaped(path)}">${words}</a> <span>${what}</span></li>`];
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
