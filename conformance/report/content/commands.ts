import { curlFlags, curlHeader } from '../../../openapi/program/curl';
import { shellWord } from '../../../openapi/program/printable';
import type { Exchange, Request } from '../../exchange/exchange';
import { shownCarry } from '../../exchange/keys/keys';
import { headerVariable } from '../../exchange/keys/near-misses';
import { withQuery } from '../../requests/request';
import type { Finding } from '../../verdict/result';
import type { ReportContext } from './context';
import { requestFields, shownTarget } from './redact';
import { beginningOf, isLong } from './wording';

/** The commands that show a finding again: its requests by curl, then its checks by the suite where that sent them. */
export function commandsOf(finding: Finding, context: ReportContext): readonly string[] {
  const { exchanges, isOfKept } = finding;
  const curls = isOfKept ? [curlInARow(exchanges, context)] : curlsOf(exchanges, context);
  return [...curls, ...(context.replay === undefined ? [] : [context.replay(finding, context.redact)])];
}

/** What is to be done once before those commands, in a sentence where there is something: their variables may be unset. */
export function exportText({ server: { keys }, result }: Pick<ReportContext, 'server' | 'result'>): readonly string[] {
  const { unset = [], headers = [] } = keys ?? {};
  if (unset.length === 0 || result.findings.length === 0) return [];
  const exports = unset.map((variable) => `export ${variable}=…`).join(' ');
  const which = headers.map((name) => `${headerVariable(name)}: the header ${name}`).join(', ');
  const note = which === '' ? '' : ` (${which})`;
  return [`The commands that reproduce a finding read keys from variables. Set these first: ${exports}${note}`];
}

/** The commands that send some exchanges again: what was sent at once with others goes with all of those. */
export function curlsOf(exchanges: readonly Exchange[], context: CurlContext): readonly string[] {
  const atOnce = new Set<unknown>();
  return exchanges.flatMap(({ request, together }) => {
    if (atOnce.has(together?.batch)) return [];
    if (together !== undefined) atOnce.add(together.batch);
    return [curlOf(together?.requests ?? [request], context, together !== undefined)];
  });
}

/** A command that sends some exchanges again one after the other, over one connection. */
export const curlInARow = (exchanges: readonly Exchange[], context: CurlContext): string =>
  curlOf(
    exchanges.map(({ request }) => request),
    context,
  );

type CurlContext = Pick<ReportContext, 'server' | 'redact'>;

/**
 * A command that sends the same requests again, without their `Accept`: in a row over one connection, or at once. Shell
 * variables stand for the keys. A text that no command can hold is cut, and the command ends with a comment that says so.
 */
export function curlOf(requests: readonly Request[], context: CurlContext, isAtOnce = false): string {
  const notes: string[] = [];
  const each = requests.map((request) => argumentsOf(request, context, notes)).join(' --next ');
  return [
    `curl ${isAtOnce ? '--parallel --parallel-immediate ' : ''}${each}`,
    ...(notes.length === 0 ? [] : [`# ${notes.join('; ')}`]),
  ].join(' ');
}

function argumentsOf(
  request: Request,
  { server: { baseUrl, keys, insecure }, redact }: CurlContext,
  notes: string[],
): string {
  const { headers, query } = shownCarry(request, keys);
  const short = (what: string, text: string): string => {
    if (!isLong(text)) return text;
    const shown = beginningOf(redact(text));
    notes.push(`${what} is cut: the first ${shown.length} of ${text.length} characters`);
    return shown;
  };
  const fields = requestFields(request, String)
    .filter(({ name }) => name !== 'accept')
    .map(({ name, value }) => [name, short(`the header ${name}`, value)] as const);
  const target = shownTarget(request);
  const url = short('the address', baseUrl + target);
  const body = request.body === undefined ? undefined : short('the body', request.body);
  return [
    '-i',
    ...(insecure ? ['-k'] : []),
    ...curlFlags(request.method, request.target, request.body !== undefined, true),
    // In double quotes, so that the shell puts the key in.
    ...Object.entries(headers).map(([name, value]) => `-H "${curlHeader(capitalised(name), value)}"`),
    ...fields.map(([name, value]) => `-H ${shellWord(curlHeader(capitalised(name), value))}`),
    // curl would send a type of its own.
    ...(body === undefined || 'content-type' in request.headers ? [] : ["-H 'Content-Type:'"]),
    ...(body === undefined ? [] : [`--data-raw ${shellWord(body)}`]),
    query === '' ? shellWord(url) : `${shellWord(url)}"${withQuery(target, query).slice(target.length)}"`,
  ].join(' ');
}

const capitalised = (name: string): string => name.replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
