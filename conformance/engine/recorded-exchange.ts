import { type Contract, createMatcher } from '../../openapi/contract';
import type { Credential, Exchange } from '../model/exchange';
import { readBody } from './body';

/** A request and its reply as a recorder has them, whoever sent the request. */
export interface RecordedExchange {
  readonly method: string;
  /** Absolute, below the base URL. */
  readonly url: string;
  readonly requestHeaders: Headers;
  readonly requestBody: string | undefined;
  /** Whose key it carried. */
  readonly credential: Credential;
  readonly sentBy: string;
  readonly status: number;
  readonly headers: Headers;
  /** The reply's body, encoded as its `Content-Encoding` says. */
  readonly bytes: Uint8Array;
  /** Unix milliseconds. */
  readonly startedAt: number;
  readonly milliseconds: number;
}

/**
 * Makes exchanges for the judge of recorded ones, numbered in the order in which they come. One whose method and URL
 * lead to no operation of the contract gives undefined.
 *
 * @param baseUrl where the recorded server has the contract's paths
 */
export function createExchangeReader(
  { operations }: Pick<Contract, 'operations'>,
  baseUrl: string,
): (recorded: RecordedExchange) => Exchange | undefined {
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '');
  const match = createMatcher({ prefix, operations });
  let number = 0;
  return ({ method, url, requestHeaders, requestBody, credential, sentBy, status, headers, bytes, ...times }) => {
    const { pathname, search } = new URL(url);
    const found = match(method, pathname);
    if (found.kind !== 'operation') return undefined;
    number += 1;
    return {
      number,
      request: {
        operation: found.operation,
        method,
        target: pathname.slice(prefix.length) + search,
        path: found.pathParameters,
        headers: Object.fromEntries(requestHeaders),
        body: requestBody,
        credential,
      },
      sentBy,
      response: {
        status,
        headers: new Map(headers),
        body: readBody(Buffer.from(bytes), headers.get('content-encoding') ?? undefined),
      },
      failure: undefined,
      ...times,
    };
  };
}
