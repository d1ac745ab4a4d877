import { type Contract, documentName } from '../../openapi/contract';
import { isRemoved } from '../exchange/removal';
import { createJudge } from '../judge/judge';
import { createExchangeReader } from '../judge/recorded-exchange';
import type { BrokenRule } from '../verdict/rule';
import { replyOf } from './reply';

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
export async function judgeReply(
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
