/** So many faults of a document are kept. */
export const MOST_WARNINGS = 100_000;

/** A fault of a document that was read in spite of it. */
export interface DocumentProblem {
  /** The file or URL, where it is another than the document's own. */
  readonly file?: string;
  /** JSON pointer to the place; empty for the whole. */
  readonly pointer: string;
  /** What was found, as a sentence. */
  readonly problem: string;
  /** What is done about it, as a sentence. */
  readonly remedy: string;
}

/** The same while the document is read: whoever refuses the document tells its author what to do. */
export interface Fault extends DocumentProblem {
  readonly correction: string;
}

/** Takes a fault that was found, once it is known what is done about it. */
export type ReportFault = (fault: Fault) => void;
