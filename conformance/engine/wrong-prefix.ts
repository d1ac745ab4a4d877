import { type Contract, essence, replyFor } from '../../openapi/contract';
import { firstValue } from '../arbitraries';
import type { Exchange, Request } from '../exchange/exchange';
import { isStream } from '../exchange/subject';
import { toRequest } from '../requests/request';

/** So many operations are tried before a run is refused, and all of them where there are fewer. */
const MOST = 8;

/**
 * Whether nothing of the API seems to be at the base URL: each operation answers 404, or with a page for people. Asks only
 * where the first reply looks so, and no further than to the first operation that is there.
 *
 * @param first the reply to the first request of a run
 * @param send sends a request that changes nothing
 * @returns what all of them answered, in a few words; undefined where one of them is there
 */
export async function findNothing(
  { operations }: Contract,
  first: Exchange,
  send: (request: Request) => Promise<Exchange>,
): Promise<string | undefined> {
  if (!isElsewhere(first)) return undefined;
  const others = operations.filter((operation) => operation !== first.request.operation && !isStream(operation));
  const tried = others.slice(0, MOST);
  for (const operation of tried) {
    const path = Object.fromEntries(
      operation.parameters.filter((one) => one.in === 'path').map((one) => [one.name, firstValue(one.schema)]),
    );
    const isSafe = operation.method === 'GET' || operation.method === 'HEAD';
    // A create without a body makes nothing. What could change a record goes without a key; that is then refused, wherever.
    const isCreate = operation.method === 'POST' && operation.body !== undefined;
    if (!isSafe && !isCreate && operation.security.length === 0) return undefined;
    const credential = isSafe || isCreate ? 'main' : 'none';
    const exchange = await send(toRequest(operation, { path, credential }));
    const isRefused = credential === 'none' && [401, 403].includes(exchange.response?.status ?? 0);
    if (!isRefused && !isElsewhere(exchange)) return undefined;
  }
  const type = first.response?.headers.get('content-type');
  const count = tried.length === 0 ? '' : ` and ${tried.length} other operations`;
  return `${first.request.method} ${first.request.target}${count} answer ${first.response?.status}${type === undefined ? '' : ` (${essence(type)})`} or the like`;
}

/** Whether a reply is one of a server that knows no such path. */
function isElsewhere({ request: { operation }, response }: Exchange): boolean {
  if (response === undefined) return false;
  const type = essence(response.headers.get('content-type') ?? '');
  const isPage = type === 'text/html' && !isDocumented(operation, response.status, type);
  return response.status === 404 || (isPage && response.status < 500);
}

const isDocumented = (operation: Request['operation'], status: number, type: string): boolean =>
  (replyFor(operation, status)?.content ?? []).some((media) => essence(media.type) === type);
