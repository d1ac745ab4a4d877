import { requirementOf, type SecurityScheme, schemesOf } from '../../openapi/contract';
import { type Credential, type Request, wrongnessOf } from './exchange';
import { KEY_VARIABLE, LIMIT_KEY_VARIABLE } from './key-variables';
import { type Form, nearMiss, oddHeader } from './near-misses';

/** The keys that a run was given. */
export interface Keys {
  readonly main: string | undefined;
  readonly limit: string | undefined;
}

/** What a request has to carry beside its own headers and target. */
export interface Carried {
  readonly headers: Readonly<Record<string, string>>;
  /** Appended to the target's query. */
  readonly query: string;
}

/**
 * A request's credentials where the operation's first requirement wants them, as they go over the wire. For HTTP Basic a key is
 * `user:password`.
 */
export function carry(request: Request, keys: Keys): Carried {
  const { main } = keys;
  return carried(request, {
    key: (credential) => (credential === 'limit' ? keys.limit : credential === 'main' ? main : undefined),
    form: (form) => form.value(main ?? 'key'),
    percent: encodeURIComponent,
    base64: (value) => Buffer.from(value).toString('base64'),
  });
}

/** The same as text for a shell command, to stand between double quotes: variables stand for the keys. */
export const shownCarry = (request: Request): Carried => carried(request, SHELL);

/** How a value is written: as it is, or as a shell makes it. */
interface Writing {
  /** The value of a credential that is right; undefined where there is none. */
  readonly key: (credential: Credential, scheme: SecurityScheme) => string | undefined;
  /** What is made of the main key. */
  readonly form: (form: Form, scheme: SecurityScheme) => string;
  /** In a query. */
  readonly percent: (value: string) => string;
  /** In HTTP Basic (RFC 7617 §2). */
  readonly base64: (value: string) => string;
}

/** In a URL the key stands as it is: no shell has a way to encode it. */
const SHELL: Writing = {
  key: (credential) => `$${credential === 'limit' ? LIMIT_KEY_VARIABLE : KEY_VARIABLE}`,
  form: ({ shell }) => shell,
  percent: String,
  base64: (value) => {
    const parts = value.includes('$E') ? `K=\${${KEY_VARIABLE}%:}; E=\${${KEY_VARIABLE}#"$K"}; ` : '';
    return `$(${parts}printf %s "${value}" | base64 | tr -d '\\n')`;
  },
};

function carried({ operation, credential }: Request, writing: Writing): Carried {
  const requirement = requirementOf(operation);
  if (requirement.length === 0 || credential === 'none') return NOTHING;
  const ways = schemesOf(operation);
  return together(
    requirement.map((scheme) => {
      const wrong = wrongnessIn(credential, scheme);
      if (wrong === 'missing') return NOTHING;
      const odd = wrong === undefined ? undefined : oddHeader(wrong, ways);
      if (odd !== undefined) return { headers: { authorization: writing.form(odd, scheme) }, query: '' };
      const form = wrong === undefined ? undefined : nearMiss(wrong, scheme);
      const right = wrong === undefined ? writing.key(rightOf(credential), scheme) : undefined;
      const value = form === undefined ? right : writing.form(form, scheme);
      return value === undefined ? NOTHING : place(scheme, value, writing);
    }),
  );
}

/** In what way the credential of one scheme is wrong: where several are sent, one of them alone may be. */
function wrongnessIn(credential: Credential, { name }: SecurityScheme): string | undefined {
  const isOther = typeof credential === 'object' && 'wrong' in credential && (credential.of ?? name) !== name;
  return isOther ? undefined : wrongnessOf(credential);
}

/** Beside one that is wrong the others are those of the main key. */
const rightOf = (credential: Credential): Credential => (wrongnessOf(credential) === undefined ? credential : 'main');

const NOTHING: Carried = { headers: {}, query: '' };

function together(all: readonly Carried[]): Carried {
  const [only = NOTHING, ...others] = all;
  if (others.length === 0) return only;
  const cookies = all.flatMap(({ headers }) => headers.cookie ?? []);
  const headers = Object.assign({}, ...all.map((one) => one.headers)) as Carried['headers'];
  return {
    headers: { ...headers, ...(cookies.length === 0 ? {} : { cookie: cookies.join('; ') }) },
    query: all
      .map(({ query }) => query)
      .filter((query) => query !== '')
      .join('&'),
  };
}

function place(scheme: SecurityScheme, value: string, { percent, base64 }: Writing): Carried {
  const authorization = (text: string): Carried => ({ headers: { authorization: text }, query: '' });
  if (scheme.kind === 'basic') return authorization(`Basic ${base64(value)}`);
  if (scheme.kind === 'bearer') return authorization(`Bearer ${value}`);
  if (scheme.kind === 'http') return authorization(`${scheme.scheme} ${value}`);
  const { in: where, parameter } = scheme;
  if (where === 'query') return { headers: {}, query: `${encodeURIComponent(parameter)}=${percent(value)}` };
  return { headers: where === 'cookie' ? { cookie: `${parameter}=${value}` } : { [parameter]: value }, query: '' };
}
