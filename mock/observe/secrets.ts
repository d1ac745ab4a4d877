import {
  allSchemes,
  type Contract,
  isObject,
  JsonError,
  memoized,
  parseJson,
  stringifyJson,
} from '../../openapi/contract';
import { givesTokens } from '../actions/token';
import { Problem } from '../errors/problems';
import { type InputViolation, placeName } from '../errors/violations';
import type { KnownValues } from '../world/stores/keys';
import { partsWithValues } from './find-values';
import type { Log } from './log';

/** Where a contract has credentials besides the Authorization header; names in lower case. */
interface Places {
  readonly headers: ReadonlySet<string>;
  readonly parameters: ReadonlySet<string>;
}

/** Masks credentials in a request: the values of keys, the admin token, passwords and cookies. */
export interface Secrets {
  /** Everything else in the query stays byte for byte the same. */
  inQuery(query: string): string;
  inHeader(name: string, value: string): string;
  /** Any text, such as a path or a body: masks the values that are known. */
  inText(text: string): string;
  /** A body of a request to an operation or of its reply: where it gives tokens, also what is not known. */
  inBody(operationId: string | undefined, body: string): string;
  /** Whether clients get tokens from an operation, so that its bodies hold their credentials. */
  isOfTokens(operationId: string | undefined): boolean;
}

/** @param known values that are masked wherever they stand */
export function createSecrets(contract: Contract, known: KnownValues): Secrets {
  const { headers, parameters } = placesOf(contract);
  const ofTokens = operationsOfTokens(contract);
  const isOfTokens: Secrets['isOfTokens'] = (operationId) => operationId !== undefined && ofTokens.has(operationId);
  const inText = (text: string): string => {
    const parts = partsWithValues(text, known);
    if (parts.length === 0) return text;
    const between = parts.map(({ begin }, index) => text.slice(parts[index - 1]?.end ?? 0, begin));
    return [...between, text.slice(parts.at(-1)?.end)].join(HIDDEN);
  };

  /** The names of key parameters are compared without case, since a misspelt one probably holds a key too. */
  const inPair = (pair: string): string => {
    const [[name = '', value = ''] = []] = new URLSearchParams(pair);
    return value !== '' && parameters.has(name.toLowerCase()) ? pair.slice(0, pair.indexOf('=') + 1) + HIDDEN : pair;
  };
  const byName = (query: string): string =>
    parameters.size === 0 || query === '' ? query : query.split('&').map(inPair).join('&');

  return {
    inText,
    inBody: (operationId, body) => inText(isOfTokens(operationId) ? maskTokenBody(body) : body),
    isOfTokens,
    inQuery: (query) => inText(byName(query)),
    inHeader(name, value) {
      if (value === '') return value;
      const header = name.toLowerCase();
      if (header === 'authorization' || header === 'proxy-authorization') return schemeOf(value) + HIDDEN;
      if (header === 'cookie' || header === 'set-cookie') return HIDDEN;
      if (headers.has(header)) return HIDDEN;
      return inText(ADDRESSES.has(header) ? value.replace(/(?<=\?)[^#]*/, byName) : value);
    },
  };
}

/** They hold the address of a request or of a page, whose query may have a key. */
const ADDRESSES: ReadonlySet<string> = new Set([
  ...['content-location', 'location', 'referer'],
  ...['x-forwarded-uri', 'x-original-uri', 'x-original-url', 'x-rewrite-url'],
]);

/**
 * The scheme that a header begins with, and the space after it; empty for an unknown one, as that may be part of a secret.
 * Known are those of IANA's registry of HTTP authentication schemes, and two of wide use.
 */
function schemeOf(value: string): string {
  const scheme =
    /^(?:ApiKey|Basic|Bearer|Concealed|Digest|DPoP|GNAP|HOBA|Mutual|Negotiate|OAuth|PrivateToken|SCRAM-SHA-(?:1|256)|Token|vapid) /i;
  return scheme.exec(value)?.[0] ?? '';
}

const operationsOfTokens = memoized(
  (contract: Contract): ReadonlySet<string> =>
    new Set(contract.operations.filter((operation) => givesTokens(contract, operation)).map(({ id }) => id)),
);

const placesOf = memoized(({ operations }: Contract): Places => {
  const schemes = allSchemes(operations);
  const namesIn = (place: 'header' | 'query'): ReadonlySet<string> =>
    new Set(
      schemes.flatMap((scheme) =>
        scheme.kind === 'apiKey' && scheme.in === place ? [scheme.parameter.toLowerCase()] : [],
      ),
    );
  return { headers: namesIn('header'), parameters: namesIn('query') };
});

/** In the place of what is masked. */
const HIDDEN = 'hidden';

/**
 * Members that are credentials where clients get tokens (RFC 6749 §2.3.1, §4.1.3, §4.3.2, §5.1 and §6; RFC 7521 §4; RFC 7636
 * §4.5; RFC 8628 §3.4; RFC 8693 §2.1; OpenID Connect Core §3.1.3.3), however their words are put together.
 */
const CREDENTIALS: ReadonlySet<string> = new Set([
  ...['accesstoken', 'refreshtoken', 'idtoken', 'devicecode', 'subjecttoken', 'actortoken'],
  ...['clientsecret', 'password', 'codeverifier', 'assertion', 'clientassertion'],
]);

const isCredential = (name: string): boolean => CREDENTIALS.has(name.replaceAll(/[-_]/g, '').toLowerCase());

/** A body by which tokens are asked for or given, without credentials. What is neither JSON nor a form is not shown at all. */
function maskTokenBody(text: string): string {
  if (text === '') return text;
  if (/^[^=&\s"<>{}[\]]+=/.test(text)) return text.split('&').map(maskPair).join('&');
  try {
    return stringifyJson(maskMembers(parseJson(text)));
  } catch (error) {
    if (error instanceof JsonError) return HIDDEN;
    throw error;
  }
}

function maskPair(pair: string): string {
  const [[name = ''] = []] = new URLSearchParams(pair);
  // In JSON, a `code` is that of an error.
  return isCredential(name) || name === 'code' ? `${pair.slice(0, pair.indexOf('=') + 1)}${HIDDEN}` : pair;
}

function maskMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskMembers);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, isCredential(name) ? HIDDEN : maskMembers(member)]),
  );
}

