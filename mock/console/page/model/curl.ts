import { credentialFlags, curlFlags, curlHeader } from '../../../../openapi/program/curl';
import { quoted, wordWith } from '../../../../openapi/program/printable';
import type { RecordedRequest } from '../../../../openapi/types/control';

import { type ContractSummary, type Credential, carriedBy, credentialsOf, isNamed, parameterOf } from './contract';

/**
 * Headers that curl sends by itself, that belong to the connection or the browser and not to the request, or that the mock
 * masks.
 */
const LEFT_OUT =
  /^(host|connection|keep-alive|content-length|transfer-encoding|expect|upgrade|accept-encoding|accept-language|user-agent|origin|referer|priority|cookie|(proxy-)?authorization|sec-.*|dnt|te)$/i;

/** The shell variable that holds the API key. */
const KEY = 'API_KEY';

/**
 * A POSIX shell command that sends a request again. Each of its credentials is written as `$API_KEY`; one that its
 * operation does not use is left out.
 *
 * @param origin  `http://host:port`
 */
export function curlOf(recorded: RecordedRequest, origin: string, contract: ContractSummary): string {
  const { method, request, operationId } = recorded;
  const credentials = carriedBy(recorded, credentialsOf(contract, operationId));
  const url = urlPieces(recorded, origin, contract.credentials, credentials);
  const body = method === 'HEAD' || request.body === null || request.body === '' ? undefined : request.body;
  const isMasked = (name: string) => contract.credentials.some((one) => one.in === 'header' && isNamed(one, name));
  const headers = request.headers.filter(
    ({ name, value }) => !LEFT_OUT.test(name) && !isMasked(name) && !(/^accept$/i.test(name) && value === '*/*'),
  );
  const words = [
    'curl',
    ...curlFlags(method, url.join(''), body !== undefined),
    wordWith(KEY, url),
    ...credentials.flatMap((one) => credentialFlags(one, (...pieces) => wordWith(KEY, pieces))),
    ...headers.flatMap(({ name, value }) => ['-H', quoted(curlHeader(name, value))]),
    ...(body === undefined ? [] : ['--data-raw', quoted(body)]),
  ];
  return words.join(' ');
}

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
