import { parseJson } from '../../openapi/contract';
import type { Judge } from './prism';

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body as exact JSON; undefined where it is empty. */
  readonly json: unknown;
}

export interface Asked {
  /** The key's value; none: no credential. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON: a text as it is, anything else stringified. */
  readonly body?: unknown;
}

export type Client = (method: string, path: string, asked?: Asked) => Promise<Answered>;

/**
 * A client of a mock that has every exchange judged: one that breaks the contract fails the test.
 *
 * @param ask what sends: over a socket, or the mock's own `fetch`
 */
export function createClient(baseUrl: string, judge: Judge, ask: typeof fetch = fetch): Client {
  return async (method, path, { key, headers = {}, body } = {}) => {
    const response = await ask(baseUrl + path, {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const answered = { status: response.status, headers: Object.fromEntries(response.headers), text };
    const complaints = judge({ ...answered, method, path: path.replace(/\?.*$/, '') });
    if (complaints.length > 0) throw new Error(complaints.join('\n'));
    return { ...answered, json: text === '' ? undefined : parseJson(text) };
  };
}
