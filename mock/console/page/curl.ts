import type { RecordedRequest } from './model';

/** The header that carries a key, as the contract has it, e.g. `Authorization` and `Bearer `. */
export interface Credential {
  readonly header: string;
  readonly prefix: string;
}

/** What curl sends by itself, or what belongs to the connection or the browser and not to the request. */
const LEFT_OUT =
  /^(host|connection|keep-alive|content-length|transfer-encoding|expect|upgrade|accept-encoding|accept-language|user-agent|origin|referer|priority|cookie|sec-.*|dnt|te)$/i;

/**
 * A request as a line for a POSIX shell that sends it again, its key masked as `$API_KEY`.
 *
 * @param origin  `http://host:port`
 */
export function curlOf(
  { method, path, query, key, request }: RecordedRequest,
  origin: string,
  credential: Credential,
): string {
  const url = origin + path + (query === '' ? '' : `?${query}`);
  const body = method === 'HEAD' || request.body === null || request.body === '' ? undefined : request.body;
  const isCredential = (name: string) => name.toLowerCase() === credential.header.toLowerCase();
  const headers = request.headers.filter(
    ({ name, value }) => !LEFT_OUT.test(name) && !isCredential(name) && !(/^accept$/i.test(name) && value === '*/*'),
  );
  const hadCredential = key !== null || request.headers.some(({ name }) => isCredential(name));
  const words = [
    'curl',
    // Otherwise curl reads ranges and sets into brackets, and takes `..` out of a path.
    ...(/[[\]{}]/.test(url) ? ['-g'] : []),
    ...(/\/\.\.?(\/|$)/.test(path) ? ['--path-as-is'] : []),
    ...methodFlags(method, body !== undefined),
    quoted(url),
    ...(hadCredential ? ['-H', `"${credential.header}: ${credential.prefix}$API_KEY"`] : []),
    // A header without a value is written with a semicolon; with a colon curl would leave it out.
    ...headers.flatMap(({ name, value }) => ['-H', quoted(value === '' ? `${name};` : `${name}: ${value}`)]),
    ...(body === undefined ? [] : ['--data-raw', quoted(body)]),
  ];
  return words.join(' ');
}

function methodFlags(method: string, hasBody: boolean): readonly string[] {
  if (method === 'HEAD') return ['-I'];
  if (method === (hasBody ? 'POST' : 'GET')) return [];
  return ['-X', /^[A-Z]+$/.test(method) ? method : quoted(method)];
}

/** A text as one word of a POSIX shell (XCU §2.2.2). */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
