import { isObject, own, stringifyJson } from '../../openapi/contract';
import { readBody } from '../engine/body';
import type { Body, Response } from '../model/exchange';

/** What an HTTP client's response object tells of an exchange. */
export interface ToldReply {
  readonly method: string | undefined;
  /** Absolute. */
  readonly url: string | undefined;
  readonly response: Response;
}

type Shape = Readonly<Record<string, unknown>>;

/**
 * Reads a response object by its shape, and leaves its body to whoever reads it next.
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
  return told(undefined, textOf(response.url), response.status, fields, readBody(bytes, undefined), isPartial);
}

async function ofPlaywright(shape: Shape): Promise<ToldReply> {
  const call = async (name: string): Promise<unknown> => {
    const method = shape[name];
    return isFunction(method) ? method.call(shape) : undefined;
  };
  const request = (await call('request')) as { readonly method?: () => string } | undefined;
  const headers = ((await call('allHeaders')) ?? (await call('headers'))) as Readonly<Record<string, string>>;
  const body = Buffer.from((await call('body')) as Uint8Array);
  const fields = fieldsOf(headers);
  const [url, status] = [await call('url'), await call('status')];
  return told(request?.method?.(), textOf(url), Number(status), fields, readBody(body, undefined), false);
}

function ofAxios({ status, headers, data, request }: Shape, config: Shape): ToldReply {
  const path = textOf(config.url) ?? '';
  const base = textOf(config.baseURL);
  const url = base === undefined || URL.canParse(path) ? path : `${base.replace(/\/$/, '')}/${path.replace(/^\//, '')}`;
  const isOfNode = isObject(request) && isObject(own(request, 'res'));
  return told(
    (textOf(config.method) ?? 'get').toUpperCase(),
    url,
    Number(status),
    fieldsOf(headers),
    bodyOfValue(data),
    !isOfNode,
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
 * A body that was parsed with `JSON.parse`, which rounds.
 *
 * @throws Error where it has a number that may have been another: neither a pass nor a failure would be true
 */
function bodyOfValue(value: unknown): Body {
  const text = typeof value === 'string' ? value : value === undefined ? '' : stringifyJson(value);
  if (typeof value !== 'string' && /\d{16}|\d[eE]/.test(text))
    throw new Error(
      'the client has parsed the body, and rounded its long numbers: have it keep the text, in axios by transformResponse: (text) => text',
    );
  return readBody(Buffer.from(text), undefined);
}
