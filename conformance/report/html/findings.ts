import { documentName } from '../../../openapi/contract';
import type { SetAside } from '../../baseline/baseline';
import { type Cause, causesOf } from '../../judge/causes';
import type { Finding } from '../../verdict/result';
import { commandsOf, exportText } from '../content/commands';
import type { ReportContext } from '../content/context';
import { documentLines } from '../content/location';
import { knownText, triedText } from '../content/summary';
import { cut, FINDING_NAMES, furtherText, plural } from '../content/wording';
import { differencesOf, type Marked } from './differences';
import { exchangeView } from './exchange';
import { html, type Markup } from './markup';

/** A finding with its number on the page: `3`, or `3.1` where it follows from the third. */
export interface Numbered {
  readonly number: string;
  readonly finding: Finding;
  /** The operations on which it was found alike; none for a consequence. */
  readonly operations: readonly string[];
  readonly consequences: readonly Numbered[];
}

/** The causes in the order of a report, with the numbers that the report on the terminal gives them. */
export const numberedOf = (findings: readonly Finding[]): readonly Numbered[] =>
  causesOf(findings).map(({ finding, operations, consequences }: Cause, index) => ({
    number: `${index + 1}`,
    finding,
    operations,
    consequences: consequences.map((one, place) => ({
      number: `${index + 1}.${place + 1}`,
      finding: one,
      operations: [],
      consequences: [],
    })),
  }));

/** What a baseline knows, with numbers of its own. */
export const knownOf = (setAside: SetAside | undefined): readonly Numbered[] =>
  (setAside?.known ?? []).map(({ finding }, index) => ({
    number: `k${index + 1}`,
    finding,
    operations: [],
    consequences: [],
  }));

/** All of them, what follows behind its cause. */
export const allOf = (causes: readonly Numbered[]): readonly Numbered[] =>
  causes.flatMap((cause) => [cause, ...cause.consequences]);

/** The id of a finding's element. */
export const idOf = ({ number }: Numbered): string => `finding-${number.replace('.', '-')}`;

