import { setTimeout } from 'node:timers/promises';
import { parseJson } from '../../openapi/contract';
import { CONSOLE_FILES, CONTROL_PATH, DOCUMENT_PATH, pagePathAt } from '../pages/pages';
import { exportState, importState } from '../persistence/persistence';
import { cookiesOfStore, createCookies } from './cookies';
import { createBetween, isRedirect, withHeaders } from './cross-origin';
import type { FetchEvent, WorkerScope } from './dom';
import { isOfMock, isReading, type Opened, openMock } from './open';
import type { PageValues } from './options';

/** What the command `worker` writes into the file of a worker. */
export interface WorkerSettings {
  readonly options: PageValues;
  /** Whose requests are answered; absent: those below the worker's scope. */
  readonly origin?: string | undefined;
  readonly prefix: string;
  /** Of the contract: what is kept of one is not for another. */
  readonly title: string;
  /** Beside the worker, with the console's files in it. */
  readonly folder: string;
}

/** What a page asks of the worker by a message, beside HTTP. */
export type WorkerQuestion =
  | { readonly ask: 'where' }
  | { readonly ask: 'claim' }
  | { readonly ask: 'export' }
  | { readonly ask: 'import'; readonly state: string };

/** `where` is the address of the mock without the prefix. */
export type WorkerReply = { readonly value: string } | { readonly problem: string };

/**
 * Makes the service worker that calls it a mock: it answers what all pages of its scope ask below the base URL, in one world, which
 * IndexedDB keeps while the browser ends the worker, and starts it again.
 *
 * @param text the settings, as JSON with exact numbers
 */
export function serveWorker(text: string): void {
  // The casts are true: the command `worker` has written the one, and the other is the worker's.
  serve(globalThis as unknown as WorkerScope, parseJson(text) as unknown as WorkerSettings);
}

function serve(worker: WorkerScope, { options, origin, prefix, title, folder }: WorkerSettings): void {
  const scope = worker.registration.scope.replace(/\/$/, '');
  const home = origin ?? scope;
  const roots = [home, scope];

  let opening: Promise<Opened> | undefined;
  const opened = async (): Promise<Opened> => {
    opening ??= openMock({ ...options, state: `worker of ${scope}, ${title}` }, [...new Set(roots.map(originOf))]);
    try {
      return await opening;
    } catch (error) {
      // What was in the way may be gone by the next request.
      opening = undefined;
      throw error;
    }
  };
  const { cookieStore, origin: own } = worker;
  const site = cookieStore && cookiesOfStore(cookieStore, new URL(worker.registration.scope).pathname);
  const cookies = createCookies((url) => (url.origin === own ? site : undefined));
  const betweenPageAnd = createBetween(own, cookies);
  const answer = async (event: FetchEvent, root: string): Promise<Response> => {
    const { request } = event;
    const mock = await opened().catch(unable);
    if (mock instanceof Response) return mock;
    const { send, shown } = betweenPageAnd(async (sent) => mock.answer(await withoutPath(sent, root)));
    const reply = await send(request);
    if (isReading(request)) event.waitUntil(mock.settled('soon'));
    // Images are of no use where nothing can be seen of them, and the browser itself follows redirects.
    return request.mode === 'no-cors' || isRedirect(reply) ? reply : shown(request, reply, false);
  };
  const fromConsole = async (event: FetchEvent): Promise<Response> => {
    const client = await worker.clients.get(event.clientId);
    const isConsole = client?.url.startsWith(scope + CONTROL_PATH) === true;
    return isConsole ? answer(event, scope) : worker.fetch(event.request);
  };

  worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
  worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
  worker.addEventListener('fetch', (event) => {
    const { url } = event.request;
    const [address = ''] = url.split(/[?#]/);
    const file = address.startsWith(scope) ? pagePathAt(address.slice(scope.length)) : undefined;
    if (file?.startsWith(CONSOLE_FILES) === true) {
      const own = `${scope}/${folder}/console/${file.slice(CONSOLE_FILES.length)}`;
      event.respondWith(worker.fetch(own).then(({ body, headers }) => new Response(body, { headers })));
      return;
    }
    const root = roots.find((one) => isOfMock(one, prefix, url));
    if (root !== undefined) event.respondWith(answer(event, root));
    else if (address === scope + DOCUMENT_PATH) event.respondWith(fromConsole(event));
  });

  const replyTo = async (question: WorkerQuestion): Promise<string> => {
    if (question.ask === 'where') return home;
    if (question.ask === 'claim') {
      await worker.clients.claim();
      return '';
    }
    const { live, settled } = await opened();
    if (question.ask === 'export') return exportState(live);
    await importState(live, question.state);
    await settled('at once');
    return '';
  };
  // Another version waits until this one has nothing to do.
  const leave = new AbortController();
  worker.registration.addEventListener('updatefound', () => leave.abort());
  worker.addEventListener('message', (event) => {
    const [port] = event.ports;
    // Without a port it is what keeps the worker awake.
    if (port === undefined) {
      event.waitUntil(setTimeout(STAYS_MS, undefined, { signal: leave.signal }).catch(() => {}));
      return;
    }
    const send = (reply: WorkerReply): void => port.postMessage(reply);
    // The cast is true: the page's part of the mock alone has such ports.
    const reply = replyTo(event.data as WorkerQuestion).then(
      (value) => send({ value }),
      (error: unknown) => send({ problem: messageOf(error) }),
    );
    event.waitUntil(reply);
  });
}

/**
 * A browser ends a worker half a minute after it has done something, and gives it five minutes to do it. Tabs in the background may speak
 * once a minute: so it stays for two of their words.
 */
const STAYS_MS = 120_000;

const originOf = (url: string): string => new URL(url).origin;

/** A request as one to a mock at the root of its origin. That of a form or a link can't be copied as it is. */
async function withoutPath(request: Request, root: string): Promise<Request> {
  const { origin, pathname } = new URL(root);
  if (pathname === '/') return request;
  const { method, headers, signal, url } = request;
  const body = method === 'GET' || method === 'HEAD' ? undefined : await request.arrayBuffer();
  const moved = new Request(origin + url.slice(root.length), {
    ...{ method, signal },
    ...(body !== undefined && body.byteLength > 0 && { body }),
  });
  return withHeaders(moved, headers);
}

/** A mock that can't begin says why: as the state that it kept belongs to another document. */
const unable = (error: unknown): Response =>
  new Response(`The mock can't start: ${messageOf(error)}\n`, {
    status: 503,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
