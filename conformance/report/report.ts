import type { ReportContext } from './context';

/** A format of reports: it renders what was found, and decides nothing. */
export interface Report {
  /** As `--report` names it. */
  readonly id: string;
  /** The name of its file. */
  readonly file: string;
  readonly render: (context: ReportContext) => string;
}
