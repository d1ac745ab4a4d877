/** Matchers for Jest, Vitest and Playwright Test: `expect.extend(createMatchers())`. */
import { type Contract, documentName, loadContract, once, SHIPPED_DOCUMENT } from '../openapi/contract';
import { isRemoved } from './exchange/removal';
import { createJudge } from './judge/judge';
import { createExchangeReader } from './judge/recorded-exchange';
import { replyOf } from './matchers/reply';
import type { BrokenRule } from './verdict/verdict';

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

// With the import of this entry `expect` knows the matcher, of whichever runner there are types. The parameters of an interface
// that is added to have the names and bounds that the runner gives them.
declare global {
  /** Of @types/jest and of Vitest. */
  namespace jest {
    interface Matchers<R, T> extends ConformMatchers {}
  }
  /** Of Playwright Test. */
  namespace PlaywrightTest {
    interface Matchers<R, T> extends ConformMatchers {}
  }
}

// biome-ignore lint/suspicious/noTsIgnore: it is in the program where tests are, too
// @ts-ignore: of @jest/globals, which the build has not
declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T> extends ConformMatchers {}
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

/** What the response object does not tell of its request. */
export interface ConformRequest {
  /** The request's method: `fetch` and Playwright's `request` do not keep it. */
  readonly method?: string;
  /** The request's absolute URL, where the response has none, as one made by `new Response()`. */
  readonly url?: string;
}

/** What a matcher of Jest, Vitest and Playwright Test gives back. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

const EVERYTHING = { checks: [], excludedChecks: [], operations: [], excludeDeprecated: false };

/**
 * Judges one reply by what it says itself.
 *
 * @param baseUrl where the server has the contract's paths; undefined: at the origin of the request, below the prefix of the document's first server
 * @throws Error where there is nothing to judge: neither a pass nor a failure
 */
async function judgeReply(
  contract: Contract,
  baseUrl: string | undefined,
  received: unknown,
  request: ConformRequest,
): Promise<MatcherResult> {
  const { response, isRedirected = false, ...told } = await replyOf(received);
  const [method, url] = [request.method?.toUpperCase() ?? told.method, request.url ?? told.url];
  if (method === undefined)
    throw new Error("the response does not tell the request's method: name it, as in toConform({ method: 'GET' })");
  if (isRedirected && !['GET', 'HEAD'].includes(method))
    throw new Error(
      `the client was redirected, and nothing tells whether its last request was ${method}, too: ask with redirect: 'manual', or name the last method, mostly toConform({ method: 'GET' })`,
    );
  if (url === undefined || !URL.canParse(url))
    throw new Error('the response does not tell an absolute URL: name it, as in toConform({ url })');
  const base = baseUrl ?? new URL(url).origin + contract.prefix;
  const exchange = createExchangeReader(contract, base).read({
    method,
    url,
    requestHeaders: {},
    requestBody: undefined,
    sentBy: 'a test',
    response,
    startedAt: Date.now(),
    milliseconds: 0,
  });
  if (exchange === undefined)
    throw new Error(
      `the contract has no ${method} ${new URL(url).pathname} below ${base}: is it of another server? See baseUrl`,
    );
  if (isRemoved(exchange))
    throw new Error(`the removal date of ${exchange.request.operation.id} has come: the contract says nothing of it`);
  const judge = createJudge(
    contract,
    { baseUrl: base, plan: undefined, limitPlan: undefined, exclusive: false },
    EVERYTHING,
  );
  judge.observeApart(exchange);
  const broken = judge.brokenBy(exchange).filter(({ breach }) => breach.isExcusable !== true);
  const what = `the reply ${response.status} to ${method} ${exchange.request.target} (${exchange.request.operation.id})`;
  return {
    pass: broken.length === 0,
    message: () =>
      broken.length === 0
        ? `expected ${what} to break the contract, and it keeps it`
        : [`expected ${what} to keep the contract`, ...broken.flatMap((one) => linesOf(one, contract))].join('\n'),
  };
}

const linesOf = ({ rule, clause, breach }: BrokenRule, contract: Contract): readonly string[] => [
  '',
  `${rule.id}: ${clause.sentence}`,
  `  in        ${documentName(contract.source)}#${clause.pointer}`,
  `  expected  ${breach.expected}`,
  `  actual    ${breach.actual}`,
];
