import type { ReportContext } from '../context';
import { coverageOf, type OperationCoverage } from '../coverage';
import type { InputCoverage } from '../inputs';
import { html, type Markup } from './markup';

/** What of the document was exercised, and what never. */
export function coverageView(context: ReportContext): Markup {
  const { operations } = coverageOf(context);
  return html`<section id="coverage" aria-labelledby="coverage-title">
<h2 id="coverage-title">Coverage</h2>
<p class="quiet">What of the document was exercised: replies that came, and values that kept (✓) or broke (✗) their schemas.</p>
<div class="scroll" role="region" aria-label="Table of coverage" tabindex="0"><table>
<thead><tr><th scope="col">Operation</th><th scope="col" class="figure">Requests</th><th scope="col">Documented replies</th><th scope="col">Not documented</th><th scope="col">Parameters and members</th></tr></thead>
<tbody>${operations.map(rowOf)}</tbody>
</table></div>
${neverView(operations)}
</section>
`;
}

const rowOf = (one: OperationCoverage): Markup =>
  html`<tr><th scope="row">${one.operation}</th><td class="figure">${one.requests}</td><td>${one.replies.map(
    ({ status, seen }) => html`<span class="chip ${seen > 0 ? 'seen' : 'never'}">${status} ${timesOf(seen)}</span> `,
  )}</td><td>${undocumentedIn(one).map((status) => html`<span class="chip odd">${status}</span> `)}</td><td>${one.inputs.map(inputView)}</td></tr>
`;

const timesOf = (seen: number): Markup => (seen === 0 ? html`never` : html`<span class="quiet">× ${seen}</span>`);

/** Statuses that no reply of the contract is for, neither by a range nor by default. */
const undocumentedIn = ({ statuses, replies }: OperationCoverage): readonly number[] =>
  statuses.filter((status) => {
    const names = [`${status}`, `${Math.floor(status / 100)}XX`, 'default'];
    return !replies.some((reply) => names.includes(reply.status));
  });

const inputView = ({ name, in: place, kept, broken }: InputCoverage): Markup =>
  html`<span class="chip ${kept + broken > 0 ? 'seen' : 'never'}">${name} <span class="quiet">${place}</span> ${kept + broken === 0 ? 'never' : html`<span class="quiet">✓ ${kept}${broken > 0 && html` ✗ ${broken}`}</span>`}</span> `;

/** The promises that nothing has touched, with their places. */
function neverView(operations: readonly OperationCoverage[]): Markup | false {
  const never = operations.flatMap(({ operation, requests, replies, inputs }) =>
    requests === 0
      ? [html`<code>${operation}</code>: never asked for`]
      : [
          ...replies
            .filter(({ seen }) => seen === 0)
            .map(
              ({ status, pointer }) =>
                html`<code>${operation}</code>: the reply ${status} never came <cite>#${pointer}</cite>`,
            ),
          ...inputs
            .filter(({ kept, broken }) => kept + broken === 0)
            .map(
              (one) =>
                html`<code>${operation}</code>: ${one.name} (${one.in}) was never sent <cite>#${one.pointer}</cite>`,
            ),
        ],
  );
  return (
    never.length > 0 &&
    html`<details><summary>Never touched: ${never.length}</summary><ul>${never.map((line) => html`<li>${line}</li>\n`)}</ul></details>`
  );
}
