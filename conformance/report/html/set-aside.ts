import { knownText } from '../known';
import { foldedView } from './finding';
import { html, type Markup } from './markup';
import { knownOf } from './numbered';
import type { PageContext } from './page-context';

/** What a baseline made of the findings: what is known, with its evidence, and what of it is fixed. */
export function setAsideView(context: PageContext): Markup | false {
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
