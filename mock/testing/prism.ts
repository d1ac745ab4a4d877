import { readFileSync } from 'node:fs';
import { getHttpOperationsFromSpec } from '@stoplight/prism-cli/dist/operations';
import { validateOutput } from '@stoplight/prism-http/dist/validator';
import { load } from 'js-yaml';
import { parseJson, SHIPPED_DOCUMENT } from '../../openapi/contract';

/** One request to the mock, and its reply. */
export interface Exchange {
  readonly method: string;
  /** Below the contract's prefix, e.g. `/things/7`. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Judges an exchange: a sentence for each violation of the contract. */
export type Judge = (exchange: Exchange) => readonly string[];

/**
 * A second opinion on the mock's replies: Prism's validator with the shipped document, which finds what our own reader
 * misreads. Exchanges with paths outside the document are not judged.
 */
export async function prismJudge(): Promise<Judge> {
  // Prism limits int64 to 2^53-1, so it gets a copy without the format.
  const text = readFileSync(SHIPPED_DOCUMENT, 'utf8').replaceAll(/^ *format: int64\n|, format: int64/gm, '');
  const operations = await getHttpOperationsFromSpec(load(text) as object);
  return ({ method, path, status, headers, text: body }) => {
    const wanted = method === 'HEAD' ? 'get' : method.toLowerCase();
    const operation = operations.find(
      (candidate) =>
        candidate.method === wanted && new RegExp(`^${candidate.path.replaceAll(/\{[^{}]+\}/g, '[^/]+')}$`).test(path),
    );
    if (operation === undefined || method === 'HEAD') return [];
    const result = validateOutput({
      resource: operation,
      element: { statusCode: status, headers, body: body === '' ? undefined : withoutBigints(parseJson(body)) },
    });
    return result._tag === 'Left' ? result.left.map(({ message }) => `${method} ${path} ${status}: ${message}`) : [];
  };
}

/** Prism does not support bigint; other tests check that digits are exact. */
function withoutBigints(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? Number(part) : part)));
}
