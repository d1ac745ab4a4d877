import type { Finding } from '../../verdict/result';
import { causeView, OUTCOMES } from './finding';
import { html, type Markup } from './markup';
import { allOf, type Numbered } from './numbered';
import type { PageContext } from './page-context';

/** The findings by their causes: violations, then what was seen once only, then warnings. */
export function findingsView(causes: readonly Numbered[], context: PageContext): Markup {
  if (causes.length === 0)
    return html`<section id="findings" aria-labelledby="findings-title"><h2 id="findings-title">Findings</h2><p class="empty">${nothingText(context)}</p></section>`;
  return html`<section id="findings" aria-labelledby="findings-title">
<h2 id="findings-title">Findings</h2>
${filterView(allOf(causes).map(({ finding }) => finding))}
${GROUPS.map(([outcome, title, meaning]) =>
  groupView(
    title,
    meaning,
    causes.filter(({ finding }) => finding.outcome === outcome),
    context,
  ),
)}
<p class="empty" id="nothing" hidden>No finding is like that. <button type="button" id="everything">Show all</button></p>
</section>
`;
}

const nothingText = ({ setAside }: PageContext): Markup | string =>
  setAside !== undefined && setAside.known.length > 0
    ? html`Nothing was found but <a href="#known">what the baseline knows</a>.`
    : 'Nothing was found that breaks the contract.';

const GROUPS: readonly (readonly [Finding['outcome'], string, string])[] = [
  ['fail', 'Violations', 'What the contract says, and the server does not keep.'],
  ['flaky', 'Flaky', 'Seen once, and not when it was tried again: violations only with --strict.'],
  ['warn', 'Warnings', 'Lawful, and not what one would expect: violations only with --strict.'],
];

const groupView = (title: string, meaning: string, causes: readonly Numbered[], context: PageContext) =>
  causes.length > 0 &&
  html`<section class="group" aria-label="${title}"><h3 class="kind">${title} <span class="count">${causes.length}</span></h3><p class="quiet">${meaning}</p>
${causes.map((cause) => causeView(cause, context))}
</section>
`;

/** Shown by the script: without it, it would do nothing. */
const filterView = (
  findings: readonly Finding[],
): Markup => html`<form id="filter" role="search" aria-label="Findings" hidden>
<label class="wide">Search <input type="search" name="q" autocomplete="off" spellcheck="false"></label>
${choiceOf(
  'outcome',
  'Outcome',
  findings.map(({ outcome }) => outcome),
  (outcome) => OUTCOMES[outcome],
)}
${choiceOf(
  'level',
  'Level',
  findings.map(({ level }) => level),
)}
${choiceOf('check', 'Check', findings.map(({ check }) => check).toSorted())}
${choiceOf('operation', 'Operation', findings.map(({ operation }) => operation).toSorted())}
<div class="buttons"><output id="shown" aria-live="polite"></output><button type="button" id="open-all">Open all</button><button type="button" id="close-all">Close all</button></div>
</form>
`;

const choiceOf = <Value extends string>(
  name: string,
  label: string,
  values: readonly Value[],
  words: (value: Value) => string = String,
): Markup =>
  html`<label>${label} <select name="${name}"><option value="">all</option>${[...new Set(values)].map((value) => html`<option value="${value}">${words(value)}</option>`)}</select></label>`;
