import fc, { type Arbitrary } from 'fast-check';
import { jsonMediaType, type Operation } from '../../../openapi/contract';
import { bodyOf } from '../arbitraries/body';
import { encoded } from '../arbitraries/encoded';
import { hiddenKey } from '../arbitraries/hidden-key';
import { jsonText, withKey } from '../arbitraries/json-text';
import { attemptOf, validPath, withQuery } from '../arbitraries/sent';
import { anyText } from '../arbitraries/texts';
import type { Attempt } from '../model';
import { carriedBy, requirementFor, type Subject, validBodies, validTexts } from '../subject';
import type { Attack } from './model';

/** The control plane by its own document, while requests of the API go on in the worlds that it changes. */
export const control: Attack = {
  name: 'control',
  title: 'the control plane: wrong inputs, foreign callers, resets and faults among requests',
  share: 10,
  phase: 'alone',
  attempts: (subject) =>
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.oneof(...subject.control.operations.map((operation) => controlRequest(subject, operation))),
      },
      {
        weight: 1,
        arbitrary: fc.oneof(...subject.contract.operations.map((operation) => apiRequest(subject, operation))),
      },
    ),
};

function controlRequest(subject: Subject, operation: Operation): Arbitrary<Attempt> {
  const media = jsonMediaType(operation.body?.content ?? []);
  const valid = validBodies(operation);
  const body =
    media === undefined
      ? fc.constant(undefined)
      : fc.oneof(
          {
            weight: 20,
            arbitrary: bodyOf(
              withKey(jsonText(media.schema ?? {}, valid.map(shortened)), hiddenKey([subject.keys.buried])),
              media.type,
            ),
          },
          { weight: 1, arbitrary: fc.constant(undefined) },
        );
  return fc
    .tuple(pathFor(subject, operation), queryFor(operation), access(subject), body)
    .map(([path, query, headers, sent]) =>
      attemptOf({
        method: operation.method,
        target: withQuery(path, query),
        headers: [...headers, ...(sent?.headers ?? [])],
        body: sent?.bytes,
      }),
    );
}

/** Nothing waits for long: a fault that delays would hold the connection. */
const shortened = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'delayMs' in value ? { ...value, delayMs: 20 } : value;

function pathFor({ control, contract, prey }: Subject, { path, parameters }: Operation): Arbitrary<string> {
  const known: Readonly<Record<string, readonly string[]>> = {
    sessionId: prey.map(({ id }) => id),
    collection: contract.resources.map(({ name }) => name),
    faultId: ['1', '2', '3'],
    recordId: ['1', '2', '999'],
  };
  const segments = path.split('/').slice(1);
  const made = segments.map((segment): Arbitrary<string> => {
    const parameter = parameters.find((one) => segment === `{${one.name}}`);
    if (parameter === undefined) return fc.constant(segment);
    const texts = known[parameter.name] ?? validTexts(parameter);
    return fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...texts, ...validTexts(parameter)).map(encodeURIComponent) },
      { weight: 1, arbitrary: encoded(anyText(3000)) },
    );
  });
  return fc.tuple(...made).map((parts) => `${control.prefix}/${parts.join('/')}`);
}

function queryFor({ parameters }: Operation): Arbitrary<string> {
  const inQuery = parameters.filter((one) => one.in === 'query');
  const part = fc
    .tuple(fc.constantFrom('x', '__proto__', ...inQuery.map(({ name }) => name)), encoded(anyText(3000)))
    .map(([name, value]) => `${name}=${value}`);
  return fc.oneof({ weight: 3, arbitrary: fc.constant('') }, { weight: 1, arbitrary: part });
}

/** The token, or none, or another; as a program, or as a page of some origin. */
function access({ keys }: Subject): Arbitrary<readonly (readonly [string, string])[]> {
  const token: readonly [string, string] = ['Authorization', `Bearer ${keys.token}`];
  const others: readonly (readonly (readonly [string, string])[])[] = [
    [],
    [['Authorization', 'Bearer wrong']],
    [['Authorization', `Basic ${keys.token}`]],
    [token, ['Origin', 'http://evil.example']],
    [token, ['Origin', 'null']],
    [token, ['Host', 'evil.example']],
    [token, ['Origin', '\xe9']],
    [token, ['Sec-Fetch-Site', 'cross-site']],
    [token, ['Last-Event-ID', '9'.repeat(400)]],
  ];
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant([token]) },
    { weight: 2, arbitrary: fc.constantFrom(...others) },
  );
}

/** A request of the API to a world whose faults may break anything. */
function apiRequest({ contract, keys, prey }: Subject, operation: Operation): Arbitrary<Attempt> {
  const all = [...prey.map(({ key }) => key), ...keys.shared];
  const [valid] = validBodies(operation);
  const media = jsonMediaType(operation.body?.content ?? []);
  return fc.tuple(validPath(contract, operation), fc.constantFrom(...all)).map(([path, key]): Attempt => {
    const { headers, query } = carriedBy(requirementFor(contract, operation), key);
    const type: readonly (readonly [string, string])[] = media === undefined ? [] : [['Content-Type', media.type]];
    const body = media === undefined ? undefined : Buffer.from(JSON.stringify(valid));
    const target = withQuery(path, query);
    return {
      ...attemptOf({ method: operation.method, target, headers: [...headers, ...type], body }),
      isUnderFaults: true,
    };
  });
}
