import { parseJson } from '../../../openapi/contract';
import { type Exchange, type Request, type Response, wrongnessOf } from '../../exchange/exchange';
import { shownCarry } from '../../exchange/keys/keys';
import type { ReportContext } from '../content/context';
import { bodyText, type Field, replyFields, requestFields, shownTarget } from '../content/redact';
import { cut, isLong, short } from '../content/wording';
import { html, type Markup } from './markup';

/** A request and its reply, folded, in full. */
export function exchangeView(exchange: Exchange, context: ReportContext): Markup {
  const { number, request, response, failure, together, milliseconds, sentBy } = exchange;
  const target = cut(context.redact(shownTarget(request)));
  const wrong = wrongnessOf(request.credential);
  const beginning = inLine(context.redact(response?.body.text ?? '').replaceAll(/\s+/g, ' '));
  const size = together?.requests.length;
  return html`<details class="exchange">
<summary><code>${request.method} ${inLine(target)}</code> → ${statusOf(exchange)}${size !== undefined && html` <span class="quiet">one of ${size} at once</span>`}${beginning !== '' && html` <code class="beginning">${beginning}</code>`}</summary>
<div class="messages">
<div><h4>Request ${number}</h4>
<pre tabindex="0"><code>${request.method} ${context.server.baseUrl}${target}
${headersOf(carriedBy(request, context))}${headersOf(requestFields(request, context.redact))}</code></pre>
${request.body !== undefined && (request.body === '' ? html`<p class="quiet">An empty body.</p>` : bodyView(cut(context.redact(request.body)), false))}
${wrong !== undefined && html`<p class="quiet">Sent with a wrong key: ${wrong}.</p>`}</div>
<div><h4>${response === undefined ? 'No reply' : html`Reply <span class="quiet">after ${Math.round(milliseconds)} ms</span>`}</h4>
${failure !== undefined && html`<p class="failure">${failure.message}</p>`}
${response !== undefined && replyView(response, context)}</div>
</div>
<p class="quiet">Sent by <code>${sentBy}</code>, ${new Date(exchange.startedAt).toISOString()}</p>
</details>
`;
}

/** The status of a reply, or why there is none. */
export const statusOf = ({ response, failure }: Exchange): Markup =>
  response === undefined
    ? html`<span class="status none">${failure?.message ?? 'nothing'}</span>`
    : html`<span class="status of-${Math.floor(response.status / 100)}">${response.status}</span>`;

/** With variables in the place of the keys. A wrong key would take a command to show. */
const carriedBy = (request: Request, { server }: ReportContext): readonly Field[] =>
  wrongnessOf(request.credential) !== undefined
    ? []
    : Object.entries(shownCarry(request, server.keys).headers).map(([name, value]) => ({ name, value }));

/** @param headers without secrets */
const headersOf = (headers: readonly Field[]): readonly Markup[] =>
  headers.map(({ name, value }) => html`<span class="name">${name}</span>: ${cut(value)}\n`);

function replyView(response: Response, context: ReportContext): Markup {
  const { bytes, text, isCut } = response.body;
  return html`<pre tabindex="0"><code>${response.status}
${headersOf(replyFields(response, context.redact))}</code></pre>
${text === undefined ? html`<p class="note">A body of ${bytes} bytes that is not UTF-8.</p>` : bodyView(bodyText(response.body, context.redact), isCut)}
${isCut && html`<p class="note">Only the beginning of its ${bytes} bytes was kept.</p>`}`;
}

/** @param text without secrets */
const bodyView = (text: string, isCut: boolean): Markup | false =>
  text !== '' && html`<pre class="body" tabindex="0"><code>${inLines(text, isCut)}</code></pre>`;

/** Of a text without secrets what a line holds. */
export const inLine = (text: string): string => short(text, 160);

const DEEPEST = 20;

/** Strings (the last one may be cut), brackets, separators, and what stands between them, such as numbers. */
const TOKENS = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s"{}[\],:]+/gs;

/**
 * JSON in lines, each token as it was written: numbers keep their digits and form, and what comes twice stands there twice.
 * A text that is no JSON, or goes too deep for lines, or is too long in them, stays as it is.
 *
 * @param isCut whether only the beginning is there
 */
export function inLines(text: string, isCut: boolean): string {
  if (!/^\s*[[{]/.test(text) || (!isCut && !isJson(text))) return text;
  let depth = 0;
  let before = '';
  const parts: string[] = [];
  for (const [token] of text.matchAll(TOKENS)) {
    const closes = token === '}' || token === ']';
    const isEmpty = closes && (before === '{' || before === '[');
    if (closes) depth -= 1;
    const opened = before === '{' || before === '[' || before === ',';
    if (!isEmpty && (closes || opened)) parts.push(`\n${'  '.repeat(Math.max(0, depth))}`);
    if (isValue(before) && isValue(token)) parts.push(' ');
    parts.push(token === ':' ? ': ' : token);
    if (token === '{' || token === '[') depth += 1;
    if (depth > DEEPEST) return text;
    before = token;
  }
  const lines = parts.join('');
  return isLong(lines) ? text : lines;
}

/** Two in a row stand in no JSON, but may in the beginning of a text that is none. */
const isValue = (token: string): boolean => token !== '' && !/^[{}[\],:]$/.test(token);

function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}
