import fc, { type Arbitrary } from 'fast-check';
import type { Operation, Parameter } from '../../../openapi/contract';
import { encoded } from '../arbitraries/encoded';
import { hiddenKey } from '../arbitraries/hidden-key';
import { attemptOf, ownKey, withQuery } from '../arbitraries/sent';
import { anyText, longText, size } from '../arbitraries/texts';
import type { Attempt } from '../model';
import { type Carried, carriedBy, type Subject, schemeFor, validTexts } from '../subject';
import type { Attack } from './model';

/** Most characters of one value; Node takes 16 kB of head. */
const MOST = 12_000;

/** Paths, queries and headers, and keys where they do not belong. */
export const parameters: Attack = {
  name: 'parameters',
  title: 'paths, queries and headers, and keys where they do not belong',
  share: 35,
  phase: 'side by side',
  attempts: (subject) => fc.oneof(...subject.contract.operations.map((operation) => requestFor(subject, operation))),
};

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND'];

function requestFor(subject: Subject, operation: Operation): Arbitrary<Attempt> {
  const method = fc.oneof(
    { weight: 6, arbitrary: fc.constant<string>(operation.method) },
    { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
  );
  const { parameters } = operation;
  const query = fc
    .tuple(
      fc.tuple(...parameters.filter((one) => one.in === 'query').map(partOf)),
      fc.array(strayPart(subject), { maxLength: 2 }),
      fc.oneof({ weight: 30, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: manyParts() }),
    )
    .map((parts) => parts.flat(2));
  return fc
    .tuple(
      method,
      pathOf(subject, operation),
      query,
      credential(subject, operation),
      fc.array(header(subject), { maxLength: 3 }),
    )
    .map(([chosen, path, parts, carried, headers]) => {
      const target = withQuery(path, carried.query, ...parts).slice(0, 14_000);
      const withBody = operation.body !== undefined && chosen === operation.method;
      return attemptOf({
        method: chosen,
        target,
        headers: fitting([...carried.headers, ...headers], 15_000 - target.length),
        body: withBody ? Buffer.from('{}') : undefined,
      });
    });
}

/** As many headers as a head has room for. */
function fitting(headers: readonly (readonly [string, string])[], room: number): typeof headers {
  let left = room;
  return headers.filter(([name, value]) => {
    left -= name.length + value.length + 4;
    return left > 0;
  });
}

/** The operation's path with any values, or another one near by. */
function pathOf({ contract, keys }: Subject, { path, parameters }: Operation): Arbitrary<string> {
  const segments = path.split('/').slice(1);
  const made = segments.map((segment): Arbitrary<string> => {
    const parameter = parameters.find((one) => one.in === 'path' && segment.includes(`{${one.name}}`));
    const value = parameter === undefined ? undefined : textOf(parameter);
    return value === undefined ? fc.constant(segment) : value.map((text) => segment.replace(/\{[^}]*\}/g, () => text));
  });
  const plain = fc.tuple(...made).map((parts) => `${contract.prefix}/${parts.join('/')}`);
  const stray = fc.oneof(encoded(anyText(MOST)), encoded(hiddenKey(keys.shared)));
  return fc
    .oneof(
      { weight: 8, arbitrary: plain },
      { weight: 2, arbitrary: fc.tuple(plain, fc.constantFrom(...DETOURS)).map(([whole, detour]) => detour(whole)) },
      { weight: 1, arbitrary: fc.tuple(plain, stray).map(([whole, part]) => `${whole}/${part}`) },
      { weight: 1, arbitrary: stray.map((part) => `${contract.prefix}/${part}`) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('/', contract.prefix, `${contract.prefix}/`, '/docs', '/openapi.json', '//', '*'),
      },
    )
    .map((whole) => (whole === '*' ? '/*' : whole));
}

/** Other ways to write a path, and paths beside it. */
const DETOURS: readonly ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => path.replaceAll('/', '//'),
  (path) => `/.${path}`,
  (path) => `/x/..${path}`,
  (path) => path.toUpperCase(),
  (path) => path.replace(/\w/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => path.replace(/\/(?=[^/]*$)/, '%2f'),
  (path) => `${path};a=b`,
  (path) => `${path}.json`,
  (path) => `${path}/${'a/'.repeat(1500)}`,
  (path) => `http://127.0.0.1${path}`,
  (path) => `http://other.example:99999${path}`,
  (path) => `http:${path}`,
  (path) => `${path}#x`,
  (path) => `${path}\\`,
];

/** The text of a value, often valid. */
const textOf = (parameter: Parameter): Arbitrary<string> =>
  fc.oneof(
    { weight: 2, arbitrary: encoded(fc.constantFrom(...validTexts(parameter), '1', '2')) },
    { weight: 3, arbitrary: encoded(anyText(MOST)) },
  );

/** A parameter of the query: left out, once, several times, or as an array in one of many styles. */
function partOf(parameter: Parameter): Arbitrary<readonly string[]> {
  const name = encodeURIComponent(parameter.name);
  const value = textOf(parameter);
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 6, arbitrary: value.map((text) => [`${name}=${text}`]) },
    { weight: 1, arbitrary: fc.array(value, { maxLength: 3 }).map((texts) => texts.map((text) => `${name}=${text}`)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        [name],
        [`${name}=`],
        [`${name}[]=1`],
        [`${name}[a]=1`],
        [`=${name}`],
        [`${name}=1,2`],
      ),
    },
  );
}