/** A longer message is cut: what a client sends may have names of millions of characters. */
const LONGEST = 10_000;

/** A result whose message, which may quote the request, shows no known value, and is not endless. */
export function maskedResult<Result>(result: Result, secrets: Secrets): Result | Problem {
  if (!(result instanceof Problem)) return result;
  const show = (text: string) => secrets.inText(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
  const hidden = (violation: InputViolation) => ({ ...violation, steps: violation.steps.map(show) });
  // A name is cut where it is long: a value in it would not be found any more.
  const inNames = (text: string, violations: readonly InputViolation[]) =>
    violations.reduce((said, one) => said.replaceAll(placeName(one), () => placeName(hidden(one))), text);
  const inMessage = (text: string, violations: readonly InputViolation[]) => show(inNames(text, violations));
  const { message, violations, findAll } = result;
  if (inMessage(message, violations) === message && findAll === undefined) return result;
  return result.inWords(inMessage, (violation) => ({
    ...hidden(violation),
    found: show(violation.found),
    message: inMessage(violation.message, [violation]),
  }));
}

/** A log whose reports of failures and of broken replies, which may quote the request, show no known value. */
export const maskedLog = (log: Log, secrets: Secrets): Log => ({
  ...log,
  failed: (error) => log.failed(error instanceof Error ? maskedError(error, secrets) : secrets.inText(String(error))),
  broken: (what) => log.broken(secrets.inText(what)),
});

function maskedError(error: Error, { inText }: Secrets): Error {
  const [shown, stack] = [new Error(inText(error.message)), error.stack];
  shown.name = error.name;
  if (stack !== undefined) shown.stack = inText(stack);
  return shown;
}
