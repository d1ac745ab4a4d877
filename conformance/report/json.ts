import { documentName, isObject, partOf } from '../../openapi/contract';
import type { SetAside } from '../baseline/baseline';
import { HIDDEN } from '../exchange/evidence';
import { type Credential, type Exchange, hasMore, type Response } from '../exchange/exchange';
import { jsonText } from '../files';
import { type Cause, causesOf } from '../judge/causes';
import type { Finding } from '../verdict/result';
import { judgedOf } from '../verdict/result';
import { curlInARow, curlOf } from './content/commands';
import type { Report, ReportContext } from './content/context';
import { coverageOf, isInconclusive, unjudgedByOperation } from './content/coverage';
import { overviewOf } from './content/overview';
import { examplesToFill, reachOf } from './content/reach';
import { bodyText, replyFields, requestFields, shownTarget } from './content/redact';
import { cut, percentOf } from './content/wording';

/** The report for programs; `report.schema.json` describes it. */
export const json = {
  id: 'json',
  use: 'programs, and the commands `compare` and `replay`',
  file: 'report.json',
  render: jsonReport,
} as const satisfies Report;

export function jsonReport(context: ReportContext): string {
  const { contract, server, result, verdict, tool, seed, settings, redact } = context;
  const { cells } = result;
  const { reached, operations, unreached, advice } = overviewOf(context);
  const reach = reachOf(context);
  const causes = causesOf(result.findings);
  const causesWith = (wanted: Finding['outcome']) =>
    causes.flatMap((cause, index) =>
      cause.finding.outcome === wanted ? [{ number: index + 1, ...causeOf(cause, context) }] : [],
    );
  const report = {
    tool,
    contract: {
      title: contract.title,
      version: contract.version,
      source: documentName(contract.source),
      sha256: contract.source.sha256,
      faults: unlessEmpty(contract.warnings),
    },
    target: server.baseUrl,
    seed,
    settings,
    leftOut: unlessEmpty(context.leftOut),
    notCalled: unlessEmpty(result.notCalled?.map(({ operation: { id }, why }) => ({ operation: id, why }))),
    startedAt: new Date(result.startedAt).toISOString(),
    milliseconds: Math.round(result.milliseconds),
    requests: result.requests,
    verdict,
    judged: judgedOf(result),
    checks: cells.map(({ isPartly: _, ...cell }) => cell),
    violations: causesWith('fail'),
    flaky: causesWith('flaky'),
    warnings: causesWith('warn'),
    baseline: context.setAside && baselineOf(context.setAside, context),
    overview: { reached, operations, unreached, advice },
    reach: {
      percent: percentOf(reached, operations),
      operations: reach.map(({ operation, likeness: _, wanted: _wanted, ...one }) => ({
        operation: operation.id,
        ...one,
      })),
      examples: examplesToFill(reach),
    },
    inconclusive:
      unjudgedByOperation(cells) ??
      cells.filter(isInconclusive).map(({ check, operation, reasons }) => ({ check, operation, reasons })),
    coverage: coverageOf(context),
    created: (result.cleaned ?? result.created).map(({ resource, id, path, ...cleaning }) => ({
      resource,
      id: typeof id === 'string' ? cut(redact(id)) : id,
      path: path && cut(redact(path)),
      ...('reason' in cleaning ? { cleaned: cleaning.reason === undefined, reason: cleaning.reason } : {}),
    })),
    failedBy: unlessEmpty(context.failedBy),
    notes: context.notes?.map(cut),
  };
  return jsonText(redacted(report, redact));
}

const unlessEmpty = <Item>(list: readonly Item[] = []): readonly Item[] | undefined =>
  list.length === 0 ? undefined : list;

/** A value with all its texts redacted. Numbers stay: a secret of digits would break one. */
function redacted(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redacted(item, redact));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [redact(name), redacted(each, redact)]));
}

const causeOf = ({ finding, operations, consequences }: Cause, context: ReportContext) => ({
  ...findingOf(finding, context),
  operations,
  consequences: consequences.map((one) => ({ outcome: one.outcome, ...findingOf(one, context) })),
});

