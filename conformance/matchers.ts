/** Matchers for Jest, Vitest and Playwright Test: `expect.extend(createMatchers())`. */
import { loadContract, once, SHIPPED_DOCUMENT } from '../openapi/contract';
import { type ConformRequest, judgeReply, type MatcherResult } from './matchers/to-conform';

export type { ConformRequest, MatcherResult } from './matchers/to-conform';

export interface MatchersOptions {
  /** OpenAPI document, a file or a URL; the shipped one without it. */
  readonly document?: string;
  /** Where the server has the contract's paths; without it at the origin of each request, below the prefix of the document's first server. */
  readonly baseUrl?: string;
}

/** What `expect` has besides, once it was extended. */
export interface ConformMatchers<Result = Promise<void>> {
  /** Whether a reply keeps the contract. It has to be awaited. */
  toConform(request?: ConformRequest): Result;
}

/** Makes the matchers; the document is read when the first reply is judged. */
export function createMatchers({ document, baseUrl }: MatchersOptions = {}): {
  toConform(received: unknown, request?: ConformRequest): Promise<MatcherResult>;
} {
  const contract = once(() => loadContract(document ?? SHIPPED_DOCUMENT, []));
  return {
    toConform: async (received, request = {}) => judgeReply(await contract(), baseUrl, received, request),
  };
}
