import { withQuery } from '../governor';
import { carry, shownValue } from '../keys';
import type { Request } from '../model';

export interface CurlOptions {
  readonly baseUrl: string;
  /** Names of headers that the user had sent with every request; their values are not repeated. */
  readonly headerNames: readonly string[];
  readonly insecure: boolean;
}

/** A command that sends the same request again. Keys are variables of the shell. */
export function curlOf(request: Request, { baseUrl, headerNames, insecure }: CurlOptions): string {
  const { headers, query } = carry(request, shownValue);
  const fields = Object.entries(request.headers).filter(([name]) => name !== 'accept');
  const isPlain = request.method === 'GET' || (request.method === 'POST' && request.body !== undefined);
  return [
    'curl -i',
    ...(insecure ? ['-k'] : []),
    ...(isPlain ? [] : [`-X ${request.method}`]),
    // In double quotes, so that the shell puts the key in.
    ...Object.entries(headers).map(([name, value]) => `-H "${capitalised(name)}: ${value}"`),
    ...fields.map(([name, value]) => `-H ${quote(`${capitalised(name)}: ${value}`)}`),
    ...headerNames.map((name) => `-H ${quote(`${name}: ***`)}`),
    ...(request.body === undefined ? [] : [`--data-raw ${quote(request.body)}`]),
    query === '' ? quote(baseUrl + request.target) : `"${withQuery(baseUrl + request.target, query)}"`,
  ].join(' ');
}

/** One word of a POSIX shell. */
export function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

const capitalised = (name: string): string => name.replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
