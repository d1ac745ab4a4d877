import { sentValue } from '../model/document';
import { kindOf } from '../model/example';
import { formFields, type Outgoing } from '../model/request';

/** What came back. */
export interface Received {
  readonly status: number;
  readonly statusText: string;
  readonly milliseconds: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** A text where it is one, else something to be saved. */
  readonly body: string | Blob;
  readonly mediaType: string;
}

/** RFC 9110 §9.3.1 and §9.3.8: what `fetch` refuses to send. */
const BODILESS = ['GET', 'HEAD'];

/**
 * Sends a request.
 *
 * @throws Error with a message for people: the request can't be sent from a page, or no reply came
 */
export async function send(request: Outgoing): Promise<Received> {
  const { method, mediaType, body, credentials } = request;
  if (method === 'TRACE' || (body !== undefined && BODILESS.includes(method))) {
    const what = method === 'TRACE' ? 'TRACE' : `a body with ${method}`;
    throw new Error(`Browsers do not send ${what}. The curl line does.`);
  }
  const headers = new Headers(request.headers.map(([name, value]) => [name, value]));
  for (const one of credentials.filter(({ in: place }) => place === 'header')) {
    headers.set(one.parameter, one.prefix + sentValue(one, one.value));
  }
  const isForm = mediaType !== undefined && kindOf(mediaType) === 'form';
  // The browser itself names the boundary of a form.
  if (mediaType !== undefined && !isForm) headers.set('Content-Type', mediaType);
  const form = isForm && typeof body === 'string' ? formOf(body, request.files) : undefined;
  const cookies = [
    ...request.cookies,
    ...credentials.filter((one) => one.in === 'cookie').map(({ parameter, value }) => [parameter, value] as const),
  ];
  return withCookies(window.cookieStore, cookies, async () => {
    const started = performance.now();
    try {
      const response = await fetch(urlOf(request), { method, headers, body: form ?? body ?? null, cache: 'no-store' });
      return await received(response, started);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      throw new Error('No whole reply came: the connection broke off, or the mock is gone.');
    }
  });
}

async function received(response: Response, started: number): Promise<Received> {
  const mediaType = response.headers.get('content-type') ?? '';
  const blob = await response.blob();
  return {
    status: response.status,
    statusText: response.statusText,
    milliseconds: performance.now() - started,
    headers: [...response.headers],
    body: mediaType === '' || kindOf(mediaType) === 'text' ? await blob.text() : blob,
    mediaType,
  };
}

function urlOf({ url, credentials }: Outgoing): string {
  const pairs = credentials
    .filter(({ in: place }) => place === 'query')
    .map(({ parameter, value }) => `${encodeURIComponent(parameter)}=${encodeURIComponent(value)}`);
  return pairs.length === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}${pairs.join('&')}`;
}

function formOf(text: string, files: Outgoing['files']): FormData {
  const form = new FormData();
  for (const [name, value] of formFields(text, files)) form.append(name, value);
  for (const [name, file] of files) form.append(name, file, file.name);
  return form;
}

/** By their names. */
type Cookies = readonly (readonly [name: string, value: string])[];

/**
 * Does something while the page has cookies, since it can't set the header `Cookie` itself.
 *
 * @param store  of the page; browsers have it on https and on loopback alone
 * @throws Error with a message for people, where there is no store
 */
async function withCookies<T>(store: CookieStore | undefined, cookies: Cookies, act: () => Promise<T>): Promise<T> {
  if (cookies.length === 0) return act();
  if (store === undefined) throw new Error('Pages set cookies on https or loopback only. The curl line sends them.');
  await Promise.all(cookies.map(([name, value]) => store.set(name, value)));
  try {
    return await act();
  } finally {
    await Promise.all(cookies.map(([name]) => store.delete(name)));
  }
}
