import { parseJson } from '../../openapi/contract';
import type { Judge } from './prism';

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body as exact JSON; undefined if it is empty. */
  readonly json: unknown;
}

export interface RequestParts {
  /** The key's value; no credential is sent without one. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON: a string as it is, anything else stringified. */
  readonly body?: unknown;
}

export type Client = (method: string, path: string, parts?: RequestParts) => Promise<Answered>;

/**
 * A client of a mock that judges every exchange: one that violates the contract fails the test.
 *
 * @param ask how requests are sent: over a socket, or by the mock's own `fetch`
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
