import { stringifyJson } from '../../../openapi/contract';
import type { ReportContext } from '../context';
import { createdText } from '../created';
import { cut } from '../cut';
import { html, type Markup } from './markup';

const MOST_SHOWN = 1000;

/** The records that the run has made, by their resources. */
export function createdView({ result, redact }: ReportContext): Markup | false {
  const { created } = result;
  if (created.length === 0) return false;
  const ids = new Map<string, string[]>();
  for (const { resource, id } of created.slice(0, MOST_SHOWN))
    ids.set(resource, [...(ids.get(resource) ?? []), cut(redact(stringifyJson(id)))]);
  return html`<section id="created" aria-labelledby="created-title">
<h2 id="created-title">Created records</h2>
${createdText(result).map((line) => html`<p class="quiet">${line}.</p>`)}
${created.length > MOST_SHOWN && html`<p class="quiet">The first ${MOST_SHOWN} stand here.</p>`}
<dl class="created">${[...ids].map(([resource, own]) => html`<div><dt>${resource}</dt><dd>${own.map((id) => html`<code>${id}</code> `)}</dd></div>`)}</dl>
</section>
`;
}
