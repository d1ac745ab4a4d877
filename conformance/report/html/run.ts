import { groupedBy, stringifyJson } from '../../../openapi/contract';
import type { Exchange } from '../../exchange/exchange';
import type { ReportContext } from '../content/context';
import { coverageOf, type InputCoverage, type OperationCoverage } from '../content/coverage';
import { reachedText } from '../content/overview';
import { type OperationReach, reachOf } from '../content/reach';
import { shownTarget } from '../content/redact';
import { changedText, createdText } from '../content/summary';
import { cut, plural } from '../content/wording';
import { inLine, statusOf } from './exchange';
import { allOf, idOf, type Numbered } from './findings';
import { html, type Markup } from './markup';

/** How far the run has got with each operation, those first that it has not reached. */
export function reachView(context: ReportContext): Markup {
  const all = reachOf(context);
  const missed = all.filter(({ state }) => state !== 'reached');
  const reached = all.filter(({ state }) => state === 'reached');
  return html`<section id="reach" aria-labelledby="reach-title">
<h2 id="reach-title">Reach</h2>
<p class="quiet">${reachedText(reached.length, all.length)}. Tries are requests that were sent for a first success.</p>
${missed.length > 0 && reachTable(missed, true)}
${reached.length > 0 && html`<details><summary>Reached: ${reached.length}</summary>${reachTable(reached, false)}</details>`}
</section>
`;
}

const reachTable = (some: readonly OperationReach[], isMissed: boolean): Markup =>
  html`<div class="scroll" role="region" aria-label="Table of reach" tabindex="0"><table>
<thead><tr><th scope="col">Operation</th>${isMissed && html`<th scope="col">State</th>`}<th scope="col" class="figure">Tries</th><th scope="col" class="figure">Requests</th><th scope="col">Replies</th>${isMissed && html`<th scope="col">What stood in its way</th><th scope="col">To give</th>`}</tr></thead>
<tbody>${some.map(
    ({ operation, state, tries, requests, statuses, why, give }) =>
      html`<tr><th scope="row">${operation.id}</th>${isMissed && html`<td>${state}</td>`}<td class="figure">${tries}</td><td class="figure">${requests}</td><td>${statuses.join(', ')}</td>${isMissed && html`<td>${why}</td><td>${give !== undefined && html`<code>${give}</code>`}</td>`}</tr>\n`,
  )}</tbody>
</table></div>`;

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
      ? [html`<code>${operation}</code>: never called`]
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

const MOST_RECORDS = 1000;

/** The records that the run has made, by their resources. */
export function createdView({ result, redact }: ReportContext): Markup | false {
  const { created } = result;
  const lines = [...createdText(result), ...changedText(result)];
  if (lines.length === 0) return false;
  const byResource = groupedBy(created.slice(0, MOST_RECORDS), ({ resource }) => resource);
  return html`<section id="created" aria-labelledby="created-title">
<h2 id="created-title">Created and changed</h2>
${lines.map((line) => html`<p class="quiet">${line}.</p>`)}
${created.length > MOST_RECORDS && html`<p class="quiet">These are the first ${MOST_RECORDS}.</p>`}
<dl class="created">${[...byResource].map(([resource, own]) => html`<div><dt>${resource}</dt><dd>${own.map(({ id }) => html`<code>${cut(redact(stringifyJson(id)))}</code> `)}</dd></div>`)}</dl>
</section>
`;
}

const COLUMNS = 60;
const HEIGHT = 60;

