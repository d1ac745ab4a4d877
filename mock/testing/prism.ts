import { readFileSync } from 'node:fs';
import { getHttpOperationsFromSpec } from '@stoplight/prism-cli/dist/operations';
import { validateOutput } from '@stoplight/prism-http/dist/validator';
import { load } from 'js-yaml';
import { parseJson, SHIPPED_DOCUMENT } from '../../openapi/contract';

/** One reply of the mock, and what it replied to. */
export interface Exchange {
  readonly method: string;
  /** Below the contract's prefix, e.g. `/things/7`. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Judges an exchange: a sentence for each promise of the contract that it breaks. */
export type Judge = (exchange: Exchange) => readonly string[];

/**
 * A second opinion on the mock's replies: Prism's validator on the shipped document, so that what our reader misreads
 * is seen from outside. Exchanges with paths that the document does not have are not Prism's business.
 */
export async function prismJudge(): Promise<Judge> {
  // Prism clamps int64 at 2^53-1, so it is given a copy without the format.
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

/** Prism knows no bigint; that digits are exact is judged elsewhere. */
function withoutBigints(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? Number(part) : part)));
}
