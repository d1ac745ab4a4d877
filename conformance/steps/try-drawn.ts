import fc from 'fast-check';
import { type Verdict, verdictsOf } from '../verdict/verdict';

/**
 * Tries drawn values until one shows a violation, and then plainer ones, as far as the cost allows.
 *
 * @param most what all of it may cost
 * @param attempt sends a value and judges the replies
 * @yields the plainest violation, and what came of the values that showed none
 * @throws whatever else than the end of a story `attempt` throws, after which nothing more is tried
 */
export async function* tryDrawn<T>(
  arbitrary: fc.Arbitrary<T>,
  { numRuns, seed, most }: { readonly numRuns: number; readonly seed: number; readonly most: number },
  attempt: (value: T) => Promise<Verdict>,
  costOf: (value: T) => number = () => 1,
): AsyncGenerator<Verdict> {
  const others: Verdict[] = [];
  const violations: Verdict[] = [];
  const thrown: unknown[] = [];
  let left = most;
  const property = fc.asyncProperty(arbitrary, async (value) => {
    if (thrown.length > 0 || costOf(value) > left) return true;
    left -= costOf(value);
    // fast-check would take what is thrown for a violation, and look for a plainer one.
    const verdicts = await verdictsOf(() => attempt(value)).catch((error: unknown) => {
      thrown.push(error);
      return [];
    });
    const isBroken = verdicts.some(({ outcome }) => outcome === 'fail');
    (isBroken ? violations : others).push(...verdicts);
    return !isBroken;
  });
  await fc.check(property, { numRuns, seed });
  yield* [...violations.slice(-1), ...others];
  if (thrown.length > 0) throw thrown[0];
}
