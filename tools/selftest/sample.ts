import type { Fault } from './server/cases';

/** Every nth of those that name the same check first: so each check that has a fault has one of the sample, too. */
export function sampleOf<B>(faults: readonly Fault<B>[], nth: number): readonly Fault<B>[] {
  const seen = new Map<string, number>();
  return faults.filter(({ caughtBy: [check] }) => {
    const index = seen.get(check) ?? 0;
    seen.set(check, index + 1);
    return index % nth === 0;
  });
}

/** Every nth thing of a list, beginning with the first. */
export const everyNthOf = <T>(things: readonly T[], nth: number): readonly T[] =>
  things.filter((_, index) => index % nth === 0);
