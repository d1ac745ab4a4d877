/** The page's part of a mock in a service worker. */
import { readOptions, text, type ValuesOf, withDefaults } from '../../openapi/program/option';
import type { AnimalStore } from '../../openapi/types/animal-store';
import type { Api } from '../../openapi/types/api';
import { type ConnectedMock, connectMock } from '../client/remote/connect';
import { CONSOLE_KEY, listenFor } from './console';
import type { PageWithWorkers, Registration, Worker } from './dom';
import type { WorkerQuestion, WorkerReply } from './worker';

export type { AnimalStore } from '../../openapi/types/animal-store';
export type { Api } from '../../openapi/types/api';
export type { ConnectedMock } from '../client/remote/connect';
export type { RemoteClock, RemoteSessionClient, RemoteWorldClient } from '../client/remote/world';

const OPTIONS = {
  file: {
    help: 'the file that animal-store-mock worker has written',
    kind: text('the address of a file'),
    default: '/animal-store-mock-worker.js',
  },
  consoleKey: { help: 'key that opens the console', kind: CONSOLE_KEY },
} as const;

/** What `startWorker` takes. Each may be left out. */
export interface WorkerOptions {
  /** The file that `animal-store-mock worker` has written. Default: `/animal-store-mock-worker.js`. */
  readonly file?: string;
  /** A key that opens the console, such as `F2` or `Alt+M`. */
  readonly consoleKey?: string;
}

/** A mock in a service worker: all tabs of the site have this one. */
export interface WorkerMock<A extends Api = AnimalStore> extends ConnectedMock<A> {
  /** The default world as the file of `--state` has it: records, rate limits, clock and faults. */
  exportState(): Promise<string>;
  /** Puts such a file's text in place of the default world. */
  importState(state: string): Promise<void>;
  /** Opens the console in a tab of its own, or shows that tab again. To be called when a user clicks or presses a key. */
  openConsole(): void;
  /** Ends the worker, too: requests go their way again in every tab. */
  remove(): Promise<void>;
}

/** A worker that hears nothing for half a minute is ended, and with it its sessions and its request log. */
const AWAKE_MS = 20_000;

/**
 * Starts the mock in the service worker of this site, or connects to it where it runs. From then on it answers what this page and
 * the other tabs ask below `baseUrl`.
 *
 * @throws TypeError for an unknown option or an invalid value
 * @throws Error where the page can't have such a worker
 */
export async function startWorker<A extends Api = AnimalStore>(options: WorkerOptions = {}): Promise<WorkerMock<A>> {
  const given = withDefaults(OPTIONS, readOptions('startWorker', OPTIONS, options));
  // The cast is true in a browser; the types are those of Node.
  return startIn(globalThis as unknown as PageWithWorkers, given);
}

async function startIn<A extends Api>(
  page: PageWithWorkers,
  { file, consoleKey }: ValuesOf<typeof OPTIONS>,
): Promise<WorkerMock<A>> {
  const { serviceWorker } = page.navigator;
  if (serviceWorker === undefined) {
    throw new Error('startWorker: this page has no service workers. They need HTTPS, or an address of this machine.');
  }
  const registration = await serviceWorker
    .register(file, { type: 'module', updateViaCache: 'none' })
    .catch(refuse(file));
  // By itself a browser looks for another version of the file only later. Without its server it keeps the one that it has.
  await registration.update().catch(() => {});
  const worker = await activeIn(registration, file);
  const ask = (question: WorkerQuestion): Promise<string> => asked(page, worker, question);
  if (serviceWorker.controller === null) {
    const taken = new Promise<void>((resolve) => {
      serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    });
    await ask({ ask: 'claim' });
    await taken;
  }
  const mock = await connectMock<A>(await ask({ ask: 'where' }));

  const openConsole = (): void => void page.open(`${registration.scope}__admin/`, 'animal-store-mock');
  const keys = listenFor(page, consoleKey, openConsole);
  const awake = setInterval(() => worker.postMessage('awake'), AWAKE_MS);
  const close = async (): Promise<void> => {
    clearInterval(awake);
    keys.stop();
    await mock.close();
  };
  return {
    ...mock,
    exportState: () => ask({ ask: 'export' }),
    importState: async (state) => void (await ask({ ask: 'import', state })),
    openConsole,
    close,
    [Symbol.asyncDispose]: close,
    async remove() {
      await close();
      await registration.unregister();
    },
  };
}

const refuse =
  (file: string) =>
  (error: unknown): never => {
    const folder = file.slice(0, file.lastIndexOf('/') + 1);
    throw new Error(
      `startWorker: ${file} can't be registered (${error instanceof Error ? error.message : String(error)}). ` +
        `Write it by animal-store-mock worker FOLDER, where FOLDER is what your server has at ${folder}.`,
    );
  };

/** The newest worker of a registration, once it is the one that answers. */
async function activeIn(registration: Registration, file: string): Promise<Worker> {
  const coming = registration.installing ?? registration.waiting;
  if (coming !== null) {
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (coming.state === 'activated' || coming.state === 'redundant') resolve();
      };
      coming.addEventListener('statechange', look);
      look();
    });
  }
  const { active } = registration;
  if (active === null) throw new Error(`startWorker: ${file} has not started.`);
  return active;
}

/** @throws Error with what the worker says */
async function asked({ MessageChannel }: PageWithWorkers, worker: Worker, question: WorkerQuestion): Promise<string> {
  const { port1, port2 } = new MessageChannel();
  const reply = await new Promise<WorkerReply>((resolve) => {
    // The cast is true: the worker sends no other.
    port1.onmessage = ({ data }) => resolve(data as WorkerReply);
    worker.postMessage(question, [port2]);
  });
  port1.close();
  if ('problem' in reply) throw new Error(`The mock in the worker: ${reply.problem}`);
  return reply.value;
}
