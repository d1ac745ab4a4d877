import type { SilenceId } from '../../openapi/silences/choices';
import type { Chosen } from '../../openapi/silences/chosen';

/** What came of one run of the tests. */
export interface Tried {
  /** Why they did not pass, such as `it ended with the status 1`; undefined where they did. */
  readonly failure: string | undefined;
  /** The end of what they printed. */
  readonly output: string;
  readonly milliseconds: number;
  /** How many requests they sent to the mock, and how many mocks of their own they started under the same choices. */
  readonly used: { readonly requests: number; readonly ownMocks: number };
}

/** Runs the tests against a mock that does this where the document leaves things open. */
export type Try = (chosen: Chosen | undefined) => Promise<Tried>;

/** One option that the mock would not take by itself. */
export interface Candidate {
  readonly id: SilenceId;
  readonly option: string;
}

/** A few options under which the tests fail, and under none of which alone, unless it is one. */
export interface Reliance {
  readonly candidates: readonly Candidate[];
  readonly tried: Tried;
  /** The seed that has led to it, where several were varied at once. */
  readonly seed?: number;
}

/** What the tests were found to rely on. */
export interface Examined {
  /** The tests as they are, without any of these options; undefined where they were interrupted before their end. */
  readonly plain: Tried | undefined;
  readonly reliances: readonly Reliance[];
  /** Options under which the tests failed once and passed when they were run again. */
  readonly unsteady: readonly Reliance[];
  /** How often the tests were run to their end. */
  readonly runs: number;
  /** Whether somebody ended the exam before its end. */
  readonly isInterrupted: boolean;
}
