import type { Test } from './all-of';

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

/** One item that has to pass a test, or any number of them. */
type Part<Item> = Test<Item> | 'more';

const ONE_OR_MORE: readonly Part<unknown>[] = [() => true, 'more'];

function partsOfPath(segment: string): readonly Part<string>[] {
  return segment === '**' ? ONE_OR_MORE : [segmentTest(segment)];
}

function segmentTest(segment: string): Test<string> {
  const [first = '', ...others] = segment
    .replaceAll(/\{[^{}]+\}/g, '*')
    .split('*')
    .map(decoded);
  if (others.length === 0) return (found) => found === first;
  const parts = [...charactersOf(first), ...others.flatMap((text) => [...ONE_OR_MORE, ...charactersOf(text)])];
  return (found) => fits(parts, [...found]);
}

const charactersOf = (text: string): readonly Part<string>[] =>
  [...text].map((wanted) => (found: string) => found === wanted);

/** Whether all items, in their order, match all parts. Only the last `more` is ever tried again, with one item more. */
function fits<Item>(parts: readonly Part<Item>[], items: readonly Item[]): boolean {
  let [part, more, next] = [0, -1, 0];
  for (let at = 0; at < items.length; ) {
    const wanted = parts[part];
    if (wanted === 'more') {
      [more, next] = [part, at];
      part += 1;
      // The cast is true: `at` is below the length.
    } else if (wanted?.(items[at] as Item) === true) {
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
