import fc, { type Arbitrary } from 'fast-check';
import type { Operation, Parameter } from '../../../openapi/contract';
import { type Credentials, credentialsFor, requirementFor, validTexts } from '../http/conforming';
import { attemptOf, type HeaderLine, withQuery } from '../http/request';
import type { Attack, Attempt, Keys, Target } from '../model';
import { anyText, encoded, headerText, hiddenKey, pathWith, rarely, size, weighted } from './arbitraries';
import { ownKey } from './bodies';

/** Paths, queries and headers, and keys where they do not belong. */
export const parameters: Attack = {
  name: 'parameters',
  share: 35,
  attempts: (target) => fc.oneof(...target.contract.operations.map((operation) => requestWith(target, operation))),
};

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND'];
/** Most characters of one value; Node takes 16 kB of head. */
const MOST = 12_000;
const MOST_OF_TARGET = 14_000;
const MOST_OF_HEAD = 15_000;

function requestWith(target: Target, operation: Operation): Arbitrary<Attempt> {
  const query = fc
    .tuple(
      fc.tuple(...operation.parameters.filter((one) => one.in === 'query').map(partOf)),
      fc.array(strayPart(target), { maxLength: 2 }),
      weighted<readonly string[]>([30, fc.constant([])], [1, manyParts()]),
    )
    .map((parts) => parts.flat(2));
  return fc
    .tuple(
      rarely<string>(operation.method, METHODS, 6),
      pathOf(target, operation),
      query,
      credentials(target, operation),
      fc.array(header(target.keys), { maxLength: 3 }),
    )
    .map(([method, path, parts, own, headers]) => {
      const line = withQuery(path, own.query, ...parts).slice(0, MOST_OF_TARGET);
      return attemptOf({
        method,
        target: line,
        headers: fitting([...own.headers, ...headers], MOST_OF_HEAD - line.length),
        body: operation.body !== undefined && method === operation.method ? Buffer.from('{}') : undefined,
      });
    });
}

/** As many headers as a head has room for. */
function fitting(headers: readonly HeaderLine[], room: number): readonly HeaderLine[] {
  let left = room;
  return headers.filter(([name, value]) => {
    left -= name.length + value.length + 4;
    return left > 0;
  });
}

