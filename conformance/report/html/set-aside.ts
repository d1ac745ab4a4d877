import type { ReportContext } from '../context';
import { knownText } from '../known';
import { html, type Markup } from './markup';

/** What a baseline made of the findings: what is known, and what of it is fixed. */
export function setAsideView({ setAside }: ReportContext): Markup | false {
  const blocks = setAside === undefined ? [] : knownText(setAside);
  if (blocks.length === 0) return false;
  return html`<section id="known" aria-labelledby="known-title">
<h2 id="known-title">Known from the baseline</h2>
${blocks.map(([heading, ...lines]) => html`<h3>${heading}</h3><ul>${lines.map((line) => html`<li>${line.trim()}</li>`)}</ul>\n`)}
</section>
`;
}
