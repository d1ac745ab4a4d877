import type { CaughtBy, Fault } from '../server/cases';

/** Faults about one thing, which break sentences of the document. */
export const about = (
  thing: string,
  tables: readonly (readonly [breaks: string, caughtBy: CaughtBy, names: readonly string[]])[],
): readonly Fault<string>[] =>
  tables.flatMap(([breaks, caughtBy, names]) =>
    names.map((name) => ({ name, breaks, caughtBy, behaviour: name, about: thing })),
  );

/** A lawful venue by its name, which is its switch, and why it is lawful. */
export type LawfulRow = readonly [name: string, because: string];
