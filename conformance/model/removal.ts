import type { Exchange } from './exchange';

/** Whether the announced removal of an operation is over: by the server's clock, else by ours. */
export function isRemoved({ request: { operation }, response, startedAt }: Exchange): boolean {
  const removal = operation.deprecation?.removal;
  const now = Date.parse(response?.headers.get('date') ?? '') || startedAt;
  return removal !== undefined && now >= removal * 1000;
}
