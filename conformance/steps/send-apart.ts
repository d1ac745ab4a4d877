import type { Exchange } from '../exchange/exchange';
import { type RequestParts, toRequest } from '../requests/request';
import type { CaseContext } from './check';

/**
 * Sends a request with several odd parts in its query at once. Where the server fails at it each part is sent by itself: the
 * oracle that judges the failure shows the shortest request that leads to it.
 *
 * @param parts as they stand in a query, between `&`
 * @param required what a query must have anyway
 * @returns the exchange that had them all
 */
export async function sendApart(
  context: CaseContext,
  parts: readonly string[],
  { query = {}, ...rest }: RequestParts,
): Promise<Exchange> {
  const { operation } = context.subject;
  const [, ...needed] = toRequest(operation, { query }).target.split('?');
  const send = (some: readonly string[]): Promise<Exchange> =>
    context.send(toRequest(operation, { ...rest, rawQuery: [...needed, ...some].join('&') }));
  const together = await send(parts);
  const { response } = together;
  if (parts.length > 1 && (response === undefined || response.status >= 500))
    for (const part of parts) await send([part]);
  return together;
}
