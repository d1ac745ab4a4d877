import type { Exchange } from '../../exchange/exchange';
import type { ReportContext } from '../context';
import { html, type Markup } from './markup';
import { plural } from './plural';

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
<tbody>${[...byOperation(exchanges)].map(([operation, times]) => html`<tr><th scope="row">${operation}</th><td class="figure">${times.length}</td><td class="figure">${inMs(times[Math.floor((times.length - 1) / 2)])}</td><td class="figure">${inMs(times.at(-1))}</td></tr>\n`)}</tbody>
</table></div>
</section>
`;
}

/** Milliseconds, rising. */
function byOperation(exchanges: readonly Exchange[]): ReadonlyMap<string, readonly number[]> {
  const times = new Map<string, number[]>();
  for (const { request, milliseconds } of exchanges) {
    const { id } = request.operation;
    const own = times.get(id);
    if (own === undefined) times.set(id, [milliseconds]);
    else own.push(milliseconds);
  }
  for (const own of times.values()) own.sort((a, b) => a - b);
  return times;
}

const inMs = (milliseconds = 0): string =>
  `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;

/** A bar for each part of the time. */
function chartOf(exchanges: readonly Exchange[]): Markup {
  const moments = exchanges.map(({ startedAt }) => startedAt);
  const begin = moments.reduce((least, one) => Math.min(least, one));
  const span = moments.reduce((most, one) => Math.max(most, one)) - begin + 1;
  const counts = new Array<number>(COLUMNS).fill(0);
  for (const moment of moments) {
    const column = Math.floor(((moment - begin) / span) * COLUMNS);
    counts[column] = (counts[column] ?? 0) + 1;
  }
  const most = counts.reduce((larger, one) => Math.max(larger, one));
  const words = `${plural(exchanges.length, 'request')} in ${(span / 1000).toFixed(1)} s, at most ${most} in ${Math.ceil(span / COLUMNS)} ms`;
  return html`<figure class="chart"><svg viewBox="0 0 ${COLUMNS * 10} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="Requests over time: ${words}">${counts.map(
    (count, column) => {
      const height = Math.round((count / most) * HEIGHT);
      return html`<rect x="${column * 10 + 1}" y="${HEIGHT - height}" width="8" height="${height}"/>`;
    },
  )}</svg><figcaption class="quiet">${words}</figcaption></figure>`;
}
