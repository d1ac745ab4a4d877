import fc from 'fast-check';
import type { Verdict } from '../verdict/verdict';

/**
 * Tries drawn values until one shows a violation, and then plainer ones.
 *
 * @param attempt sends a value and judges the replies; undefined where no more may be sent
 * @returns the plainest violation, and what came of the values that showed none
 * @throws whatever `attempt` throws, after which nothing more is tried
 */
export async function tryDrawn<T>(
  arbitrary: fc.Arbitrary<T>,
  { numRuns, seed }: { readonly numRuns: number; readonly seed: number },
  attempt: (value: T) => Promise<Verdict | undefined>,
): Promise<readonly Verdict[]> {
  const others: Verdict[] = [];
  const violations: Verdict[] = [];
  const thrown: unknown[] = [];
  const property = fc.asyncProperty(arbitrary, async (value) => {
    // fast-check would take what is thrown for a violation, and look for a plainer one.
    const verdict =
      thrown.length > 0
        ? undefined
        : await attempt(value).catch((error: unknown) => {
            thrown.push(error);
            return undefined;
          });
    if (verdict?.outcome === 'fail') violations.push(verdict);
    else if (verdict !== undefined) others.push(verdict);
    return verdict?.outcome !== 'fail';
  });
  await fc.check(property, { numRuns, seed });
  if (thrown.length > 0) throw thrown[0];
  return [...violations.slice(-1), ...others];
}
