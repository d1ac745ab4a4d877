/** The mock inside a page: for Storybook, static demos, component tests, and wherever no process can run. */
import { isObject } from '../../openapi/contract';
import { type OptionKind, readOptions, text } from '../../openapi/program/option';
import type { AnimalStore } from '../../openapi/types/animal-store';
import type { Api } from '../../openapi/types/api';
import { CONTROL_PATH } from '../pages/pages';
import { exportState, importState } from '../persistence/persistence';
import { inProcess, type MockInProcess } from '../server/in-process';
import { type MockRow, OPTIONS } from '../setup/options';
import { CONSOLE_KEY, consoleOver } from './console';
import { type Cookies, cookiesOfPage, createCookies } from './cookies';
import { createBetween } from './cross-origin';
import { originOfPage, type Surroundings } from './dom';
import { intercept } from './intercept';
import { isOfMock, openMock } from './open';
import { SHARED_OPTIONS, type SharedOptions, whyNoPlace } from './options';

export { ContractError, parseJson, stringifyJson } from '../../openapi/contract';
export type { AnimalStore } from '../../openapi/types/animal-store';
export type { Api } from '../../openapi/types/api';
export type { SessionClient, SessionOptions, WorldClient } from '../client/model';
export { serveWorker } from './worker';

const inCode = <Value>(expected: string, holds: (input: unknown) => input is Value): OptionKind<Value> => ({
  ...{ expected, holds },
  read: () => undefined,
  valueOf: (input) => input,
});

const PAGE_OPTIONS = {
  ...SHARED_OPTIONS,
  document: { help: 'the OpenAPI document', kind: inCode('an OpenAPI document as an object', isObject) },
  strict: OPTIONS.strict,
  keys: { help: 'the API keys', kind: inCode('an array of keys, as a keys file has it', Array.isArray) },
  consoleKey: { help: 'key that opens the console', kind: CONSOLE_KEY },
  state: { help: 'name under which the world is kept', kind: text('a name') },
} as const satisfies Readonly<Record<string, MockRow>>;

/** What `startMock` takes in a page. Each may be left out. */
export interface PageOptions extends SharedOptions {
  /** The OpenAPI document, as an object. It refers to no other file. Default: the shipped one. */
  readonly document?: Readonly<Record<string, unknown>>;
  /** Whether a document that has faults is refused. */
  readonly strict?: boolean;
  /** The API keys, as a keys file has them. Default: the shipped demo keys. */
  readonly keys?: readonly unknown[];
  /** A name under which IndexedDB keeps records, rate limits, clock and faults from one page to the next. */
  readonly state?: string;
  /** A key that opens the console over the page, such as `F2` or `Alt+M`, and closes it. */
  readonly consoleKey?: string;
  /** The origin whose API the mock answers for, such as `https://api.example`. Default: that of the page. */
  readonly origin?: string;
}

/** A mock that answers what the page asks below its base URL, by `fetch` and by `XMLHttpRequest`. All other requests go their way. */
export interface PageMock<A extends Api = AnimalStore> extends MockInProcess<A> {
  /** With the contract's prefix, e.g. `https://api.example/v1`. */
  readonly baseUrl: string;
  /** What of the options has no effect as it is, such as faults of the document: a page's console is not for it. */
  readonly warnings: readonly string[];
  /** The default world as the file of `--state` has it: records, rate limits, clock and faults. */
  exportState(): Promise<string>;
  /** Puts such a file's text in place of the default world. */
  importState(state: string): Promise<void>;
  /**
   * Shows the console over the page; its module, `console.mjs` beside this one, is loaded only then.
   *
   * @throws Error where that can't be loaded
   */
  openConsole(): Promise<void>;
}

/**
 * Starts a mock in the page, or in the worker, that calls it. After `close` requests go their way again.
 *
 * @throws ContractError if the document, the fixtures, the keys or the state can't be used
 * @throws TypeError for an unknown option or an invalid value
 */
export async function startMock<Given extends PageOptions = PageOptions>(
  options?: Given,
): Promise<PageMock<ApiOf<Given>>> {
  const { origin: named, consoleKey, ...given } = readOptions('startMock', PAGE_OPTIONS, options ?? {});
  // The cast is true in a browser; the types are those of Node.
  const page = globalThis as unknown as Surroundings;
  const own = originOfPage(page);
  const root = named ?? own;
  if (root === undefined) throw new TypeError('startMock: name the "origin", since nothing here has an address.');

  const { live, warnings, fetch, answer, close } = await openMock(given, [root, ...(own === undefined ? [] : [own])]);
  const { prefix } = live.engine.contract;
  const problem = whyNoPlace(prefix, root === own ? undefined : root);
  if (problem !== undefined) {
    await close();
    throw new TypeError(`startMock: ${problem}.`);
  }
  const stop = intercept(page, {
    takes: (url) => isOfMock(root, prefix, url),
    ...createBetween(own, cookiesIn(page))(answer),
  });
  const shown = consoleOver(page, { key: consoleKey, base: `${CONTROL_PATH}/`, origin: root, fetch });
  const { mock } = inProcess(live, fetch, async () => {
    stop();
    shown.close();
    await close();
  });
  const members = {
    ...{ baseUrl: root + prefix, warnings },
    exportState: () => exportState(live),
    importState: (state: string) => importState(live, state),
    openConsole: shown.open,
  };
  // The cast is true as far as the caller knows the document and the keys.
  return Object.assign(mock, members) as PageMock<ApiOf<Given>>;
}

function cookiesIn(page: Surroundings): Cookies {
  const { document, location } = page;
  const site = document && cookiesOfPage(document, () => location?.pathname ?? '/');
  return createCookies(({ origin }) => (origin === originOfPage(page) ? site : undefined));
}

/** With a document or keys of one's own it is any API. */
type ApiOf<Given extends PageOptions> = Given extends { readonly document: object } | { readonly keys: object }
  ? Api
  : AnimalStore;
