import type { Exchange } from '../../exchange/exchange';
import type { ReportContext } from '../context';
import { shownTarget } from '../credentials';
import { short, statusOf } from './exchange';
import { html, type Markup } from './markup';
import { allOf, idOf, type Numbered } from './numbered';

/** A page with more rows is slow to open; the other formats have them all. */
const MOST_SHOWN = 2000;

/** Every request, a line each, with the findings that it shows. */
export function requestsView(causes: readonly Numbered[], context: ReportContext): Markup | false {
  const { result, redact } = context;
  const { exchanges, startedAt } = result;
  if (exchanges.length === 0) return false;
  const shows = new Map<number, Numbered[]>();
  for (const one of allOf(causes))
    for (const { number } of one.finding.exchanges) shows.set(number, [...(shows.get(number) ?? []), one]);
  const rowOf = (exchange: Exchange): Markup => {
    const { number, request, milliseconds, sentBy } = exchange;
    const links = (shows.get(number) ?? []).map((one) => html` <a href="#${idOf(one)}">${one.number}</a>`);
    return html`<tr><td class="figure">${number}</td><td class="figure">${((exchange.startedAt - startedAt) / 1000).toFixed(2)} s</td><td><code>${request.method} ${short(redact(shownTarget(request)))}</code></td><td>${statusOf(exchange)}</td><td class="figure">${Math.round(milliseconds)} ms</td><td>${sentBy}</td><td>${links}</td></tr>
`;
  };
  return html`<section id="requests" aria-labelledby="requests-title">
<h2 id="requests-title">Requests</h2>
<details class="requests"><summary>All ${exchanges.length}, in the order of sending</summary>
${exchanges.length > MOST_SHOWN && html`<p class="note">The first ${MOST_SHOWN} stand here.</p>`}
<div class="scroll tall" role="region" aria-label="Table of requests" tabindex="0"><table>
<thead><tr><th scope="col" class="figure">No.</th><th scope="col" class="figure">After</th><th scope="col">Request</th><th scope="col">Reply</th><th scope="col" class="figure">Took</th><th scope="col">Sent by</th><th scope="col">Findings</th></tr></thead>
<tbody>${exchanges.slice(0, MOST_SHOWN).map(rowOf)}</tbody>
</table></div></details>
</section>
`;
}
