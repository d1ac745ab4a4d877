import type { RequestFacts } from '../stores/request-facts';
import type { Plain, RequestPattern } from '../stores/request-pattern';
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
  const pairs = Object.entries(wanted);
  return ({ query }) => {
    const sent = new URLSearchParams(query);
    return pairs.every(([name, value]) => isAmong(sent.getAll(name), value));
  };
}

function headersTest(wanted: Readonly<Record<string, Plain>>): Test<RequestFacts> {
  const pairs = Object.entries(wanted).map(([name, value]) => [name.toLowerCase(), value] as const);
  return ({ requestHeaders: sent }) =>
    pairs.every(([name, value]) => {
      const isOfName = (_: string, place: number) => place % 2 === 1 && sent[place - 1]?.toLowerCase() === name;
      return isAmong(sent.filter(isOfName), value);
    });
}

const isAmong = (sent: readonly string[], wanted: Plain): boolean =>
  wanted === ANY ? sent.length > 0 : sent.includes(String(wanted));

/** Stands for any value, but not for none. */
export const ANY = '*';

function bodyTest(wanted: unknown): Test<RequestFacts> {
  const fits = createBodyTest(wanted);
  return ({ requestBody }) => fits(requestBody);
}
