import { groupedBy } from '../../../openapi/contract';
import type { Cell } from '../../verdict/result';
import type { Outcome } from '../../verdict/verdict';
import type { ReportContext } from '../content/context';
import { plural } from '../content/wording';
import { allOf, idOf, knownOf, type Numbered } from './findings';
import { html, type Markup } from './markup';

/** What each cell says, and for whom the mark is not enough. */
const MARKS: Readonly<Record<Outcome, readonly [mark: string, words: string]>> = {
  pass: ['✓', 'passed'],
  fail: ['FAIL', 'failed'],
  warn: ['warn', 'warned of'],
  flaky: ['flaky', 'flaky'],
  known: ['known', 'known, and set aside'],
  skip: ['–', 'does not apply'],
  inconclusive: ['?', 'not judged'],
  error: ['ERROR', 'the suite failed'],
};

/** Checks down, operations across; each cell leads to its findings, or to the reason why it was not judged. */
export function tableView(causes: readonly Numbered[], { result: { cells }, setAside }: ReportContext): Markup {
  const operations = [...new Set(cells.map(({ operation }) => operation))];
  const found = groupedBy(allOf([...causes, ...knownOf(setAside)]), ({ finding }) => placeOf(finding));
  const reasons = reasonsOf(cells);
  const rowView = ([check, row]: readonly [string, readonly Cell[]]): Markup => {
    const views = operations.map((operation) => {
      const cell = row.find((one) => one.operation === operation);
      return cell === undefined ? html`<td></td>` : viewOf(cell, found.get(placeOf(cell)) ?? [], reasons);
    });
    return html`<tr><th scope="row">${check}</th>${views}</tr>\n`;
  };
  return html`<section id="table" aria-labelledby="table-title">
<h2 id="table-title">Checks and operations</h2>
<p class="quiet legend">${Object.entries(MARKS).map(([outcome, [mark, words]]) => html`<span><span class="mark ${outcome}" aria-hidden="true">${mark}</span> ${words}</span> `)}</p>
<div class="scroll tall" role="region" aria-label="Table of checks and operations" tabindex="0"><table class="cells">
<thead><tr><th scope="col">Check</th>${operations.map((operation) => html`<th scope="col">${operation}</th>`)}</tr></thead>
<tbody>${[...groupedBy(cells, ({ check }) => check)].map(rowView)}</tbody>
</table></div>
${reasons.size > 0 && reasonsView(reasons)}
</section>
`;
}

/** A reason, its number, and the cells that it stands for. */
type Reasons = ReadonlyMap<string, { readonly number: number; readonly cells: readonly Cell[] }>;

const placeOf = ({ check, operation }: Pick<Cell, 'check' | 'operation'>): string => `${check} ${operation}`;

function reasonsOf(cells: readonly Cell[]): Reasons {
  const all = cells.flatMap((cell) => cell.reasons.map((reason) => ({ cell, reason })));
  const found = [...groupedBy(all, ({ reason }) => reason)];
  return new Map(
    found.map(([reason, own], index) => [reason, { number: index + 1, cells: own.map(({ cell }) => cell) }]),
  );
}

function viewOf({ outcome, reasons: own }: Cell, findings: readonly Numbered[], reasons: Reasons): Markup {
  const [mark, words] = MARKS[outcome];
  const said = html`<span class="mark ${outcome}" aria-hidden="true">${mark}</span><span class="unseen">${words}</span>`;
  const links = findings.map(
    (one) => html` <a href="#${idOf(one)}" aria-label="finding ${one.number}">${one.number}</a>`,
  );
  const notes = own.map((reason) => {
    const number = reasons.get(reason)?.number ?? 0;
    return html` <a class="reason" href="#reason-${number}" title="${reason}" aria-label="reason ${number}">${number}</a>`;
  });
  return html`<td class="${outcome}">${said}${links}${notes}</td>`;
}

/** How many cells a reason stands for, and in how many of them other cases were judged. */
function cellsText(cells: readonly Cell[]): string {
  const judged = cells.filter(({ outcome }) => !['inconclusive', 'error', 'skip'].includes(outcome)).length;
  return `${plural(cells.length, 'cell')}${judged === 0 ? '' : `, ${judged} of them judged by other cases`}`;
}

const reasonsView = (reasons: Reasons): Markup => html`<h3>Why some checks were not judged</h3>
<ol class="reasons">
${[...reasons].map(
  ([reason, { number, cells }]) =>
    html`<li id="reason-${number}">${reason} <details><summary>${cellsText(cells)}</summary><p>${cells.map(({ check, operation, outcome }) => html`<code>${check}</code> on <code>${operation}</code> (${MARKS[outcome][1]})<br>`)}</p></details></li>\n`,
)}
</ol>
`;
