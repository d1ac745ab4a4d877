import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { documentName } from '../../../openapi/contract';
import { packageFile } from '../../../openapi/package/package-file';
import { printableLines } from '../../../openapi/program/printable';
import { reasonOfRemoval } from '../../exchange/removal';
import { type Finding, judgedOf, type RunVerdict, reasonOfError } from '../../verdict/result';
import type { Report, ReportContext } from '../content/context';
import { HEADINGS, type Overview, overviewOf, reachedText } from '../content/overview';
import { followingText, knownCount, leftOutText } from '../content/summary';
import { cut, plural } from '../content/wording';
import { findingsView, type Numbered, numberedOf, setAsideView } from './findings';
import { asItStands, html, type Markup, render } from './markup';
import { coverageView, createdView, reachView, requestsView, timingView } from './run';
import { tableView } from './table';

/** The report for people: a page of one file. */
export const page = {
  id: 'html',
  use: 'people: one file that works without a network and without scripts',
  file: 'report.html',
  render: pageOf,
} as const satisfies Report;

/**
 * The report as one file that needs no other and can be read without its script. Its Content-Security-Policy allows its own
 * style and script, by their digests, and nothing else: no text of a server becomes either, and none is sent anywhere.
 */
export function pageOf(context: ReportContext): string {
  const causes = numberedOf(context.result.findings);
  const [style, script] = [partOf('style.css'), partOf('main.js')];
  const policy = `default-src 'none'; style-src ${digestOf(style)}; script-src ${digestOf(script)}; img-src data:; base-uri 'none'; form-action 'none'`;
  const sections = [
    findingsView(causes, context),
    setAsideView(context),
    tableView(causes, context),
    reachView(context),
    coverageView(context),
    createdView(context),
    timingView(context),
    requestsView(causes, context),
  ];
  const whole = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${asItStands(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${context.verdict}: ${context.contract.title} at ${context.server.baseUrl}</title>
<link rel="icon" href="data:,">
<style>${asItStands(style)}</style>
</head>
<body>
<a class="jump" href="#findings">To the findings</a>
${navigation()}
${verdictView(causes, context)}
<main>
${overviewView(context)}
${sections}
</main>
<footer class="quiet">${context.tool.name} ${context.tool.version}. Variables stand for keys and passwords.</footer>
<script>${asItStands(script)}</script>
</body>
</html>
`;
  return render(whole, (text) => printableLines(cut(context.redact(text))));
}

const navigation = (): Markup => html`<nav aria-label="Parts of the report">
<a href="#overview">Overview</a> <a href="#findings">Findings</a> <a href="#table">Table</a> <a href="#reach">Reach</a> <a href="#coverage">Coverage</a> <a href="#timing">Timing</a> <a href="#requests">Requests</a>
<button type="button" id="theme" hidden>Dark</button>
</nav>
`;

/** A file that the build has bundled. */
const partOf = (name: string): string => readFileSync(packageFile(`dist/pages/report/${name}`), 'utf8').trim();

/** CSP Level 3 §6.7.2: over the bytes between the tags. */
const digestOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** What it all comes to, then what was judged, where, when, and by which tool. */
function verdictView(causes: readonly Numbered[], context: ReportContext): Markup {
  const { contract, server, result, verdict, tool, seed, settings, notes = [], failedBy = [] } = context;
  const judged = judgedOf(result);
  const { title, version, source } = contract;
  return html`<header class="verdict ${verdict}">
<p class="what">Does <code>${server.baseUrl}</code> keep the contract <strong>${title} ${version}</strong>?</p>
<h1>${wordsOf(context)}</h1>
<p class="counts">${countsOf(causes, context)}</p>
${verdict === 'error' && html`<p>${reasonOfError(result)}</p>`}
${failedBy.map((why) => html`<p>It fails: ${why}.</p>`)}
${result.isInterrupted && html`<p class="note">The run was interrupted: this is what was found until then.</p>`}
${result.removed.length > 0 && html`<p class="note">Not all was judged: ${reasonOfRemoval(result.removed)}.</p>`}
${leftOutText(context).map((line) => html`<p class="note">${line}</p>`)}
<dl class="facts">
${factOf('Server', html`<code>${server.baseUrl}</code>`)}
${factOf('Began', momentOf(result.startedAt))}
${factOf('Lasted', `${(result.milliseconds / 1000).toFixed(1)} s`)}
${factOf('Requests', result.requests)}
${factOf('Judged', `${judged.percent} % (${judged.judged} of ${judged.cells} cells)`)}
${seed !== undefined && factOf('Seed', seed)}
${settings?.plan !== undefined && factOf('Plan', settings.plan)}
${factOf('Tool', `${tool.name} ${tool.version}`)}
${factOf('Document', html`<code>${documentName(source)}</code>`)}
${factOf('SHA-256', html`<code>${source.sha256}</code>`)}
</dl>
${notes.length > 0 && notesView(notes)}
</header>
`;
}

/** What a reader can act on, in few lines: each number leads to its finding. */
function overviewView(context: ReportContext): Markup {
  const { broken, maybe, unreached, advice, reached, operations } = overviewOf(context);
  const block = (title: string, lines: readonly Markup[]) =>
    lines.length > 0 &&
    html`<h3>${title} <span class="count">${lines.length}</span></h3><ul>${lines.slice(0, MOST_LINES)}</ul>${lines.length > MOST_LINES && html`<details><summary>and ${lines.length - MOST_LINES} more</summary><ul>${lines.slice(MOST_LINES)}</ul></details>`}\n`;
  const lineOf = ({ numbers, text }: Overview['broken'][number]): Markup =>
    html`<li>${numbers.map((number) => html`<a href="#finding-${number}">${number}</a> `)}${text}</li>\n`;
  return html`<section id="overview" aria-labelledby="overview-title">
<h2 id="overview-title">Overview</h2>
<p class="quiet"><a href="#reach">${reachedText(reached, operations)}</a>.</p>
${block(HEADINGS.broken, broken.map(lineOf))}${block(HEADINGS.maybe, maybe.map(lineOf))}${block(
  HEADINGS.unreached,
  unreached.map(
    ({ why, operations: some }) => html`<li>${why}: ${some.map((one) => html`<code>${one}</code> `)}</li>\n`,
  ),
)}${block(
  HEADINGS.advice,
  advice.map(({ give, why }) => html`<li><code>${give}</code> ${why}</li>\n`),
)}</section>
`;
}

const MOST_LINES = 12;

/** More of them are folded away. */
const MOST_OPEN = 6;

const notesView = (notes: readonly string[]): Markup =>
  html`<details class="notes"${notes.length <= MOST_OPEN && html` open`}><summary>${plural(notes.length, 'note')}</summary><ul>${notes.map((note) => html`<li>${note}</li>`)}</ul></details>`;

const factOf = (name: string, value: Markup | string | number): Markup =>
  html`<div${typeof value === 'object' && html` class="long"`}><dt>${name}</dt><dd>${value}</dd></div>`;

const WORDS: Readonly<Record<RunVerdict, string>> = {
  pass: 'Yes, as far as it was judged',
  fail: 'No',
  inconclusive: 'Not all could be judged',
  error: 'It could not be judged',
};

/** A run may fail by its gate, though the server breaks nothing. */
const wordsOf = ({ verdict, result }: ReportContext): string =>
  verdict === 'fail' && !result.findings.some(({ outcome }) => outcome === 'fail')
    ? 'No violation, but the run fails on these findings'
    : WORDS[verdict];

function countsOf(causes: readonly Numbered[], { result, setAside }: ReportContext): string {
  const count = (wanted: Finding['outcome']): number =>
    causes.filter(({ finding: { outcome } }) => outcome === wanted).length;
  const unjudged = result.cells.filter(({ outcome }) => outcome === 'inconclusive' || outcome === 'error').length;
  return [
    `${plural(count('fail'), 'violation')}${followingText(result)}`,
    ...(count('flaky') > 0 ? [`${count('flaky')} flaky`] : []),
    plural(count('warn'), 'warning'),
    ...(setAside === undefined ? [] : [knownCount(setAside)]),
    ...(unjudged > 0 ? [`${plural(unjudged, 'cell')} not judged`] : []),
  ].join(' · ');
}

/** In UTC: a reader may be in another time zone. */
const momentOf = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
