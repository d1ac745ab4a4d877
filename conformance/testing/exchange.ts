import type { Contract } from '../../openapi/contract';
import type { ConnectionUse, Exchange, TransportFailure } from '../exchange/exchange';
import { type RequestParts, toRequest } from '../requests/request';
import { readBody } from '../wire/body';
import { operationOf } from './contract';

/** A hand-made exchange; what is left out is that of a list request with an empty list for a reply. */
export interface Told {
  readonly operation?: string;
  /** Another than the operation's own. */
  readonly method?: string;
  readonly parts?: RequestParts;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text as it is, bytes as they are, else a JSON value. */
  readonly body?: unknown;
  readonly failure?: TransportFailure;
  readonly connection?: ConnectionUse;
  readonly milliseconds?: number;
}

/** A lawful rate limit, at a server whose clock shows a fixed time. */
export const LAWFUL_HEADERS = {
  'content-type': 'application/json',
  date: 'Sun, 06 Nov 1994 08:49:37 GMT',
  'x-ratelimit-limit': '60',
  'x-ratelimit-remaining': '59',
  'x-ratelimit-reset': '1000000000',
};

/** An exchange as if it had taken place. Its headers are those given and no others. */
export function exchangeOf(contract: Contract, told: Told): Exchange {
  const { operation = 'listPets', parts = {}, status = 200, headers = {}, body = [], failure } = told;
  const raw = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const fields = new Map(Object.entries(headers));
  const request = toRequest(operationOf(contract, operation), parts);
  return {
    number: 1,
    request: { ...request, method: told.method ?? request.method },
    sentBy: 'a.check',
    response:
      failure === undefined
        ? { status, headers: fields, body: readBody(raw, fields.get('content-encoding')) }
        : undefined,
    failure,
    connection: told.connection,
    startedAt: 0,
    milliseconds: told.milliseconds ?? 0,
  };
}
