import { isOurs, type Request } from './exchange';

/** Headers by which a client chooses how records are shown (RFC 9110 §12.5.1, §12.5.4). */
const NEGOTIATING: readonly string[] = ['accept', 'accept-language'];

/** Headers that ask for another reply than the usual one (RFC 7240), or for that of an earlier request. */
const SPECIAL: readonly string[] = ['prefer', 'idempotency-key'];

/** What asks for JSON and nothing more, as every request without the header does. */
const ANY_JSON: readonly string[] = ['application/json', '*/*'];

/** The view of requests without any such header. */
export const USUAL_VIEW = viewFrom({});

/**
 * How a request asks for records to be shown: what two requests of the same view show of a record can be compared.
 * Undefined where its headers may have changed the reply in a way that the contract does not explain, as those of its
 * own header and cookie parameters may. Those that are required this suite sends alike each time.
 */
export function viewOf({ operation, headers, credential }: Request): string | undefined {
  const isUnexplained =
    SPECIAL.some((name) => name in headers) ||
    operation.parameters.some(
      ({ in: place, name, required }) =>
        !(required && isOurs(credential)) &&
        ((place === 'header' && name.toLowerCase() in headers && !NEGOTIATING.includes(name.toLowerCase())) ||
          (place === 'cookie' && cookieNames(headers.cookie).includes(name))),
    );
  return isUnexplained ? undefined : viewFrom(headers);
}

function viewFrom(headers: Request['headers']): string {
  return JSON.stringify(NEGOTIATING.map((name) => askedFor(headers, name)));
}

function askedFor(headers: Request['headers'], name: string): string {
  const value = headers[name] ?? '';
  return name === 'accept' && ANY_JSON.includes(value) ? '' : value;
}

const cookieNames = (cookie = ''): readonly string[] =>
  cookie.split(';').map((pair) => pair.split('=', 1).join('').trim());
