import { type Contract, memoized } from '../../openapi/contract';

/** Replaces a credential wherever a request is shown. */
const HIDDEN = 'hidden';

/** Where a contract has credentials besides the Authorization header; names in lower case. */
interface Places {
  readonly headers: ReadonlySet<string>;
  readonly parameters: ReadonlySet<string>;
}

/** Masks credentials in a request: API keys, valid or not, passwords and cookies. */
interface Secrets {
  /** Everything else in the query stays byte for byte the same. */
  inQuery(query: string): string;
  inHeader(name: string, value: string): string;
  /** Any text, such as a path or a body: masks the values of existing keys. */
  inText(text: string): string;
}

/** @param isKey whether a text is the value of a key; keys are masked wherever they were sent */
export function createSecrets(contract: Contract, isKey: (text: string) => boolean): Secrets {
  const { headers, parameters } = placesOf(contract);
  const hide = (word: string): string => {
    // Punctuation after a key, such as a full stop, could be part of one.
    const end = word.search(/[.~+=_-]*$/);
    return isKey(word) ? HIDDEN : isKey(word.slice(0, end)) ? HIDDEN + word.slice(end) : word;
  };
  const inText = (text: string): string => text.replace(WORDS, hide).replace(PARTS, hide);

  /** The names of key parameters are compared without case, since a misspelt one probably holds a key too. */
  const inPair = (pair: string): string => {
    const [[name = '', value = ''] = []] = new URLSearchParams(pair);
    if (value === '') return pair;
    const isOfKey = parameters.has(name.toLowerCase()) || isKey(value);
    return isOfKey ? pair.slice(0, pair.indexOf('=') + 1) + HIDDEN : inText(pair);
  };
  const inQuery = (query: string): string => (query === '' ? query : query.split('&').map(inPair).join('&'));

  return {
    inText,
    inQuery,
    inHeader(name, value) {
      if (value === '') return value;
      const header = name.toLowerCase();
      if (header === 'authorization' || header === 'proxy-authorization') return schemeOf(value) + HIDDEN;
      if (header === 'cookie' || header === 'set-cookie') return HIDDEN;
      if (headers.has(header)) return HIDDEN;
      // The address of the page that sent the request may hold a key.
      if (header === 'referer') return inText(value.replace(/(?<=\?)[^#]*/, inQuery));
      return inText(value);
    },
  };
}

/** RFC 6750 §2.1: the characters of a token; and the parts between slashes, since a path looks like a token. */
const WORDS = /[A-Za-z0-9._~+/-]+=*/g;
const PARTS = /[A-Za-z0-9._~+-]+=*/g;

/**
 * The scheme that a header begins with, and the space after it; empty for an unknown one, as that may be part of a secret.
 * Known are those of IANA's registry of HTTP authentication schemes, and two of wide use.
 */
function schemeOf(value: string): string {
  const scheme =
    /^(?:ApiKey|Basic|Bearer|Concealed|Digest|DPoP|GNAP|HOBA|Mutual|Negotiate|OAuth|PrivateToken|SCRAM-SHA-(?:1|256)|Token|vapid) /i;
  return scheme.exec(value)?.[0] ?? '';
}

const placesOf = memoized(({ operations }: Contract): Places => {
  const schemes = operations.flatMap(({ security }) => security);
  const namesIn = (place: 'header' | 'query'): ReadonlySet<string> =>
    new Set(
      schemes.flatMap((scheme) =>
        scheme.kind === 'apiKey' && scheme.in === place ? [scheme.parameter.toLowerCase()] : [],
      ),
    );
  return { headers: namesIn('header'), parameters: namesIn('query') };
});
