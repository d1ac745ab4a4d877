/** The global variable that has the tests to define. */
export const OUTLINE = 'conformanceOutline';

/** A test that is yet to be defined. */
export interface Outlined {
  readonly title: string;
  /** Why it is skipped; undefined where it is run. */
  readonly skipped?: string;
  /** Why it fails; undefined where it passes. */
  readonly failure?: string;
}

/** The tests of one rule. */
export interface Group {
  readonly title: string;
  readonly tests: readonly Outlined[];
}
