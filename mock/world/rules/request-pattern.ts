import type { Plain, RequestPattern } from '../../../openapi/types/control';
import type { RequestFacts } from '../stores/request-facts';
import { allOf, type Test, when } from './all-of';
import { createBodyTest } from './body-pattern';
import { createPathTest } from './path-pattern';

/**
 * Makes the test that a request passes if it matches.
 *
 * @param prefix what every path of the contract begins with; a pattern may leave it out
 */
export function createRequestTest(pattern: RequestPattern, prefix: string): Test<RequestFacts> {
  // The most expensive ones come last.
  return allOf<RequestFacts>([
    ...when(pattern.operationId, (wanted) => (request: RequestFacts) => request.operationId === wanted),
    ...when(
      pattern.method?.toUpperCase(),
      (wanted) =>
        ({ method }: RequestFacts) =>
          method.toUpperCase() === wanted,
    ),
    ...when(
      pattern.key,
      (wanted) =>
        ({ keyName }: RequestFacts) =>
          keyName === wanted,
    ),
    ...when(pattern.path, (wanted) => pathTest(wanted, prefix)),
    ...when(pattern.query, queryTest),
    ...when(pattern.headers, headersTest),
    ...when(pattern.body, bodyTest),
  ]);
}

function pathTest(wanted: string, prefix: string): Test<RequestFacts> {
  const fits = createPathTest(wanted, prefix);
  return ({ path }) => fits(path);
}

function queryTest(wanted: Readonly<Record<string, Plain>>): Test<RequestFacts> {
  const test = pairsTest(new Map(Object.entries(wanted)));
  return ({ query }) => test(new URLSearchParams(query));
}

function headersTest(wanted: Readonly<Record<string, Plain>>): Test<RequestFacts> {
  const test = pairsTest(new Map(Object.entries(wanted).map(([name, value]) => [name.toLowerCase(), value])));
  return ({ requestHeaders: sent }) =>
    test(sent.flatMap((name, place) => (place % 2 === 0 ? [[name.toLowerCase(), sent[place + 1] ?? '']] : [])));
}

/** Whether all wanted ones are among those that were sent, which it goes over once. */
function pairsTest(wanted: ReadonlyMap<string, Plain>): Test<Iterable<readonly string[]>> {
  return (sent) => {
    const missing = new Set(wanted.keys());
    for (const [name = '', value = ''] of sent) {
      const one = wanted.get(name);
      if (one === ANY || String(one) === value) missing.delete(name);
    }
    return missing.size === 0;
  };
}

/** Stands for any value, but not for none. */
export const ANY = '*';

function bodyTest(wanted: unknown): Test<RequestFacts> {
  const fits = createBodyTest(wanted);
  return ({ requestBody }) => fits(requestBody);
}
