import { isObject, jsonIn } from '../../../openapi/contract';
import type { Pattern, Plain, RequestPattern } from '../../../openapi/types/control';
import { pairsOf } from '../../http/headers';
import type { Entry, RequestFacts } from '../stores/journal';

export type Test<Found> = (found: Found) => boolean;

/**
 * Makes the test that an entry of the journal passes if it matches.
 *
 * @param prefix what every path of the contract begins with; a pattern may leave it out
 * @throws RangeError for an instant that no `Date` can hold
 */
export function createTest({ status, since, until, ...request }: Pattern, prefix: string): Test<Entry> {
  const digits = String(status ?? '').replace(/xx$/i, '');
  const from = since === undefined ? Number.NEGATIVE_INFINITY : instantOf(since);
  const end = until === undefined ? Number.POSITIVE_INFINITY : instantOf(until);
  const fits = createRequestTest(request, prefix);
  return (entry) =>
    String(entry.status ?? '').startsWith(digits) &&
    entry.at >= from &&
    entry.at < end &&
    (request.body === undefined || !entry.requestTruncated) &&
    fits(entry);
}

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
  const { operationId, key } = pattern;
  const method = pattern.method?.toUpperCase();
  const path = pattern.path === undefined ? undefined : createPathTest(pattern.path, prefix);
  const query = pattern.query && pairsTest(pattern.query, (name) => name);
  const headers = pattern.headers && pairsTest(pattern.headers, (name) => name.toLowerCase());
  const body = pattern.body === undefined ? undefined : createBodyTest(pattern.body);
  // The most expensive ones come last.
  return (request) =>
    (operationId === undefined || request.operationId === operationId) &&
    (method === undefined || request.method.toUpperCase() === method) &&
    (key === undefined || request.keyName === key) &&
    (path?.(request.path) ?? true) &&
    (query?.(new URLSearchParams(request.query)) ?? true) &&
    (headers?.(pairsOf(request.requestHeaders)) ?? true) &&
    (body?.(request.requestBody) ?? true);
}

/** Whether all wanted values are among those that were sent, which it goes over once. */
function pairsTest(
  wanted: Readonly<Record<string, Plain>>,
  normalized: (name: string) => string,
): Test<Iterable<readonly string[]>> {
  const values = new Map(Object.entries(wanted).map(([name, value]) => [normalized(name), value]));
  return (sent) => {
    const missing = new Set(values.keys());
    for (const [sentName = '', value = ''] of sent) {
      const name = normalized(sentName);
      const one = values.get(name);
      if (one === ANY || String(one) === value) missing.delete(name);
    }
    return missing.size === 0;
  };
}

/** Stands for any value, but not for none. */
export const ANY = '*';

/**
 * Makes the test that a path passes if it matches a pattern, with the prefix or without it (see `RequestPattern.path`).
 * Segments are compared decoded, so that a `%2F` is no slash. It takes no longer than the product of both lengths.
 *
 * @param prefix what every path of the contract begins with, such as `/v1`; may be empty
 */
export function createPathTest(pattern: string, prefix: string): Test<string> {
  const parts = partsOfPath(pattern, segmentTest);
  const matches = (path: string): boolean => fits(parts, path.split('/').map(decoded));
  return (path) =>
    matches(path) || (prefix !== '' && path.startsWith(`${prefix}/`) && matches(path.slice(prefix.length)));
}

/** A test of one segment, or any number of segments. */
type Part = Test<string> | 'more';

const partsOfPath = (pattern: string, testOf: (segment: string) => Test<string>): readonly Part[] =>
  pattern
    .split('/')
    .flatMap((segment): readonly Part[] => (segment === '**' ? [() => true, 'more'] : [testOf(segment)]));

/**
 * Whether some path of a template, such as `/things/{id}`, may match a pattern, with the prefix or without it. Of two segments
 * that are both open somewhere only the ends are compared.
 */
export function mayMatch(pattern: string, template: string, prefix: string): boolean {
  const parts = partsOfPath(pattern, meetingTest);
  return [template, prefix + template].some((path) => fits(parts, path.split('/')));
}

const OPEN = /\*|\{[^{}]+\}/;

const meetingTest =
  (segment: string): Test<string> =>
  (other) => {
    if (!OPEN.test(other)) return segmentTest(segment)(decoded(other));
    if (!OPEN.test(segment)) return segmentTest(other)(decoded(segment));
    const [[begin, end], [itsBegin, itsEnd]] = [endsOf(segment), endsOf(other)];
    const isBegun = begin.startsWith(itsBegin) || itsBegin.startsWith(begin);
    return isBegun && (end.endsWith(itsEnd) || itsEnd.endsWith(end));
  };

function endsOf(segment: string): readonly [begin: string, end: string] {
  const texts = segment.split(OPEN).map(decoded);
  return [texts[0] ?? '', texts.at(-1) ?? ''];
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

/** The test that a body passes if it has in it what is wanted (see `RequestPattern.body`). */
function createBodyTest(wanted: unknown): Test<Buffer | undefined> {
  return (body) => body !== undefined && body.length > 0 && contains(jsonOrText(body.toString('utf8')), wanted);
}

function jsonOrText(text: string): unknown {
  const value = jsonIn(text);
  return value === undefined ? text : value;
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
