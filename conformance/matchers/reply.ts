import { isObject, own, stringifyJson } from '../../openapi/contract';
import type { Body, Response } from '../exchange/exchange';
import { readBody } from '../wire/body';

/** What an HTTP client's response object tells of an exchange. */
interface ToldReply {
  readonly method: string | undefined;
  /** Absolute. */
  readonly url: string | undefined;
  readonly response: Response;
  /** Whether the client followed a redirect: its last request need not have the method of the first. */
  readonly isRedirected?: boolean;
}

type Shape = Readonly<Record<string, unknown>>;

/**
 * Reads a response object by its shape, and leaves its body to the next reader.
 *
 * @throws Error for one that cannot be read, or not any more
 */
export async function replyOf(received: unknown): Promise<ToldReply> {
  const shape = (isObject(received) ? received : {}) as Shape;
  if (isFunction(shape.clone) && isFunction(shape.arrayBuffer)) return ofFetch(received as globalThis.Response);
  if (isFunction(shape.status) && isFunction(shape.body)) return ofPlaywright(shape);
  if (isObject(shape.config) && 'data' in shape) return ofAxios(shape, shape.config);
  if (typeof shape.text === 'string' && isObject(shape.req)) return ofSuperagent(shape, shape.req);
  throw new Error(
    'toConform() takes the response of fetch, of Playwright, of supertest or superagent, or of axios; this is none of them. ' +
      'Of other clients make one: new Response(text, { status, headers }), with toConform({ method, url }).',
  );
}

const isFunction = (value: unknown): value is (...args: readonly unknown[]) => unknown => typeof value === 'function';
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

async function ofFetch(response: globalThis.Response): Promise<ToldReply> {
  if (response.type === 'opaque' || response.type === 'error')
    throw new Error('the browser shows nothing of this reply (no CORS), so that it can not be judged');
  if (response.bodyUsed)
    throw new Error('the body was read already: call toConform() before, or on a clone() made before');
  const bytes = Buffer.from(await response.clone().arrayBuffer());
  // A browser shows scripts of other origins some headers alone; so does what stands in for its `fetch`.
  const isPartial = response.type === 'cors' || '_bodyInit' in response;
  const fields = new Map(response.headers);
  const reply = told(undefined, textOf(response.url), response.status, fields, readBody(bytes, undefined), isPartial);
  return { ...reply, isRedirected: response.redirected };
}

async function ofAxios({ status, headers, data, request }: Shape, config: Shape): Promise<ToldReply> {
  const path = textOf(config.url) ?? '';
  const base = textOf(config.baseURL);
  const asked =
    base === undefined || URL.canParse(path) ? path : `${base.replace(/\/$/, '')}/${path.replace(/^\//, '')}`;
  const sent = isObject(request) ? request : {};
  const reply = own(sent, 'res');
  // Of several requests, by redirects, it keeps the last.
  const url = isObject(reply) ? textOf(own(reply, 'responseUrl')) : undefined;
  return told(
    (textOf(sent.method) ?? textOf(config.method) ?? 'get').toUpperCase(),
    url ?? asked,
    Number(status),
    fieldsOf(headers),
    await bodyOfValue(data),
    !isObject(reply),
  );
}

function ofSuperagent({ status, headers, text, request }: Shape, req: Shape): ToldReply {
  const url = isObject(request) ? textOf(own(request, 'url')) : undefined;
  const body = readBody(Buffer.from(String(text)), undefined);
  return told(textOf(req.method), url, Number(status), fieldsOf(headers), body, false);
}

function told(
  method: string | undefined,
  url: string | undefined,
  status: number,
  headers: ReadonlyMap<string, string>,
  body: Body,
  isPartial: boolean,
): ToldReply {
  const isUnread = body.json !== undefined && 'beginning' in body.json;
  const unrecorded = [...(isPartial ? ['headers' as const] : []), ...(isUnread ? ['body' as const] : [])];
  return { method, url, response: { status, headers, body, ...(unrecorded.length === 0 ? {} : { unrecorded }) } };
}

const fieldsOf = (headers: unknown): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(isObject(headers) ? headers : {}).map(([name, value]) => [
      name.toLowerCase(),
      [value].flat().join(', '),
    ]),
  );

/**
 * A body as text, as bytes, or parsed with `JSON.parse`, which rounds.
 *
 * @throws Error where it is a stream, or has a number that may have been another: neither a pass nor a failure would be true
 */
async function bodyOfValue(value: unknown): Promise<Body> {
  if (isObject(value) && (isFunction(value.pipe) || isFunction(value.getReader)))
    throw new Error(
      "the body is a stream, which can be read once: have the client keep it whole, in axios by responseType: 'arraybuffer' or 'text'",
    );
  const bytes = value instanceof Blob ? await value.arrayBuffer() : value;
  if (bytes instanceof ArrayBuffer) return readBody(Buffer.from(bytes), undefined);
  if (ArrayBuffer.isView(bytes))
    return readBody(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), undefined);
  const text = typeof value === 'string' ? value : value === undefined ? '' : stringifyJson(value);
  if (typeof value !== 'string' && /\d{16}|\d[eE]/.test(text))
    throw new Error(
      'the client has parsed the body, and rounded its long numbers: have it keep the text, in axios by transformResponse: (text) => text',
    );
  return readBody(Buffer.from(text), undefined);
}

/** @throws Error where a page has it from elsewhere than the server: neither a pass nor a failure would be true */
async function ofPlaywright(shape: Shape): Promise<ToldReply> {
  const request = await call(shape, 'request');
  const body = Buffer.from((await call(shape, 'body')) as Uint8Array);
  // One of `request.get()` and its like has no request, and came from the server.
  if (isObject(request)) await expectSent(shape, request, body.length);
  const method = isObject(request) ? String(await call(request, 'method')) : undefined;
  const headers = fieldsOf((await call(shape, 'allHeaders')) ?? (await call(shape, 'headers')));
  const [url, status] = [textOf(await call(shape, 'url')), Number(await call(shape, 'status'))];
  return told(method, url, status, headers, readBody(body, undefined), false);
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
      "this reply's body came from the browser's cache, and does not show what the server has sent: " +
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
