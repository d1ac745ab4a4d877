/** The mock inside a page: for Storybook, static demos, component tests, and wherever no process can run. */
import { type OptionKind, readOptions, text, withDefaults } from '../../openapi/program/option';
import type { AnimalStore } from '../../openapi/types/animal-store';
import type { Api } from '../../openapi/types/api';
import { logTo } from '../observe/log';
import { createFetch } from '../server/fetch';
import { inProcess, type MockInProcess } from '../server/in-process';
import { apiOf, neverRejecting } from '../server/part';
import { engineAtStart } from '../setup/engine';
import { readInputs } from '../setup/inputs';
import { type MockOptions, type MockRow, OPTIONS } from '../setup/options';
import type { Surroundings } from './dom';
import { intercept } from './intercept';

export { ContractError, parseJson, stringifyJson } from '../../openapi/contract';
export type { AnimalStore } from '../../openapi/types/animal-store';
export type { Api } from '../../openapi/types/api';
export type { SessionClient, SessionOptions, WorldClient } from '../client/model';

/** Those of `createMock` that need no file and no network. */
const OF_PAGES = [
  ...(['fixtures', 'planLimits', 'banAfter', 'banSeconds', 'keepRemoved', 'seed'] as const),
  ...(['maxRecords', 'recordsMemory', 'journal', 'journalMemory', 'maxSessions'] as const),
  ...(['checkReplies', 'choices', 'choice', 'vary', 'except'] as const),
];

const origin: OptionKind<string> = text(
  'an origin such as https://api.example',
  (given) => URL.canParse(given) && new URL(given).origin === given,
);

const PAGE_OPTIONS = {
  ...(Object.fromEntries(OF_PAGES.map((name) => [name, OPTIONS[name]])) as Pick<
    typeof OPTIONS,
    (typeof OF_PAGES)[number]
  >),
  origin: { help: "whose requests to the contract's prefix are answered", kind: origin } satisfies MockRow,
};

/** What `startMock` takes in a page. Each may be left out. */
export interface PageOptions extends Pick<MockOptions, (typeof OF_PAGES)[number]> {
  /** The origin whose API the mock answers for, such as `https://api.example`. Default: that of the page. */
  readonly origin?: string;
}

/** A mock that answers what the page asks below its base URL, by `fetch` and by `XMLHttpRequest`. All other requests go their way. */
export interface PageMock<A extends Api = AnimalStore> extends MockInProcess<A> {
  /** With the contract's prefix, e.g. `https://api.example/v1`. */
  readonly baseUrl: string;
}

/**
 * Starts a mock in the page, or in the worker, that calls it. After `close` requests go their way again.
 *
 * @throws ContractError if the fixtures can't be used
 * @throws TypeError for an unknown option or an invalid value
 */
export async function startMock(options: PageOptions = {}): Promise<PageMock> {
  const given = readOptions('startMock', PAGE_OPTIONS, options);
  const values = withDefaults(OPTIONS, given);
  // The cast is true in a browser; the types are those of Node.
  const page = globalThis as unknown as Surroundings;
  const ownOrigin = given.origin ?? page.location?.origin;
  if (ownOrigin === undefined) throw new TypeError('startMock: name the "origin", since nothing here has an address.');

  const notice = (): void => {};
  const inputs = await readInputs(values, notice);
  // Nobody asked for a log, and the page's console is the page's own.
  const log = logTo('silent', { write: (_, done) => done(), waiting: () => 0 });
  const live = { engine: await engineAtStart(values, inputs, log, notice) };
  const api = apiOf(live);
  const fetch = createFetch(neverRejecting(live, api.answer));
  const baseUrl = ownOrigin + inputs.contract.prefix;
  const stop = intercept(page, {
    takes: (url) => isBelow(baseUrl, url),
    answer: async (request) => fetch(request),
  });
  const { mock } = inProcess(live, fetch, async () => {
    stop();
    await live.engine.worlds.leave();
  });
  // The cast is true: the contract and the keys are the shipped ones.
  return Object.assign(mock, { baseUrl }) as PageMock;
}

const isBelow = (base: string, url: string): boolean =>
  url.startsWith(base) && /^($|[/?#])/.test(url.slice(base.length));