/** The operation's path with any values, or another one near by. */
function pathOf({ contract, keys }: Target, operation: Operation): Arbitrary<string> {
  const plain = pathWith(operation, textOf).map((path) => contract.prefix + path);
  const stray = fc.oneof(encoded(anyText(MOST)), encoded(hiddenKey(keys.shared)));
  return weighted(
    [8, plain],
    [2, fc.tuple(plain, fc.constantFrom(...DETOURS)).map(([whole, detour]) => detour(whole))],
    [1, fc.tuple(plain, stray).map((parts) => parts.join('/'))],
    [1, stray.map((part) => `${contract.prefix}/${part}`)],
    [1, fc.constantFrom('/', contract.prefix || '/', `${contract.prefix}/`, '/docs', '/openapi.json', '//', '/*')],
  );
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
  weighted([2, encoded(fc.constantFrom(...validTexts(parameter), '1', '2'))], [3, encoded(anyText(MOST))]);

/** A parameter of the query: left out, once, several times, or as an array in one of many styles. */
function partOf(parameter: Parameter): Arbitrary<readonly string[]> {
  const name = encodeURIComponent(parameter.name);
  const part = textOf(parameter).map((text) => `${name}=${text}`);
  const styles = [name, `${name}=`, `${name}[]=1`, `${name}[a]=1`, `=${name}`, `${name}=1,2`];
  return weighted<readonly string[]>(
    [3, fc.constant([])],
    [6, part.map((one) => [one])],
    [1, fc.array(part, { maxLength: 3 })],
    [1, fc.constantFrom(...styles).map((one) => [one])],
  );
}

/** What the document does not name. */
const strayPart = ({ keys, contract }: Target): Arbitrary<string> => {
  const own = requirementFor(contract).flatMap((scheme) => (scheme.kind === 'apiKey' ? [scheme.parameter] : []));
  const names = ['__code', '__example', 'access_token', 'key', 'auth', '__proto__', 'constructor', '', ...own];
  const value = fc.oneof(
    encoded(anyText(MOST)),
    encoded(hiddenKey(keys.shared)),
    unencoded(hiddenKey(keys.shared)),
    fc.constantFrom('404', '200', '500', '201'),
  );
  return weighted(
    [3, fc.tuple(fc.constantFrom(...names), value).map((parts) => parts.join('='))],
    [1, value],
    [1, unencoded(hiddenKey([keys.token, ...keys.shared]))],
  );
};

/** A text in the query as it is. */
const unencoded = (text: Arbitrary<string>): Arbitrary<string> =>
  text.map((plain) => plain.replaceAll(/[^\x21-\x7e]/g, '+'));

const manyParts = (): Arbitrary<readonly string[]> =>
  fc
    .tuple(fc.constantFrom('a', 'a=', 'a=1', '=', '', 'a[b]=c', '%61=%62', 'a=1&b=2'), size(3000))
    .map(([part, count]) => Array.from({ length: count }, () => part));

/** Headers that the mock looks at, and some that it does not. */
const NAMES = [
  ...['Accept', 'Accept-Language', 'Accept-Encoding', 'Origin', 'Cookie', 'Prefer', 'Content-Type', 'Referer'],
  ...['Access-Control-Request-Method', 'Access-Control-Request-Headers', 'If-Match', 'If-None-Match', 'User-Agent'],
  ...['If-Modified-Since', 'Range', 'X-Forwarded-For', 'X-Forwarded-Uri', 'Forwarded', 'X-HTTP-Method-Override'],
  ...['Last-Event-ID', 'Via', 'X-Api-Key', 'X-A', '__proto__', 'constructor', 'Authorization', 'Proxy-Authorization'],
  'Keep-Alive',
];

const PREFERENCES = [
  ...['code=404', 'code=500', 'code=503', 'code=200', 'code=999', 'code=', 'example=x', 'code="404"'],
  ...['code=404, example=x', 'wait=1', ';;;,,,', 'code=404;a=b', 'CODE=404'],
];
const CONNECTIONS = ['close', 'keep-alive', 'x', 'Keep-Alive, X-A'];
const ORIGINS = ['null', 'http://evil.example', 'file://', 'http://127.0.0.1'];

/** A header that the mock looks at, or not, with any value. */
function header({ shared, token }: Keys): Arbitrary<HeaderLine> {
  const as = (name: string, values: Arbitrary<string>): Arbitrary<HeaderLine> => values.map((value) => [name, value]);
  return weighted<HeaderLine>(
    [1, fc.constantFrom(...shared).map((key): HeaderLine => [key.replaceAll(/[/=]/g, ''), 'a'])],
    [4, fc.tuple(fc.constantFrom(...NAMES), headerText(MOST))],
    [2, fc.tuple(fc.constantFrom(...NAMES, 'Host'), hiddenKey([token, ...shared]))],
    [2, as('Prefer', fc.constantFrom(...PREFERENCES))],
    [1, as('Connection', fc.constantFrom(...CONNECTIONS))],
    [1, as('Origin', fc.constantFrom(...ORIGINS))],
  );
}

/** What may stand in `Authorization`, with a key as X. */
const FORMS = [
  ...['bearer X', 'BEARER X', 'Bearer  X', 'Bearer X X', 'Bearer', 'Bearer ', 'X', 'Basic X', 'Bearer X,Bearer X'],
  ...['Token X', 'Bearer "X"', 'Bearer\tX'],
];

/** A valid key of a session of its own, one that is used up, a wrong one, one in another form, several, or none. */
function credentials(target: Target, operation: Operation): Arbitrary<Credentials> {
  const by = (key: string): Credentials => credentialsFor(requirementFor(target.contract, operation), key);
  const shared = fc.constantFrom(...target.keys.shared);
  const inAnyForm = fc
    .tuple(shared, fc.constantFrom(...FORMS))
    .map(([key, form]): Credentials => ({ headers: [['Authorization', form.replaceAll('X', () => key)]], query: '' }));
  const both = fc
    .tuple(shared, shared)
    .map(([one, other]): Credentials => ({ ...by(one), headers: [...by(one).headers, ...by(other).headers] }));
  return weighted<Credentials>(
    [10, fc.constant(by(ownKey(target, 'parameters')))],
    [2, fc.constant(by(target.sessions.metered.key))],
    [1, fc.constant({ headers: [], query: '' })],
    [1, headerText(MOST).map(by)],
    [1, inAnyForm],
    [1, both],
  );
}
