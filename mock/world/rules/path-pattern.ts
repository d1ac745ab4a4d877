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
