/** Matchers for Jest, Vitest and Playwright Test: `expect.extend(createMatchers())`. */
import { loadContract, once, SHIPPED_DOCUMENT } from '../openapi/contract';
import { type ConformRequest, judgeReply, type MatcherResult } from './matchers/to-conform';

export type { ConformRequest, MatcherResult } from './matchers/to-conform';

export interface MatchersOptions {
  /** OpenAPI document, a file or a URL; the shipped one without it. */
  readonly document?: string;
  /** Whether a document with faults is refused; false without it. */
  readonly strict?: boolean;
  /** Where the server has the contract's paths; without it at the origin of each request, below the prefix of the document's first server. */
  readonly baseUrl?: string;
}

/** What `expect` has besides, once it was extended. */
export interface ConformMatchers<Result = Promise<void>> {
  /** Whether a reply keeps the contract. It has to be awaited. */
  toConform(request?: ConformRequest): Result;
}

/**
 * Makes the matchers; the document is read when the first reply is judged.
 *
 * @throws TypeError for an unknown option, and a `baseUrl` that is no absolute URL of HTTP
 */
export function createMatchers(options: MatchersOptions = {}): {
  toConform(received: unknown, request?: ConformRequest): Promise<MatcherResult>;
} {
  const { document, baseUrl, strict, ...unknown } = options;
  const [name] = Object.keys(unknown);
  if (name !== undefined)
    throw new TypeError(`createMatchers() has no option ${JSON.stringify(name)}; it has document, baseUrl and strict`);
  if (baseUrl !== undefined && !(URL.canParse(baseUrl) && /^https?:/i.test(baseUrl)))
    throw new TypeError(
      `createMatchers(): baseUrl is ${JSON.stringify(baseUrl)}; expected an absolute URL, such as http://127.0.0.1:3000/v1`,
    );
  if (strict !== undefined && typeof strict !== 'boolean')
    throw new TypeError(`createMatchers(): strict is ${JSON.stringify(strict)}; expected true or false`);
  const contract = once(() => loadContract(document ?? SHIPPED_DOCUMENT, [], { strict: strict ?? false }));
  return {
    toConform: async (received, request = {}) => judgeReply(await contract(), baseUrl, received, request),
  };
}
