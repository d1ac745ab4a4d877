/** What stands in the place of a secret. */
export const HIDDEN = '***';

const PERSONAL: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'authentication-info']);
const TELLING = /token|secret|passw|session|(?:api|access|auth|private)[-_]?key|signature|jwt/;

/** Whether a header lets somebody in, whatever the contract says of it. Cookies have names of their own, and are no such header. */
export const isSecretHeader = (name: string): boolean =>
  PERSONAL.has(name.toLowerCase()) || TELLING.test(name.toLowerCase());

/** The same of a parameter of a query, as it is written there. */
const isSecretParameter = (name: string): boolean =>
  TELLING.test(name.toLowerCase()) || /auth|credential|pwd|^(?:key|sig|code)$/i.test(name);

/** A query, without its `?`, that shows no value of such a parameter but of those that are documented. */
export const withoutSecrets = (query: string, isDocumented: (name: string) => boolean = () => false): string =>
  query
    .split('&')
    .map((pair) => {
      const [name = ''] = pair.split('=', 1);
      const read = [...new URLSearchParams(name).keys()][0] ?? name;
      return isSecretParameter(read) && !isDocumented(read) && name !== pair ? `${name}=${HIDDEN}` : pair;
    })
    .join('&');
