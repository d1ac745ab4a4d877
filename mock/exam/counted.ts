import { isControl } from '../control/plane';
import { createApp } from '../server/app';
import type { Served } from '../server/served';

type Listened = Pick<Served, 'live' | 'app' | 'exchange'>;

/**
 * A mock that counts the requests to the API: tests may clear the journals, and end the sessions that have them.
 *
 * @returns what is to be served, and how many there were so far
 */
export function counted({ live, exchange }: Listened): { readonly served: Listened; readonly requests: () => number } {
  const { prefix } = live.engine.contract;
  let count = 0;
  const counting: Served['exchange'] = (request, response) => {
    const target = request.url ?? '';
    if (target.includes(prefix) && !isControl(target)) count += 1;
    exchange(request, response);
  };
  return {
    served: { live, exchange: counting, app: createApp(live.engine.log, counting) },
    requests: () => count,
  };
}