/** What was set aside, and what is to be done with the file. */
const baselineOf = ({ file, known, counted, fixed, uncertain, unknown }: SetAside, context: ReportContext) => ({
  file,
  known: known.map(({ finding, reason }) => ({ outcome: finding.outcome, reason, ...findingOf(finding, context) })),
  counted: counted.map(({ entry: { check, operation, key }, why }) => ({ check, operation, key, why })),
  fixed: fixed.map(({ check, operation, key }) => ({ check, operation, key })),
  uncertain: uncertain.map(({ entry: { check, operation, key }, why }) => ({ check, operation, key, why })),
  unknown: unknown.map(({ check, operation, key }) => ({ check, operation, key })),
});

function findingOf(finding: Finding, context: ReportContext) {
  const { check, operation, key, title, level, clause, expected, actual, exchanges, seen, confirmation, isOfKept } =
    finding;
  return {
    check,
    operation,
    key: cut(context.redact(key)),
    title,
    level,
    clause,
    expected,
    actual,
    seen,
    triedAgain: confirmation && TRIED[confirmation.came],
    connection: isOfKept === true ? 'kept' : 'any',
    curl: isOfKept === true ? curlInARow(exchanges, context) : undefined,
    exchanges: exchanges.map((exchange) => exchangeOf(exchange, context)),
    replay: context.replay?.(finding, context.redact),
  };
}

const TRIED = { again: 'came again', 'not again': 'did not come again', untried: 'not tried' } as const;

const SHOWN_CHARACTERS = 2000;

/** The beginning of a body, and how long it is where there is more. */
function beginningOf(body: Response['body'], redact: (text: string) => string): string {
  // Part of a secret would not be found any more.
  const shown = bodyText(body, redact);
  return body.isCut || shown.length > SHOWN_CHARACTERS
    ? `${partOf(shown, 0, SHOWN_CHARACTERS)}… (cut: ${body.bytes} bytes)`
    : shown;
}

/** Whether a secret of another client's request was left out when it was read. */
const isPart = (text: string | undefined): boolean => text?.includes(`=${HIDDEN}`) === true;

function exchangeOf({ request, response, failure, together, sentBy }: Exchange, context: ReportContext) {
  const { redact } = context;
  const short = (text: string): string => cut(redact(text));
  const target = short(shownTarget(request));
  const headers = requestFields(request, redact).map(({ name, value }) => [name, cut(value)] as const);
  const body = request.body === undefined ? undefined : short(request.body);
  const sent = [request.target, request.body, ...Object.values(request.headers)];
  const shown = [target, body, ...headers.map(([, value]) => value)];
  const isWhole = !hasMore(request.credential) && shown.every((text, at) => text === sent[at] && !isPart(text));
  return {
    sentBy,
    request: {
      method: request.method,
      target,
      headers: Object.fromEntries(headers),
      body,
      credential: short(credentialText(request.credential)),
      altered: isWhole ? undefined : true,
    },
    response: response && {
      status: response.status,
      headers: Object.fromEntries(replyFields(response, redact).map(({ name, value }) => [name, value])),
      body: beginningOf(response.body, redact),
    },
    failure: failure?.message,
    atOnce: together && {
      batch: together.batch,
      requests: together.requests.length,
      curl: curlOf(together.requests, context, true),
    },
    curl: curlOf([request], context),
  };
}

/** A credential in words, which `comparison/saved.ts` reads again. */
const credentialText = (credential: Credential): string => {
  if (typeof credential === 'string') return credential;
  if ('by' in credential) return `by ${credential.by}`;
  if ('caller' in credential) return `of ${credential.caller}`;
  const { wrong, of, from, beside } = credential;
  const more = `${from === undefined ? '' : ` from ${from}`}${beside === undefined ? '' : ` beside ${beside}`}`;
  return `wrong: ${wrong}${of === undefined ? '' : `, ${of}${more}`}`;
};
