import { isObject, JsonError, parseJson } from '../../../openapi/contract';
import type { Pattern, Plain, RequestPattern } from '../../../openapi/types/control';
import type { Entry, RequestFacts } from '../stores/journal';

export type Test<Found> = (found: Found) => boolean;

/** The test of what is wanted, or none where nothing is. */
export const when = <Wanted, Found>(
  wanted: Wanted | undefined,
  test: (wanted: Wanted) => Test<Found>,
): readonly Test<Found>[] => (wanted === undefined ? [] : [test(wanted)]);

/** The test that is passed by what passes each of these. */
export const allOf =
  <Found>(tests: readonly Test<Found>[]): Test<Found> =>
  (found) =>
    tests.every((test) => test(found));

/**
 * Makes the test that an entry of the journal passes if it matches.
 *
 * @param prefix what every path of the contract begins with; a pattern may leave it out
 * @throws RangeError for an instant that no `Date` can hold
 */
export function createTest({ status, since, until, ...request }: Pattern, prefix: string): Test<Entry> {
  return allOf<Entry>([
    ...when(status, statusTest),
    ...when(since, (wanted) => from(instantOf(wanted))),
    ...when(until, (wanted) => before(instantOf(wanted))),
    ...when(request.body, () => (entry: Entry) => !entry.requestTruncated),
    createRequestTest(request, prefix),
  ]);
}

function statusTest(wanted: string | number): Test<Entry> {
  const digits = String(wanted).replace(/xx$/i, '');
  return ({ status }) => String(status ?? '').startsWith(digits);
}

const from =
  (instant: number): Test<Entry> =>
  ({ at }) =>
    at >= instant;

const before =
  (instant: number): Test<Entry> =>
  ({ at }) =>
    at < instant;

function instantOf(text: string): number {
  const instant = Date.parse(text);
  if (Number.isNaN(instant)) throw new RangeError(`"${text}" is no instant that a date can hold.`);
  return instant;
}

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

/**
 * Makes the test that a path passes if it matches a pattern, with the prefix or without it (see `RequestPattern.path`).
 * Segments are compared decoded, so that a `%2F` is no slash. It takes no longer than the product of both lengths.
 *
 * @param prefix what every path of the contract begins with, such as `/v1`; may be empty
 */
export function createPathTest(pattern: string, prefix: string): Test<string> {
  const parts = pattern.split('/').flatMap(partsOfPath);
  const matches = (path: string): boolean => fits(parts, path.split('/').map(decoded));
  return (path) =>
    matches(path) || (prefix !== '' && path.startsWith(`${prefix}/`) && matches(path.slice(prefix.length)));
}

/** A test of one segment, or any number of segments. */
type Part = Test<string> | 'more';

const ONE_OR_MORE: readonly Part[] = [() => true, 'more'];

function partsOfPath(segment: string): readonly Part[] {
  return segment === '**' ? ONE_OR_MORE : [segmentTest(segment)];
}

function segmentTest(segment: string): Test<string> {
  const [first = '', ...others] = segment
    .replaceAll(/\{[^{}]+\}/g, '*')
    .split('*')
    .map(decoded);
  const last = others.pop();
  if (last === undefined) return (found) => found === first;
  return (found) => {
    if (!found.startsWith(first)) return false;
    let place = first.length;
    for (const text of others) {
      // A star stands for one character at least; where the first place for a text is too far, so is every other.
      const at = found.indexOf(text, place + 1);
      if (at < 0) return false;
      place = at + text.length;
    }
    return found.length - last.length > place && found.endsWith(last);
  };
}

/** Whether all segments, in their order, match all parts. Only the last `more` is ever tried again, with one more of them. */
function fits(parts: readonly Part[], segments: readonly string[]): boolean {
  let [part, more, next] = [0, -1, 0];
  for (let at = 0; at < segments.length; ) {
    const wanted = parts[part];
    if (wanted === 'more') {
      [more, next] = [part, at];
      part += 1;
    } else if (wanted?.(segments[at] ?? '') === true) {
      part += 1;
      at += 1;
    } else if (more < 0) return false;
    else {
      next += 1;
      [part, at] = [more + 1, next];
    }
  }
  return parts.slice(part).every((left) => left === 'more');
}

/** As it is where its percent-encoding is broken. */
function decoded(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Makes the test that a body passes if it has in it what is wanted (see `RequestPattern.body`). */
export function createBodyTest(wanted: unknown): Test<Buffer | undefined> {
  return (body) => body !== undefined && body.length > 0 && contains(jsonOrText(body.toString('utf8')), wanted);
}

/** As JSON, else the text itself. */
function jsonOrText(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) return text;
    throw error;
  }
}

function contains(found: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(found) &&
      found.length === wanted.length &&
      wanted.every((item: unknown, place) => contains(found[place], item))
    );
  }
  if (!isObject(wanted)) return found === wanted;
  return (
    isObject(found) &&
    Object.entries(wanted).every(([name, value]) => Object.hasOwn(found, name) && contains(found[name], value))
  );
}
