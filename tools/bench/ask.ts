import { request } from 'node:http';
import type { Sent } from './model';

export interface Answer {
  readonly status: number;
  /** Names and values in turn, as they were received. */
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

/** Sends one request on a new connection. */
export function ask(baseUrl: string, { method, path, headers, body }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sending = request(`${baseUrl}${path}`, { method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, rawHeaders: response.rawHeaders, body: text }),
      );
      response.on('error', reject);
    });
    sending.on('error', reject);
    sending.end(body);
  });
}