/** The findings by their causes: violations, then what was seen once only, then warnings. */
export function findingsView(causes: readonly Numbered[], context: ReportContext): Markup {
  if (causes.length === 0)
    return html`<section id="findings" aria-labelledby="findings-title"><h2 id="findings-title">Findings</h2><p class="empty">${nothingText(context)}</p></section>`;
  return html`<section id="findings" aria-labelledby="findings-title">
<h2 id="findings-title">Findings</h2>
${exportText(context).map((line) => html`<p class="quiet">${line}</p>`)}
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

const nothingText = ({ setAside }: ReportContext): Markup | string =>
  setAside !== undefined && setAside.known.length > 0
    ? html`No new findings, only <a href="#known">known ones</a>.`
    : 'Nothing was found that breaks the contract.';

const GROUPS: readonly (readonly [Finding['outcome'], string, string])[] = [
  ['fail', 'Violations', 'The server breaks the contract.'],
  ['flaky', 'Flaky', 'Seen once, but not when tried again: violations only with --strict.'],
  ['warn', 'Warnings', 'Allowed, but unexpected: violations only with --strict.'],
];

const groupView = (title: string, meaning: string, causes: readonly Numbered[], context: ReportContext) =>
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
  (outcome) => FINDING_NAMES[outcome],
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

/** What a baseline made of the findings: what is known, with its evidence, and what of it is fixed. */
export function setAsideView(context: ReportContext): Markup | false {
  const { setAside } = context;
  if (setAside === undefined) return false;
  const known = knownOf(setAside);
  const blocks = knownText({ ...setAside, known: [] });
  if (known.length + blocks.length === 0) return false;
  const reasonOf = (place: number): string => `Set aside: ${setAside.known[place]?.reason ?? ''}`;
  return html`<section id="known" aria-labelledby="known-title">
<h2 id="known-title">Known from the baseline</h2>
${known.length > 0 && html`<h3>Set aside by ${setAside.file} <span class="count">${known.length}</span></h3>\n${known.map((one, place) => foldedView(one, context, reasonOf(place)))}`}
${blocks.map(([heading, ...lines]) => html`<h3>${heading}</h3><ul>${lines.map((line) => html`<li>${line.trim()}</li>`)}</ul>\n`)}
</section>
`;
}

/** A cause, and what follows from it beneath. */
function causeView(cause: Numbered, context: ReportContext): Markup {
  const { finding, consequences } = cause;
  return html`<article class="finding ${finding.outcome}" id="${idOf(cause)}" aria-labelledby="${idOf(cause)}-title"${attributesOf(finding)}>
<header>${headOf(cause, context)}</header>
${bodyOf(finding, context)}
${
  consequences.length > 0 &&
  html`<section class="follows" aria-label="What follows from ${cause.number}">
<h4>${plural(consequences.length, 'finding')} from the same cause</h4>
${consequences.map((one) => foldedView(one, context))}
</section>`
}
</article>
`;
}

/**
 * A finding that is folded away.
 *
 * @param note what is to be said of it before its sentence
 */
function foldedView(numbered: Numbered, context: ReportContext, note?: string): Markup {
  const { number, finding } = numbered;
  const { outcome, check, operation, title } = finding;
  return html`<details class="consequence ${outcome}" id="${idOf(numbered)}"${attributesOf(finding)}>
<summary><span class="number">${number}</span> ${outcome !== 'fail' && html`${badgeOf(outcome)} `}${title} <span class="quiet"><code>${check}</code> on <code>${operation}</code></span></summary>
${note !== undefined && html`<p class="note">${note}</p>`}
${bodyOf(finding, context)}
</details>
`;
}

/** What the page filters by. */
const attributesOf = ({ outcome, level, check, operation }: Finding): Markup =>
  html` data-outcome="${outcome}" data-level="${level}" data-check="${check}" data-operation="${operation}"`;

function headOf(cause: Numbered, { contract }: ReportContext): Markup {
  const { outcome, check, title, level, operation, seen } = cause.finding;
  const { operations } = cause;
  const of = contract.operations.find(({ id }) => id === operation);
  return html`<h3 id="${idOf(cause)}-title"><a class="number" href="#${idOf(cause)}" aria-label="Finding ${cause.number}">${cause.number}</a> ${badgeOf(outcome)} ${title}</h3>
<p class="quiet"><code>${check}</code> <abbr title="${LEVELS[level]}">${level}</abbr> <span class="operation"><code>${operation}</code>${of !== undefined && of.id !== `${of.method} ${of.path}` && html` ${of.method} ${of.path}`}</span>${seen > 1 && html` <span>seen ${seen} times</span>`}</p>
${operations.length > 1 && html`<p class="quiet">Alike on ${furtherText({ ...cause, consequences: cause.consequences.map((one) => one.finding) })}: ${operations.slice(1).map((one) => html`<code>${one}</code> `)}</p>`}`;
}

const LEVELS: Readonly<Record<Finding['level'], string>> = {
  MUST: 'The contract demands it.',
  SHOULD: 'The contract recommends it.',
};

const badgeOf = (outcome: Finding['outcome']): Markup =>
  html`<span class="badge ${outcome}">${FINDING_NAMES[outcome]}</span>`;

function bodyOf(finding: Finding, context: ReportContext): Markup {
  const { clause, exchanges } = finding;
  // A secret that is cut into pieces would not be found any more.
  const { expected, actual, notes } = differencesOf(
    cut(context.redact(finding.expected)),
    cut(context.redact(finding.actual)),
  );
  const tried = triedText(finding);
  return html`<blockquote class="clause"><p>${clause.sentence}</p><cite>${documentName(context.contract.source)}#${clause.pointer}, line ${documentLines(context.contract.source)(clause.pointer)}</cite></blockquote>
<dl class="sides"><div><dt>Expected</dt><dd>${sideOf(expected)}</dd></div><div class="actual"><dt>Actual</dt><dd>${sideOf(actual)}</dd></div></dl>
${notes.map((note) => html`<p class="note">${note}</p>`)}
${tried.map((line) => html`<p class="note">Tried: ${line}.</p>`)}
<div class="exchanges">${exchanges.map((exchange) => exchangeView(exchange, context))}</div>
<div class="again"><h4>See it again</h4>${commandsOf(finding, context).map(commandView)}</div>`;
}

const sideOf = (pieces: Marked): readonly (Markup | string)[] =>
  pieces.map(({ text, isMarked }) => (isMarked ? html`<mark>${text}</mark>` : text));

const commandView = (command: string): Markup =>
  html`<div class="command"><pre tabindex="0"><code>${command}</code></pre><button type="button" class="copy" hidden>Copy</button></div>`;
