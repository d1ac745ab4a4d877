import type { IncomingHttpHeaders } from 'node:http';
import { contractOf } from '../../openapi/contract/testing/documents';
import { listen } from '../../tools/selftest/server/server';
import { run } from '../run/run';
import type { Check } from '../steps/check';
import type { RunResult } from '../verdict/result';
import { optionsFor } from './options';

export const TEXT = { type: 'string' };

/** The schema of an object of texts, all of them required. */
export const textsOf = (...names: readonly string[]) => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, TEXT])),
});

const json = (schema: object) => ({ content: { 'application/json': { schema } } });

/** The body and the replies of an operation: a success that shows something, and refusals without a word. */
export const takes = (schema: object) => ({ requestBody: { required: true, ...json(schema) } });
export const gives = (status: number, schema: object, ...refusals: readonly number[]) => ({
  responses: {
    ...Object.fromEntries(refusals.map((one) => [one, { description: 'Refused.' }])),
    [status]: { description: 'Done.', ...json(schema) },
  },
});

export const inPath = (name: string) => ({ name, in: 'path', required: true, schema: TEXT });

/** What a request asks of a small server. */
interface Asked {
  readonly method: string;
  /** `['boxes', '7']` of `/boxes/7`. */
  readonly steps: readonly string[];
  readonly query: URLSearchParams;
  /** The members of the body. */
  readonly sent: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
}

/**
 * Judges by one check a server of a few paths, which gives these replies.
 *
 * @param answer the status and the body; a text of another type than JSON with its media type
 * @param named credentials by the names of security schemes; left out: none
 * @param more what the document has beside its paths
 */
export async function judgedByOne(
  check: Check,
  paths: object,
  answer: (asked: Asked) => readonly [status: number, body?: unknown, type?: string],
  info: object = {},
  named: Readonly<Record<string, string>> = {},
  more: object = {},
): Promise<RunResult> {
  const server = await listen('', async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost');
    const sent = text === '' ? {} : JSON.parse(text);
    const [status, body = {}, type] = answer({
      method: request.method ?? '',
      steps: pathname.slice(1).split('/'),
      query,
      sent,
      headers: request.headers,
    });
    response
      .writeHead(status, { 'Content-Type': type ?? 'application/json' })
      .end(type === undefined ? JSON.stringify(body) : String(body));
  });
  try {
    const contract = await contractOf({
      openapi: '3.1.0',
      info: { title: 'Small', version: '1', ...info },
      paths,
      ...more,
    });
    const keys = { main: undefined, limit: undefined, named };
    const options = optionsFor(server.baseUrl, { checks: [check.id], keys });
    return await run(contract, [check], options, { onProgress: () => {}, onWait: () => {} });
  } finally {
    await server.close();
  }
}