/** Requests over time, and how long each operation took to answer. */
export function timingView({ result: { exchanges } }: ReportContext): Markup | false {
  if (exchanges.length === 0) return false;
  return html`<section id="timing" aria-labelledby="timing-title">
<h2 id="timing-title">Timing</h2>
${chartOf(exchanges)}
<div class="scroll" role="region" aria-label="Table of times" tabindex="0"><table>
<thead><tr><th scope="col">Operation</th><th scope="col" class="figure">Requests</th><th scope="col" class="figure">Median</th><th scope="col" class="figure">Slowest</th></tr></thead>
<tbody>${[...groupedBy(exchanges, ({ request }) => request.operation.id)].map(([operation, own]) => {
    const times = own.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
    return html`<tr><th scope="row">${operation}</th><td class="figure">${times.length}</td><td class="figure">${inMs(times[Math.floor((times.length - 1) / 2)])}</td><td class="figure">${inMs(times.at(-1))}</td></tr>\n`;
  })}</tbody>
</table></div>
</section>
`;
}

const inMs = (milliseconds = 0): string =>
  `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;

/** A bar for each part of the time. */
function chartOf(exchanges: readonly Exchange[]): Markup {
  const moments = exchanges.map(({ startedAt }) => startedAt);
  const begin = moments.reduce((least, one) => Math.min(least, one));
  const span = moments.reduce((most, one) => Math.max(most, one)) - begin + 1;
  const byColumn = groupedBy(moments, (moment) => Math.floor(((moment - begin) / span) * COLUMNS));
  const counts = Array.from({ length: COLUMNS }, (_, column) => byColumn.get(column)?.length ?? 0);
  const most = counts.reduce((larger, one) => Math.max(larger, one));
  const words = `${plural(exchanges.length, 'request')} in ${(span / 1000).toFixed(1)} s, at most ${most} in ${Math.ceil(span / COLUMNS)} ms`;
  return html`<figure class="chart"><svg viewBox="0 0 ${COLUMNS * 10} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="Requests over time: ${words}">${counts.map(
    (count, column) => {
      const height = Math.round((count / most) * HEIGHT);
      return html`<rect x="${column * 10 + 1}" y="${HEIGHT - height}" width="8" height="${height}"/>`;
    },
  )}</svg><figcaption class="quiet">${words}</figcaption></figure>`;
}

/** A page with more rows is slow to open; the other formats have them all. */
const MOST_REQUESTS = 2000;

/** Every request, a line each, with the findings that it shows. */
export function requestsView(causes: readonly Numbered[], context: ReportContext): Markup | false {
  const { result, redact } = context;
  const { exchanges, startedAt } = result;
  if (exchanges.length === 0) return false;
  const shows = groupedBy(
    allOf(causes).flatMap((one) => one.finding.exchanges.map(({ number }) => ({ one, number }))),
    ({ number }) => number,
  );
  const rowOf = (exchange: Exchange): Markup => {
    const { number, request, milliseconds, sentBy } = exchange;
    const links = (shows.get(number) ?? []).map(({ one }) => html` <a href="#${idOf(one)}">${one.number}</a>`);
    return html`<tr><td class="figure">${number}</td><td class="figure">${((exchange.startedAt - startedAt) / 1000).toFixed(2)} s</td><td><code>${request.method} ${inLine(redact(shownTarget(request)))}</code></td><td>${statusOf(exchange)}</td><td class="figure">${Math.round(milliseconds)} ms</td><td>${sentBy}</td><td>${links}</td></tr>
`;
  };
  return html`<section id="requests" aria-labelledby="requests-title">
<h2 id="requests-title">Requests</h2>
<details class="requests"><summary>All ${exchanges.length}, in the order of sending</summary>
${exchanges.length > MOST_REQUESTS && html`<p class="note">These are the first ${MOST_REQUESTS}.</p>`}
<div class="scroll tall" role="region" aria-label="Table of requests" tabindex="0"><table>
<thead><tr><th scope="col" class="figure">No.</th><th scope="col" class="figure">After</th><th scope="col">Request</th><th scope="col">Reply</th><th scope="col" class="figure">Took</th><th scope="col">Sent by</th><th scope="col">Findings</th></tr></thead>
<tbody>${exchanges.slice(0, MOST_REQUESTS).map(rowOf)}</tbody>
</table></div></details>
</section>
`;
}
