import type { ReportContext } from '../context';
import { documentLines } from '../location';

/** What the parts of the page are made from. */
export interface PageContext extends ReportContext {
  /** The line of the document where a JSON pointer leads, from 1. */
  readonly lineOf: (pointer: string) => number;
}

export const pageContextOf = (context: ReportContext): PageContext => ({
  ...context,
  lineOf: documentLines(context.contract.source),
});
