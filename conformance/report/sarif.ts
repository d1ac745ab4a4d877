import { createHash } from 'node:crypto';
import { jsonText } from '../files';
import { type Cause, causesOf } from '../judge/causes';
import type { Finding } from '../verdict/result';
import { findingName, reasonOfError } from '../verdict/result';
import type { Environment, Report, ReportContext } from './content/context';
import { locationsOf, type SourceLocation } from './content/location';
import { cut } from './content/wording';

/** The report for code scanning: SARIF 2.1.0, each result on the line of the document that is broken. */
export const sarif = {
  id: 'sarif',
  use: 'code scanning: SARIF 2.1.0, with the lines of the document',
  file: 'report.sarif',
  render: sarifReport,
} as const satisfies Report;

/** Where SARIF has the root of the repository (§3.4.4). */
const ROOT = '%SRCROOT%';

export function sarifReport(context: ReportContext, environment: Environment): string {
  const { result, setAside, tool, verdict, redact } = context;
  const counted = causesOf(result.findings).flatMap(({ finding, consequences }: Cause): readonly Told[] => [
    { finding },
    ...consequences.map((one) => ({ finding: one, cause: finding })),
  ]);
  const known = setAside?.known.map(({ finding, reason }): Told => ({ finding, reason })) ?? [];
  const findings = [...counted, ...known];
  const rules = [...new Map(findings.map(({ finding }) => [finding.check, finding])).values()];
  const indexes = new Map(rules.map(({ check }, index) => [check, index]));
  const locationOf = locationsOf(context, environment);
  const report = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { ...tool, rules: rules.map(ruleOf) } },
        invocations: [
          {
            executionSuccessful: verdict !== 'error',
            startTimeUtc: new Date(result.startedAt).toISOString(),
            endTimeUtc: new Date(result.startedAt + result.milliseconds).toISOString(),
            toolExecutionNotifications:
              verdict === 'error'
                ? [{ level: 'error', message: { text: cut(redact(reasonOfError(result))) } }]
                : undefined,
          },
        ],
        columnKind: 'utf16CodeUnits',
        results: findings.map((told) => resultOf(told, indexes.get(told.finding.check), locationOf, context)),
      },
    ],
  };
  return jsonText(report);
}

/** A finding, what it follows from, and why it does not count. */
interface Told {
  readonly finding: Finding;
  readonly cause?: Finding;
  readonly reason?: string;
}

const ruleOf = ({ check, title, level }: Finding) => ({
  id: check,
  shortDescription: { text: title },
  fullDescription: { text: `${title} (${level})` },
  help: { text: `${title}. The contract's own sentence, with its place, stands in each result.` },
  defaultConfiguration: { level: level === 'MUST' ? 'error' : 'warning' },
});

/** What came once and did not come again is worth a note. */
const LEVELS: Readonly<Record<Finding['outcome'], string>> = { fail: 'error', warn: 'warning', flaky: 'note' };

function resultOf(
  { finding, cause, reason }: Told,
  ruleIndex: number | undefined,
  locationOf: (pointer: string) => SourceLocation,
  context: ReportContext,
) {
  const { check, operation, clause, expected, actual, seen, outcome, title } = finding;
  const location = locationOf(clause.pointer);
  const replay = context.replay?.(finding, context.redact);
  const text = [
    `${title}: ${operation}.`,
    `Expected: ${expected}. Actual: ${actual}.`,
    `The contract: ${clause.sentence} (${location.text})`,
    ...(cause === undefined ? [] : [`It follows from ${cause.check} on ${cause.operation}.`]),
  ].join(' ');
  return {
    ruleId: check,
    ruleIndex,
    level: LEVELS[outcome],
    message: { text: cut(context.redact(text)) },
    locations: [sarifLocation(location, operation)],
    partialFingerprints: { 'finding/v1': fingerprintOf(finding) },
    occurrenceCount: seen,
    suppressions: reason === undefined ? undefined : [{ kind: 'external', justification: cut(context.redact(reason)) }],
    properties: replay && { replay: context.redact(replay) },
  };
}

function sarifLocation({ path, url, line }: SourceLocation, operation: string) {
  const uri = path === undefined ? url : path.split('/').map(encodeURIComponent).join('/');
  return {
    physicalLocation: uri && {
      artifactLocation: { uri, uriBaseId: path && ROOT },
      region: line && { startLine: line },
    },
    logicalLocations: [{ name: operation, kind: 'function' }],
  };
}

/** The same from run to run, whatever the server's records are called: what tells a finding from others, and no more. */
const fingerprintOf = (finding: Finding): string => createHash('sha256').update(findingName(finding)).digest('hex');
