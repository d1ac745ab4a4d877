import { request } from 'node:http';
import { SiegeError } from '../siege-error';
import type { Address } from '../wire/lane';

/** The control plane of the mock under siege, as the siege itself uses it. */
export interface Plane {
  /** The body of a success, read as JSON; undefined where there is none. */
  ask(method: string, path: string, body?: unknown): Promise<unknown>;
}

const PATIENCE_MS = 60_000;

/**
 * @param onTaken hears how long each request took
 * @throws SiegeError from each method for a reply that is no success
 */
export function planeOf(
  { host, port }: Address,
  prefix: string,
  token: string,
  onTaken: (what: string, begun: number, milliseconds: number) => void,
): Plane {
  const text = (method: string, path: string, body?: unknown): Promise<string> =>
    new Promise((resolve, reject) => {
      const begun = Date.now();
      const payload = body === undefined ? undefined : JSON.stringify(body);
      const headers = {
        authorization: `Bearer ${token}`,
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      };
      const sending = request(
        { host, port, method, path: prefix + path, headers, agent: false, timeout: PATIENCE_MS },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('error', reject);
          response.on('end', () => {
            onTaken(`${method} ${path}`, begun, Date.now() - begun);
            const received = Buffer.concat(parts).toString();
            const { statusCode = 0 } = response;
            if (statusCode < 300) resolve(received);
            else reject(new SiegeError(`${method} ${path} was answered ${statusCode}: ${received.slice(0, 300)}`));
          });
        },
      );
      sending.on('timeout', () => sending.destroy(new SiegeError(`${method} ${path} got no reply in a minute`)));
      sending.on('error', reject);
      sending.end(payload);
    });
  return {
    async ask(method, path, body) {
      const received = await text(method, path, body);
      return received === '' ? undefined : JSON.parse(received);
    },
  };
}
