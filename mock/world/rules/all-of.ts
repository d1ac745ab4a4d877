export type Test<Found> = (found: Found) => boolean;

/** The test of what is wanted, or none where nothing is. */
export const when = <Wanted, Found>(
  wanted: Wanted | undefined,
  test: (wanted: Wanted) => Test<Found>,
): readonly Test<Found>[] => (wanted === undefined ? [] : [test(wanted)]);

/** The test that is passed by what passes each of these. */
export const allOf =
  <Found>(tests: readonly Test<Found>[]): Test<Found> =>
  (found) =>
    tests.every((test) => test(found));
