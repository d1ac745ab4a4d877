import type { Credential } from '../exchange/exchange';
import { readDescribed } from '../files';
import type { RunSettings } from '../report/content/context';
import type { Cell, Finding, FindingId } from '../verdict/result';

/** What `report.json` has of a run, as far as programs of ours read it again. `report.schema.json` describes all of it. */
export interface SavedReport {
  readonly contract: {
    readonly title: string;
    readonly version: string;
    readonly source: string;
    readonly sha256: string;
  };
  readonly target: string;
  /** Absent where the suite did not send the exchanges; so are the settings. */
  readonly seed?: number;
  readonly settings?: RunSettings;
  readonly startedAt: string;
  readonly checks: readonly Cell[];
  readonly violations: readonly SavedFinding[];
  readonly flaky: readonly SavedFinding[];
  readonly warnings: readonly SavedFinding[];
  readonly baseline?: { readonly known: readonly SavedFinding[] };
}

export interface SavedFinding extends FindingId, Pick<Finding, 'title' | 'expected' | 'actual'> {
  /** Absent for a consequence, and for what a baseline sets aside. */
  readonly number?: number;
  /** Of a consequence, and of what a baseline sets aside; of others the list tells it. */
  readonly outcome?: Finding['outcome'];
  /** Absent for what was not a violation. */
  readonly triedAgain?: string;
  readonly connection: 'kept' | 'any';
  readonly exchanges: readonly SavedExchange[];
  readonly consequences?: readonly SavedFinding[];
}

export interface SavedExchange {
  readonly sentBy: string;
  readonly request: {
    readonly method: string;
    readonly target: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly credential: string;
    /** Whether something else was sent than stands here. */
    readonly altered?: true;
  };
  readonly response?: { readonly body: string };
  readonly atOnce?: object;
}

/** The credential that words of a report stand for. That of another client stands for the main one. */
export const credentialOf = (text: string): Credential => {
  if (text === 'limit' || text === 'reader' || text === 'none') return text;
  if (text.startsWith('by ')) return { by: text.slice('by '.length) };
  const [, wrong, of, from, beside] = /^wrong: ([^,]*)(?:, (.*?)(?: from (.*?))?(?: beside (.*))?)?$/s.exec(text) ?? [];
  if (wrong === undefined) return 'main';
  return {
    wrong,
    ...(of === undefined ? {} : { of }),
    ...(from === undefined ? {} : { from }),
    ...(beside === undefined ? {} : { beside }),
  };
};

/** A finding of a saved report, with its outcome wherever it stands. */
export type ListedFinding = SavedFinding & Required<Pick<SavedFinding, 'outcome'>>;

/** @throws UsageError where the file is no report */
export async function readReport(file: string): Promise<SavedReport> {
  // It fits the schema, which describes no less.
  return (await readDescribed(file, 'the report', 'conformance/report.schema.json')) as SavedReport;
}

/** Its findings that count, causes and what follows from them, in the order of the report. */
export const findingsOf = ({ violations, flaky, warnings }: SavedReport): readonly ListedFinding[] => [
  ...listed(violations, 'fail'),
  ...listed(flaky, 'flaky'),
  ...listed(warnings, 'warn'),
];

/** Those that its baseline sets aside. */
export const knownOf = ({ baseline }: SavedReport): readonly ListedFinding[] => listed(baseline?.known ?? [], 'fail');

const listed = (findings: readonly SavedFinding[], otherwise: Finding['outcome']): readonly ListedFinding[] =>
  findings.flatMap(({ consequences = [], ...finding }) => [
    { ...finding, outcome: finding.outcome ?? otherwise },
    ...listed(consequences, otherwise),
  ]);
