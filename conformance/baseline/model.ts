import type { Finding, FindingId } from '../verdict/result';

/** A finding that is known, and who wants to hear no more of it until when. */
export interface BaselineEntry extends FindingId {
  /** What it was when it was written down; left out, a violation. What is worse than that is not set aside. */
  readonly outcome?: Finding['outcome'];
  /** The finding that it follows from: where that is fixed and this one still shows, it counts. */
  readonly follows?: FindingId;
  readonly reason: string;
  /** The day on which it was written down, `2026-11-22`. */
  readonly date: string;
  /** The last day on which it is set aside. */
  readonly expires?: string;
}

/** A file of known findings. */
export interface Baseline {
  readonly file: string;
  /** What the file names as its own schema. */
  readonly $schema?: string;
  readonly findings: readonly BaselineEntry[];
}

/** What a baseline makes of the findings of a run. Those that count are the result's own. */
export interface SetAside {
  readonly file: string;
  readonly known: readonly KnownFinding[];
  /** What the baseline names, and counts all the same: `why` says the reason. */
  readonly counted: readonly { readonly entry: BaselineEntry; readonly why: string }[];
  /** What was judged, and does not show any more. */
  readonly fixed: readonly BaselineEntry[];
  /** What does not show, and may still be there: `why` says what was not judged. */
  readonly uncertain: readonly { readonly entry: BaselineEntry; readonly why: string }[];
  /** Of a check or an operation that is not there. */
  readonly unknown: readonly BaselineEntry[];
}

/** A finding that does not count. */
export interface KnownFinding {
  readonly finding: Finding;
  /** Undefined where it follows from one that is known. */
  readonly entry: BaselineEntry | undefined;
  readonly reason: string;
}
