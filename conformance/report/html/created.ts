import { stringifyJson } from '../../../openapi/contract';
import type { ReportContext } from '../context';
import { cut } from '../cut';
import { html, type Markup } from './markup';
import { plural } from './plural';

const MOST_SHOWN = 1000;

/** The records that the run has made, by their resources. */
export function createdView({ result: { created }, redact }: ReportContext): Markup | false {
  if (created.length === 0) return false;
  const ids = new Map<string, string[]>();
  for (const { resource, id } of created.slice(0, MOST_SHOWN))
    ids.set(resource, [...(ids.get(resource) ?? []), cut(redact(stringifyJson(id)))]);
  return html`<section id="created" aria-labelledby="created-title">
<h2 id="created-title">Created records</h2>
<p class="quiet">${plural(created.length, 'record')} that the run has made, and that may be there still${created.length > MOST_SHOWN && `; the first ${MOST_SHOWN} stand here`}.</p>
<dl class="created">${[...ids].map(([resource, own]) => html`<div><dt>${resource}</dt><dd>${own.map((id) => html`<code>${id}</code> `)}</dd></div>`)}</dl>
</section>
`;
}