/** What the document does not name. */
const strayPart = ({ keys, contract }: Subject): Arbitrary<string> => {
  const names = ['__code', '__example', 'access_token', 'key', 'auth', '__proto__', 'constructor', ''];
  const scheme = schemeFor(contract);
  const own = scheme?.kind === 'apiKey' ? [scheme.parameter] : [];
  const value = fc.oneof(
    encoded(anyText(MOST)),
    encoded(hiddenKey(keys.shared)),
    hiddenInQuery(keys.shared),
    fc.constantFrom('404', '200', '500', '201'),
  );
  return fc.oneof(
    {
      weight: 3,
      arbitrary: fc.tuple(fc.constantFrom(...names, ...own), value).map(([name, text]) => `${name}=${text}`),
    },
    { weight: 1, arbitrary: value },
    { weight: 1, arbitrary: hiddenInQuery([keys.token, ...keys.shared]) },
  );
};

/** A key in the query as it is, without any encoding of ours. */
const hiddenInQuery = (keys: readonly string[]): Arbitrary<string> =>
  hiddenKey(keys).map((text) => text.replaceAll(/[^\x21-\x7e]/g, '+'));

const manyParts = (): Arbitrary<readonly string[]> =>
  fc
    .tuple(fc.constantFrom('a', 'a=', 'a=1', '=', '', 'a[b]=c', '%61=%62', 'a=1&b=2'), size(3000))
    .map(([part, count]) => Array.from({ length: count }, () => part));

/** Who asks: by a valid key of a session of its own, by one that is used up, by a wrong one, by several, by none. */
function credential(subject: Subject, operation: Operation): Arbitrary<Carried> {
  const scheme = schemeFor(subject.contract, operation);
  const by = (key: string): Carried => carriedBy(scheme, key);
  const shared = fc.constantFrom(...subject.keys.shared);
  const forms = [
    'bearer X',
    'BEARER X',
    'Bearer  X',
    'Bearer X X',
    'Bearer',
    'Bearer ',
    'X',
    'Basic X',
    'Bearer X,Bearer X',
    'Token X',
    'Bearer "X"',
    'Bearer\tX',
  ];
  return fc.oneof(
    { weight: 10, arbitrary: fc.constant(by(ownKey(subject, 'parameters'))) },
    { weight: 2, arbitrary: fc.constant(by(subject.keys.metered)) },
    { weight: 1, arbitrary: fc.constant({ headers: [], query: '' }) },
    { weight: 1, arbitrary: headerText().map(by) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(shared, fc.constantFrom(...forms))
        .map(([key, form]): Carried => ({ headers: [['Authorization', form.replaceAll('X', () => key)]], query: '' })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(shared, shared)
        .map(
          ([one, other]): Carried => ({ headers: [...by(one).headers, ...by(other).headers], query: by(one).query }),
        ),
    },
  );
}

/** A text that a header may have: its bytes are visible, or spaces and tabs within. */
const headerText = (): Arbitrary<string> =>
  fc.oneof(anyText(2000), longText(MOST)).map((text) => text.replaceAll(/[^\x20-\x7e\x80-\xff]/g, '?').trim());

/** Headers that the mock looks at, and some that it does not. */
const NAMES = [
  ...[
    'Accept',
    'Accept-Language',
    'Accept-Encoding',
    'Origin',
    'Cookie',
    'Prefer',
    'Content-Type',
    'Referer',
    'User-Agent',
  ],
  ...[
    'Access-Control-Request-Method',
    'Access-Control-Request-Headers',
    'If-Match',
    'If-None-Match',
    'If-Modified-Since',
  ],
  ...[
    'Range',
    'X-Forwarded-For',
    'X-Forwarded-Uri',
    'Forwarded',
    'X-HTTP-Method-Override',
    'Last-Event-ID',
    'Via',
    'Host',
  ],
  ...[
    'X-Api-Key',
    'X-A',
    '__proto__',
    'constructor',
    'Authorization',
    'Proxy-Authorization',
    'Connection',
    'Keep-Alive',
  ],
];

const PREFERENCES = [
  'code=404',
  'code=500',
  'code=503',
  'code=200',
  'code=999',
  'code=',
  'example=x',
  'code="404"',
  'code=404, example=x',
  'wait=1',
  ';;;,,,',
  'code=404;a=b',
  'CODE=404',
];

const header = ({ keys }: Subject): Arbitrary<readonly [string, string]> =>
  fc.oneof(
    {
      weight: 1,
      arbitrary: fc.constantFrom(...keys.shared).map((key): [string, string] => [key.replaceAll(/[/=]/g, ''), 'a']),
    },
    {
      weight: 4,
      arbitrary: fc.tuple(
        fc.constantFrom(...NAMES.filter((name) => name !== 'Connection' && name !== 'Host')),
        headerText(),
      ),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(
        fc.constantFrom(...NAMES.filter((name) => name !== 'Connection')),
        hiddenKey([keys.token, ...keys.shared]),
      ),
    },
    { weight: 2, arbitrary: fc.constantFrom(...PREFERENCES).map((value): [string, string] => ['Prefer', value]) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('close', 'keep-alive', 'x', 'Keep-Alive, X-A')
        .map((value): [string, string] => ['Connection', value]),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('null', 'http://evil.example', 'file://', 'http://127.0.0.1')
        .map((value): [string, string] => ['Origin', value]),
    },
  );
