/** The document, or something that must agree with it, can't be used. Its message is made to be shown as it is. */
export class ContractError extends Error {
  override readonly name = 'ContractError';

  constructor(
    /** File, URL or `-` as the user named it. */
    readonly source: string,
    /** JSON pointer to the place; empty for the whole. */
    readonly pointer: string,
    readonly problem: string,
    readonly remedy: string,
    /** What else was found, each as a line of its own. */
    readonly more: readonly string[] = [],
  ) {
    super(`${source}${pointer === '' ? '' : `#${pointer}`}: ${problem} ${remedy}`);
  }
}

/** Of a document with more faults the first ones are kept. */
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

/** The same while the document is read. A strict reading refuses the document with what its author is to do. */
export interface Fault extends DocumentProblem {
  readonly correction: string;
}

export type ReportFault = (fault: Fault) => void;
