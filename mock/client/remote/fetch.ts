import { addressOf, type MockFetch } from '../../server/fetch';

/** `fetch` that sends each request to the mock at this root, whatever host its address names. */
export function fetchAt(root: string): MockFetch {
  return async (input, init = {}) => {
    const { pathname, search } = addressOf(input);
    const target = root + pathname + search;
    if (typeof input === 'string' || input instanceof URL) return fetch(target, { redirect: 'manual', ...init });
    // Not `new Request(target, input)`: it refuses what a browser's navigation or another library has made.
    const { method, headers, body, signal } = input;
    return fetch(target, { redirect: 'manual', method, headers, body, signal, duplex: 'half', ...init });
  };
}
