import { withDefaults } from '../../openapi/program/option';
import type { Live } from '../control/model';
import { logTo } from '../observe/log';
import { CONTROL_PATH } from '../pages/pages';
import { type Persistence, persist } from '../persistence/persistence';
import { createFetch, type MockFetch } from '../server/fetch';
import { createParts, handlerOf } from '../server/part';
import { engineAtStart } from '../setup/engine';
import { readInputs } from '../setup/inputs';
import { OPTIONS } from '../setup/options';
import type { PageValues } from './options';

/** A mock without a port. */
export interface Opened {
  readonly live: Live;
  /** What the command would print at the start: of the document above all. */
  readonly warnings: readonly string[];
  readonly fetch: MockFetch;
  /** Answers a request of the page. What it writes is saved before: nobody asks a page, or a worker, before it ends. */
  answer(request: Request): Promise<Response>;
  /** Waits until what has changed is saved, where it is: soon, or at once. */
  readonly settled: Persistence['settled'];
  close(): Promise<void>;
}

/**
 * @param origins whose pages may use the control plane, and whose addresses the mock has
 * @throws ContractError if what it is made from can't be used
 */
export async function openMock({ document, keys, ...given }: PageValues, origins: readonly string[]): Promise<Opened> {
  const options = { ...withDefaults(OPTIONS, given), adminOrigin: origins };
  const warnings: string[] = [];
  let isStarting = true;
  const notice = (line: string): void => {
    if (isStarting) warnings.push(line);
  };
  const inputs = await readInputs({ ...options, document, keys }, notice);
  // Nobody asked for a log, and the page's console is the page's own.
  const log = logTo('silent', { write: (_, done) => done(), waiting: () => 0 });
  const live = { engine: await engineAtStart(options, inputs, log, notice) };
  const persistence = options.state === undefined ? undefined : await persist(live, options.state, notice);
  isStarting = false;
  const fetch = createFetch(handlerOf(createParts(live)));
  const settled: Opened['settled'] = async (when) => persistence?.settled(when);
  return {
    ...{ live, warnings, fetch, settled },
    async answer(request) {
      const reply = await fetch(request);
      if (!isReading(request)) await settled('at once');
      return reply;
    },
    async close() {
      await persistence?.close();
      await live.engine.worlds.leave();
    },
  };
}

export const isReading = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

const isBelow = (base: string, url: string): boolean =>
  url.startsWith(base) && /^($|[/?#])/.test(url.slice(base.length));

/** Whether an address is one of a mock at a root, which has no slash at its end: of its API, or of its control plane. */
export const isOfMock = (root: string, prefix: string, url: string): boolean =>
  isBelow(root + prefix, url) || isBelow(root + CONTROL_PATH, url);
