import type { Arbitrary, Value } from 'fast-check';

/** Neither takes longer, whatever the mock does. */
const MOST_TRIES = 200;
const MOST_MS = 5000;

export interface Shrunk<Attempted> {
  readonly value: Attempted;
  /** Whether it was seen to fail by itself; an attempt may need what others have done before. */
  readonly isProven: boolean;
}

/** The smallest value found that still fails by itself. */
export async function shrink<Attempted>(
  arbitrary: Arbitrary<Attempted>,
  start: Value<Attempted>,
  stillFails: (value: Attempted) => Promise<boolean>,
): Promise<Shrunk<Attempted>> {
  const deadline = performance.now() + MOST_MS;
  if (!(await stillFails(start.value))) return { value: start.value, isProven: false };
  let [best, tries] = [start, 0];
  const smaller = async (): Promise<Value<Attempted> | undefined> => {
    for (const candidate of arbitrary.shrink(best.value_, best.context)) {
      tries += 1;
      if (tries > MOST_TRIES || performance.now() > deadline) return undefined;
      if (await stillFails(candidate.value)) return candidate;
    }
    return undefined;
  };
  for (let next = await smaller(); next !== undefined; next = await smaller()) best = next;
  return { value: best.value, isProven: true };
}
