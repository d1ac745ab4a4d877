import { isObject, JsonError, parseJson } from '../../../openapi/contract';
import type { Entry, Pattern } from '../stores/journal';

type Test = (entry: Entry) => boolean;

/**
 * Makes the test that an entry of the journal passes if it matches.
 *
 * @throws RangeError for an instant that no `Date` can hold
 */
export function createTest({ operationId, method, path, status, key, since, until, body }: Pattern): Test {
  // The most expensive one comes last.
  const tests = [
    ...when(operationId, (wanted) => (entry) => entry.operationId === wanted),
    ...when(method?.toUpperCase(), (wanted) => (entry) => entry.method.toUpperCase() === wanted),
    ...when(path, (wanted) => (entry) => entry.path === wanted),
    ...when(status?.replace('XX', ''), (wanted) => (entry) => String(entry.status ?? '').startsWith(wanted)),
    ...when(key, (wanted) => (entry) => entry.keyName === wanted),
    ...when(since, (wanted) => from(instantOf(wanted))),
    ...when(until, (wanted) => before(instantOf(wanted))),
    ...when(body, (wanted) => (entry) => !entry.requestTruncated && contains(bodyOf(entry), wanted)),
  ];
  return (entry) => tests.every((test) => test(entry));
}

const when = <Wanted>(wanted: Wanted | undefined, test: (wanted: Wanted) => Test): readonly Test[] =>
  wanted === undefined ? [] : [test(wanted)];

const from =
  (instant: number): Test =>
  ({ at }) =>
    at >= instant;

const before =
  (instant: number): Test =>
  ({ at }) =>
    at < instant;

function instantOf(text: string): number {
  const instant = Date.parse(text);
  if (Number.isNaN(instant)) throw new RangeError(`"${text}" is no instant that a date can hold.`);
  return instant;
}

/** As JSON, else as text; undefined where there is none. */
function bodyOf({ requestBody }: Entry): unknown {
  if (requestBody === undefined || requestBody.length === 0) return undefined;
  const text = requestBody.toString('utf8');
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
