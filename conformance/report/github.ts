import { randomUUID } from 'node:crypto';
import { printableLines } from '../../openapi/program/printable';
import { type Cause, causesOf } from '../judge/causes';
import type { Finding } from '../verdict/result';
import { reasonOfError } from '../verdict/result';
import type { Environment, Publication, Report, ReportContext } from './content/context';
import { locationsOf } from './content/location';
import { short } from './content/wording';
import { markdownReport } from './markdown';

/**
 * Annotations on the lines of the document, as commands of a workflow on standard output, and the report in Markdown as the
 * step's summary. It has no file of its own.
 */
export const github = {
  id: 'github',
  use: "GitHub Actions: annotations on the lines of the document, and the Markdown report as the step's summary",
  publish: publishToGitHub,
} as const satisfies Report;

/** GitHub shows so many of a kind for a step. */
const MOST_OF_KIND = 10;
const MOST_CHARACTERS = 2000;

/**
 * @param newToken a text that no server can guess: until it comes again, GitHub obeys no command in what is printed, since a server's
 *   text stands there, too
 */
export function publishToGitHub(
  context: ReportContext,
  environment: Environment,
  newToken: () => string = randomUUID,
): Publication {
  const token = newToken();
  const path = environment.GITHUB_STEP_SUMMARY;
  return {
    before: `::stop-commands::${token}\n`,
    after: `::${token}::\n${annotationsOf(context, environment).join('')}`,
    appended: path === undefined || path === '' ? [] : [{ path, text: markdownReport(context, environment) }],
  };
}

const KINDS: Readonly<Record<Finding['outcome'], string>> = { fail: 'error', warn: 'warning', flaky: 'notice' };

/** The causes; of what follows from them the number. */
function annotationsOf(context: ReportContext, environment: Environment): readonly string[] {
  const { result, verdict, failedBy = [] } = context;
  const causes = causesOf(result.findings);
  const locationOf = locationsOf(context, environment);
  const annotate = ({ finding, operations, consequences }: Cause): string => {
    const { check, operation, title, expected, actual, clause, outcome } = finding;
    const { path, line, text } = locationOf(clause.pointer);
    const message = [
      `${title}.`,
      `expected: ${expected}`,
      `actual: ${actual}`,
      `contract: ${clause.sentence} (${text})`,
      ...(operations.length === 1 ? [] : [`alike on: ${operations.slice(1).join(', ')}`]),
      ...(consequences.length === 0 ? [] : [`${consequences.length} more findings follow from it.`]),
    ].join('\n');
    const where = path === undefined ? {} : { file: path, line: `${line ?? 1}` };
    return command(KINDS[outcome], { ...where, title: `${check}: ${operation}` }, context.redact(message));
  };
  const kinds = Object.keys(KINDS) as readonly Finding['outcome'][];
  const shown = kinds.flatMap((kind) =>
    causes
      .filter(({ finding }) => finding.outcome === kind)
      .slice(0, MOST_OF_KIND)
      .map(annotate),
  );
  const more = causes.length - shown.length;
  return [
    ...shown,
    ...(more === 0 ? [] : [`${more} more findings have no annotation: GitHub shows ${MOST_OF_KIND} of a kind.\n`]),
    ...failedBy.map((why) => command('error', { title: 'the run fails' }, context.redact(why))),
    ...(verdict === 'error' ? [command('error', { title: 'not judged' }, context.redact(reasonOfError(result)))] : []),
  ];
}

/** A command of a workflow, in a line of its own, whatever its texts hold. */
function command(name: string, properties: Readonly<Record<string, string>>, message: string): string {
  const given = Object.entries(properties).map(([key, value]) => `${key}=${ofProperty(value)}`);
  return `::${name} ${given.join(',')}::${ofMessage(message)}\n`;
}

/** As GitHub's own toolkit escapes them (`packages/core/src/command.ts`). */
const ofMessage = (text: string): string =>
  printableLines(short(text, MOST_CHARACTERS)).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const ofProperty = (text: string): string => ofMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
