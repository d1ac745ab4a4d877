import { isObject } from '../../openapi/contract';

/** What a response object of Playwright tells, of its `request` and of pages. */
export interface PlaywrightReply {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly status: number;
  readonly headers: unknown;
  readonly body: Buffer;
}

type Shape = Readonly<Record<string, unknown>>;

/**
 * Reads a response of Playwright.
 *
 * @throws Error where a page has it from elsewhere than the server: neither a pass nor a failure would be true
 */
export async function readPlaywright(shape: Shape): Promise<PlaywrightReply> {
  const request = await call(shape, 'request');
  const body = Buffer.from((await call(shape, 'body')) as Uint8Array);
  const [url, status] = [await call(shape, 'url'), Number(await call(shape, 'status'))];
  // One of `request.get()` and its like has no request, and came from the server.
  if (isObject(request)) await expectSent(shape, request, body.length);
  return {
    method: isObject(request) ? String(await call(request, 'method')) : undefined,
    url: typeof url === 'string' ? url : undefined,
    status,
    headers: (await call(shape, 'allHeaders')) ?? (await call(shape, 'headers')),
    body,
  };
}

/** @param length bytes of the body */
async function expectSent(shape: Shape, request: Shape, length: number): Promise<void> {
  if ((await call(shape, 'fromServiceWorker')) === true)
    throw new Error('this reply came from a service worker: open the context with serviceWorkers: "block"');
  const timing = await call(request, 'timing');
  const hasServer = !('serverAddr' in shape) || (await call(shape, 'serverAddr')) !== null;
  if (!hasServer && isObject(timing) && timing.requestStart === -1)
    throw new Error(
      'this reply came from the test itself (page.route), or from no server that the browser knows: judge the one that route.fetch() gives',
    );
  const sizes = await call(request, 'sizes');
  const isFromCache = isObject(sizes) && length > 0 && Number(sizes.responseBodySize) <= 0;
  if (isFromCache)
    throw new Error(
      "this reply's body came from the browser's cache, and nobody sees what the server has sent: " +
        "have it ask anew, as by await page.route('**/*', (route) => route.continue()), or by fetch with cache: 'no-store'",
    );
}

/** Undefined where it has no such method, or that has no answer. */
async function call(shape: Shape, name: string): Promise<unknown> {
  const method = shape[name];
  if (typeof method !== 'function') return undefined;
  if (name === 'body') return method.call(shape);
  try {
    return await method.call(shape);
  } catch {
    return undefined;
  }
}
