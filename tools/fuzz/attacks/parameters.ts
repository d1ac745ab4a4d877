import fc, { type Arbitrary } from 'fast-check';
import type { Operation, Parameter } from '../../../openapi/contract';
import { encoded } from '../arbitraries/encoded';
import { header, headerText } from '../arbitraries/header';
import { hiddenKey } from '../arbitraries/hidden-key';
import { MOST, pathOf, textOf } from '../arbitraries/path';
import { attemptOf, ownKey, withQuery } from '../arbitraries/sent';
import { anyText, size } from '../arbitraries/texts';
import type { Attempt } from '../model';
import { type Carried, carriedBy, requirementFor, type Subject } from '../subject';
import type { Attack } from './model';

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
  const own = requirementFor(contract).flatMap((scheme) => (scheme.kind === 'apiKey' ? [scheme.parameter] : []));
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
  const requirement = requirementFor(subject.contract, operation);
  const by = (key: string): Carried => carriedBy(requirement, key);
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
