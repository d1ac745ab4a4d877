import { credentialFlags, curlFlags, curlHeader } from '../../../../openapi/program/curl';
import { quoted, wordWith } from '../../../../openapi/program/printable';
import type { RecordedRequest } from '../../../../openapi/types/control';

import { type ContractSummary, type Credential, carriedBy, credentialsOf, isNamed, parameterOf } from './contract';

/**
 * Headers that curl sends by itself, that belong to the connection or the browser and not to the request, or that the mock
 * masks; and the coding of a body, which the request log has without it.
 */
const LEFT_OUT =
  /^(host|connection|keep-alive|content-length|content-encoding|transfer-encoding|expect|upgrade|accept-encoding|accept-language|user-agent|origin|referer|priority|cookie|(proxy-)?authorization|sec-.*|dnt|te)$/i;

/** The shell variable that holds an API key which the page does not know. */
const KEY = 'API_KEY';

interface CurlLine {
  readonly line: string;
  /** What is to be done before, and what differs from the request. */
  readonly notes: readonly string[];
}

/**
 * A POSIX shell command that sends a request again. A credential that its operation does not use is left out.
 *
 * @param origin  `http://host:port`
 * @param key  what its credentials are, if that is known; else each is written as `$API_KEY`
 */
export function curlOf(
  recorded: RecordedRequest,
  origin: string,
  contract: ContractSummary,
  key: string | undefined,
): CurlLine {
  const { method, request, operationId } = recorded;
  const credentials = carriedBy(recorded, credentialsOf(contract, operationId));
  const url = urlPieces(recorded, origin, contract.credentials, credentials);
  const body = method === 'HEAD' || request.body === null || request.body === '' ? undefined : request.body;
  const isMasked = (name: string) => contract.credentials.some((one) => one.in === 'header' && isNamed(one, name));
  const headers = request.headers.filter(
    ({ name, value }) => !LEFT_OUT.test(name) && !isMasked(name) && !(/^accept$/i.test(name) && value === '*/*'),
  );
  // Otherwise curl names one itself.
  const isUntyped = body !== undefined && headers.every(({ name }) => !/^content-type$/i.test(name));
  const word = (pieces: readonly string[], value = key) =>
    value === undefined ? wordWith(KEY, pieces) : quoted(pieces.join(value));
  const words = [
    'curl',
    ...curlFlags(method, url.join(''), body !== undefined),
    word(url, key && encodeURIComponent(key)),
    ...credentials.flatMap((one) =>
      // With a colon it is a user with a password.
      credentialFlags(one, (before, after) => word([before, key?.includes(':') ? '' : after])),
    ),
    ...headers.flatMap(({ name, value }) => ['-H', quoted(curlHeader(name, value))]),
    ...(isUntyped ? ['-H', quoted('Content-Type:')] : []),
    ...(body === undefined ? [] : ['--data-raw', quoted(body)]),
  ];
  const notes = [
    ...(credentials.length > 0 && key === undefined ? [keyNote(recorded)] : []),
    ...(request.truncated ? ['It sends the beginning of the body: the request log keeps no more.'] : []),
    ...(body?.includes('\uFFFD') ? ['The body was not text, which the request log does not keep as it was.'] : []),
  ];
  return { line: words.join(' '), notes };
}

const keyNote = ({ key }: RecordedRequest): string =>
  `Set ${KEY} to the key ${key === null ? 'that was sent' : `"${key}"`} first: the request log keeps no keys.`;

/** Stands for the key; no address has it. */
const GAP = '\n';

/** The address in pieces; the API key goes between them. */
function urlPieces(
  { path, query }: RecordedRequest,
  origin: string,
  masked: readonly Credential[],
  wanted: readonly Credential[],
): readonly string[] {
  const holds = (credentials: readonly Credential[], pair: string) =>
    credentials.some((one) => one.in === 'query' && pair.includes('=') && isNamed(one, parameterOf(pair)));
  const pairs = query.split('&').filter((pair) => query !== '' && (holds(wanted, pair) || !holds(masked, pair)));
  const target = pairs.map((pair) => (holds(wanted, pair) ? pair.replace(/=.*/s, `=${GAP}`) : pair)).join('&');
  return (origin + path + (target === '' ? '' : `?${target}`)).split(GAP);
}
