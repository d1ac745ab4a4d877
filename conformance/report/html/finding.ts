import { documentName } from '../../../openapi/contract';
import type { Finding } from '../../verdict/result';
import { commandsOf } from '../commands';
import { cut } from '../cut';
import { triedText } from '../tried';
import { differencesOf, type Marked } from './differences';
import { exchangeView } from './exchange';
import { html, type Markup } from './markup';
import { idOf, type Numbered } from './numbered';
import type { PageContext } from './page-context';
import { plural } from './plural';

/** A cause, and what follows from it beneath. */
export function causeView(cause: Numbered, context: PageContext): Markup {
  const { finding, consequences } = cause;
  return html`<article class="finding ${finding.outcome}" id="${idOf(cause)}" aria-labelledby="${idOf(cause)}-title"${attributesOf(finding)}>
<header>${headOf(cause, context)}</header>
${bodyOf(finding, context)}
${
  consequences.length > 0 &&
  html`<section class="follows" aria-label="What follows from ${cause.number}">
<h4>${plural(consequences.length, 'finding')} by the same cause</h4>
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
export function foldedView(numbered: Numbered, context: PageContext, note?: string): Markup {
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

function headOf(cause: Numbered, { contract }: PageContext): Markup {
  const { outcome, check, title, level, operation, seen } = cause.finding;
  const of = contract.operations.find(({ id }) => id === operation);
  return html`<h3 id="${idOf(cause)}-title"><a class="number" href="#${idOf(cause)}" aria-label="Finding ${cause.number}">${cause.number}</a> ${badgeOf(outcome)} ${title}</h3>
<p class="quiet"><code>${check}</code> <abbr title="${LEVELS[level]}">${level}</abbr> <span class="operation"><code>${operation}</code>${of !== undefined && of.id !== `${of.method} ${of.path}` && html` ${of.method} ${of.path}`}</span>${seen > 1 && html` <span>seen ${seen} times</span>`}</p>`;
}

const LEVELS: Readonly<Record<Finding['level'], string>> = {
  MUST: 'The contract demands it.',
  SHOULD: 'The contract lets one expect it.',
};

/** What a finding is called. */
export const OUTCOMES: Readonly<Record<Finding['outcome'], string>> = {
  fail: 'Violation',
  flaky: 'Flaky',
  warn: 'Warning',
};

const badgeOf = (outcome: Finding['outcome']): Markup =>
  html`<span class="badge ${outcome}">${OUTCOMES[outcome]}</span>`;

function bodyOf(finding: Finding, context: PageContext): Markup {
  const { clause, exchanges } = finding;
  // A secret that is cut into pieces would not be found any more.
  const { expected, actual, notes } = differencesOf(
    cut(context.redact(finding.expected)),
    cut(context.redact(finding.actual)),
  );
  const tried = triedText(finding);
  return html`<blockquote class="clause"><p>${clause.sentence}</p><cite>${documentName(context.contract.source)}#${clause.pointer}, line ${context.lineOf(clause.pointer)}</cite></blockquote>
<dl class="sides"><div><dt>Expected</dt><dd>${sideOf(expected)}</dd></div><div class="actual"><dt>Actual</dt><dd>${sideOf(actual)}</dd></div></dl>
${notes.map((note) => html`<p class="note">${note}</p>`)}
${tried.map((line) => html`<p class="note">Tried ${line}.</p>`)}
<div class="exchanges">${exchanges.map((exchange) => exchangeView(exchange, context))}</div>
<div class="again"><h4>See it again</h4>${commandsOf(finding, context).map(commandView)}</div>`;
}

const sideOf = (pieces: Marked): readonly (Markup | string)[] =>
  pieces.map(({ text, isMarked }) => (isMarked ? html`<mark>${text}</mark>` : text));

const commandView = (command: string): Markup =>
  html`<div class="command"><pre tabindex="0"><code>${command}</code></pre><button type="button" class="copy" hidden>Copy</button></div>`;
