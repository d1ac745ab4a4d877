import { type Contract, memoized } from '../../openapi/contract';

/** What stands in the place of a credential wherever a request is shown. */
const HIDDEN = 'hidden';

/** Where the credentials of a contract travel besides the Authorization header; names in lower case. */
interface Places {
  readonly headers: ReadonlySet<string>;
  readonly parameters: ReadonlySet<string>;
}

/** Shows what came with a request without what lets a caller in: API keys, valid or not, passwords and cookies. */
export interface Secrets {
  /** A query, byte for byte the same in all else. */
  inQuery(query: string): string;
  inHeader(name: string, value: string): string;
  /** Any text, such as a path or a body: without the values of keys that there are. */
  inText(text: string): string;
}

/** @param isKey whether a text is the value of a key: one that was sent in a wrong place is one all the same */
export function createSecrets(contract: Contract, isKey: (text: string) => boolean): Secrets {
  const { headers, parameters } = placesOf(contract);
  const hide = (word: string): string => {
    // What a key may be made of may also follow it: the full stop of a sentence.
    const end = word.search(/[.~+=_-]*$/);
    return isKey(word) ? HIDDEN : isKey(word.slice(0, end)) ? HIDDEN + word.slice(end) : word;
  };
  const inText = (text: string): string => text.replace(WORDS, hide).replace(PARTS, hide);

  /** A parameter that differs from a key's by its case is taken for one, since what it holds was meant as a key. */
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
      // A page whose address holds a key sends that along.
      if (header === 'referer') return inText(value.replace(/(?<=\?)[^#]*/, inQuery));
      return inText(value);
    },
  };
}

/** RFC 6750 §2.1: what a key is made of; and the parts of that between slashes, since a path is made of it too. */
const WORDS = /[A-Za-z0-9._~+/-]+=*/g;
const PARTS = /[A-Za-z0-9._~+-]+=*/g;

/**
 * The scheme that a header names, with the space after it; empty where it names none, since then its first word is a
 * part of a secret. Those of IANA's registry of HTTP authentication schemes, and two of wide use.
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
