import type { DocumentProblem } from './document-problem';

/** The problem of the first thing that has the key of one before it. */
export function problemOfTwin<T>(
  things: readonly T[],
  keyOf: (thing: T) => string,
  problem: (twin: T, first: T) => DocumentProblem,
): DocumentProblem | undefined {
  const seen = new Map<string, T>();
  for (const thing of things) {
    const first = seen.get(keyOf(thing));
    if (first !== undefined) return problem(thing, first);
    seen.set(keyOf(thing), thing);
  }
  return undefined;
}
