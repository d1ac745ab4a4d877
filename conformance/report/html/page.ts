import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { packageFile } from '../../../openapi/package/package-file';
import { printableLines } from '../../../openapi/program/printable';
import type { ReportContext } from '../context';
import { cut } from '../cut';
import { coverageView } from './coverage';
import { createdView } from './created';
import { findingsView } from './findings';
import { asItStands, html, type Markup, render } from './markup';
import { numberedOf } from './numbered';
import { pageContextOf } from './page-context';
import { requestsView } from './requests';
import { setAsideView } from './set-aside';
import { tableView } from './table';
import { timingView } from './timing';
import { verdictView } from './verdict';

/**
 * The report as one file that needs no other and can be read without its script. Its Content-Security-Policy allows its own
 * style and script, by their digests, and nothing else: no text of a server becomes either, and none is sent anywhere.
 */
export function pageOf(report: ReportContext): string {
  const context = pageContextOf(report);
  const causes = numberedOf(context.result.findings);
  const [style, script] = [partOf('style.css'), partOf('main.js')];
  const policy = `default-src 'none'; style-src ${digestOf(style)}; script-src ${digestOf(script)}; img-src data:; base-uri 'none'; form-action 'none'`;
  const sections = [
    findingsView(causes, context),
    setAsideView(context),
    tableView(causes, context),
    coverageView(context),
    createdView(context),
    timingView(context),
    requestsView(causes, context),
  ];
  const page = html`<!doctype html>
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
${sections}
</main>
<footer class="quiet">${context.tool.name} ${context.tool.version}. Keys and passwords stand nowhere here; variables stand for them.</footer>
<script>${asItStands(script)}</script>
</body>
</html>
`;
  return render(page, (text) => printableLines(cut(context.redact(text))));
}

const navigation = (): Markup => html`<nav aria-label="Parts of the report">
<a href="#findings">Findings</a> <a href="#table">Table</a> <a href="#coverage">Coverage</a> <a href="#timing">Timing</a> <a href="#requests">Requests</a>
<button type="button" id="theme" hidden>Dark</button>
</nav>
`;

/** A file that the build has bundled. */
const partOf = (name: string): string => readFileSync(packageFile(`dist/pages/report/${name}`), 'utf8').trim();

/** CSP Level 3 §6.7.2: over the bytes between the tags. */
const digestOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
