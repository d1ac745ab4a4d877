import type { Contract } from '../openapi/contract';

/** What stands in the place of a credential wherever a request is shown. */
const HIDDEN = 'hidden';

/** Where the credentials of a contract travel besides the Authorization header; names in lower case. */
interface Places {
  readonly headers: ReadonlySet<string>;
  readonly parameters: ReadonlySet<string>;
}

const known = new WeakMap<Contract, Places>();

/**
 * The query without the API keys that travel in it, whether or not they are valid ones; byte for byte the same in all
 * else. A parameter that differs from a key's by its case is taken for one, since what it holds was meant as a key.
 */
export function withoutKeys(contract: Contract, query: string): string {
  const { parameters } = placesOf(contract);
  if (parameters.size === 0 || query === '') return query;
  return query
    .split('&')
    .map((pair) => {
      const [[name = '', value = ''] = []] = new URLSearchParams(pair);
      if (value === '' || !parameters.has(name.toLowerCase())) return pair;
      return pair.slice(0, pair.indexOf('=') + 1) + HIDDEN;
    })
    .join('&');
}

/** The value of a header without what lets a caller in: API keys, valid or not, passwords and cookies. */
export function withoutSecret(contract: Contract, name: string, value: string): string {
  if (value === '') return value;
  const header = name.toLowerCase();
  if (header === 'authorization' || header === 'proxy-authorization') return schemeOf(value) + HIDDEN;
  if (header === 'cookie' || header === 'set-cookie') return HIDDEN;
  if (placesOf(contract).headers.has(header)) return HIDDEN;
  // A page whose address holds a key sends that along.
  if (header === 'referer') return value.replace(/(?<=\?)[^#]*/, (query) => withoutKeys(contract, query));
  return value;
}

/**
 * The scheme that a header names, with the space after it; empty where it names none, since then its first word is a
 * part of a secret. Those of IANA's registry of HTTP authentication schemes, and two of wide use.
 */
function schemeOf(value: string): string {
  const scheme =
    /^(?:ApiKey|Basic|Bearer|Concealed|Digest|DPoP|GNAP|HOBA|Mutual|Negotiate|OAuth|PrivateToken|SCRAM-SHA-(?:1|256)|Token|vapid) /i;
  return scheme.exec(value)?.[0] ?? '';
}

function placesOf(contract: Contract): Places {
  const before = known.get(contract);
  if (before !== undefined) return before;
  const schemes = contract.operations.flatMap(({ security }) => security);
  const namesIn = (place: 'header' | 'query'): ReadonlySet<string> =>
    new Set(
      schemes.flatMap((scheme) =>
        scheme.kind === 'apiKey' && scheme.in === place ? [scheme.parameter.toLowerCase()] : [],
      ),
    );
  const places = { headers: namesIn('header'), parameters: namesIn('query') };
  known.set(contract, places);
  return places;
}
