import type { ReportContext } from './context';

/** A format of reports: it renders what was found, and decides nothing. */
export type Report = WrittenReport | PublishedReport;

/** The variables of the environment, by which a CI server says where it runs a program. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** One that is a file of its own. */
interface WrittenReport {
  /** As `--report` names it. */
  readonly id: string;
  /** The name of its file. */
  readonly file: string;
  /** In pieces where it may be longer than a text can be. */
  readonly render: (context: ReportContext, environment: Environment) => string | Iterable<string>;
}

/** One that a CI server reads where it looks for such things. */
interface PublishedReport {
  readonly id: string;
  readonly publish: (context: ReportContext, environment: Environment) => Publication;
}

/** What a report adds to what is there without it. */
export interface Publication {
  /** Printed on standard output, before the report for people and behind it. */
  readonly before: string;
  readonly after: string;
  /** Written at the end of files. */
  readonly appended: readonly { readonly path: string; readonly text: string }[];
}
