import fc, { type Arbitrary } from 'fast-check';
import { type Operation, stringifyJson } from '../../../openapi/contract';
import { jsonBodyOf, requestFor, validBodies, validTexts } from '../http/conforming';
import { attemptOf, type HeaderLine, withJson, withQuery } from '../http/request';
import type { Attack, Attempt, Keys, Target } from '../model';
import { anyText, encoded, pathWith, weighted } from './arbitraries';
import { bodyOf, bodyText, validPath } from './bodies';

/** The control plane by its own document, while requests of the API go on in the sessions that it changes. */
export const control: Attack = {
  name: 'control',
  share: 10,
  isAlone: true,
  attempts: (target) =>
    weighted(
      [3, fc.oneof(...target.control.operations.map((operation) => controlRequest(target, operation)))],
      [1, fc.oneof(...target.contract.operations.map((operation) => apiRequest(target, operation)))],
    ),
};

function controlRequest(target: Target, operation: Operation): Arbitrary<Attempt> {
  const media = jsonBodyOf(operation);
  const none = fc.constant(undefined);
  const body =
    media === undefined
      ? none
      : weighted([20, bodyOf(bodyText(operation, target.keys, shortened), media.type)], [1, none]);
  return fc
    .tuple(pathFor(target, operation), queryFor(operation), access(target.keys), body)
    .map(([path, query, headers, sent]) =>
      attemptOf({
        method: operation.method,
        target: withQuery(path, query),
        headers: [...headers, ...(sent?.headers ?? [])],
        body: sent?.bytes,
      }),
    );
}

/** No reply waits for long: a fault that delays would hold the connection. */
const shortened = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'delayMs' in value ? { ...value, delayMs: 20 } : value;

function pathFor({ control, contract, sessions }: Target, operation: Operation): Arbitrary<string> {
  const known: Readonly<Record<string, readonly string[]>> = {
    sessionId: sessions.disposable.map(({ id }) => id),
    collection: contract.resources.map(({ name }) => name),
    faultId: ['1', '2', '3'],
    recordId: ['1', '2', '999'],
  };
  const path = pathWith(operation, (parameter) => {
    const texts = [...(known[parameter.name] ?? []), ...validTexts(parameter)];
    return weighted([12, fc.constantFrom(...texts).map(encodeURIComponent)], [1, encoded(anyText(3000))]);
  });
  return path.map((whole) => control.prefix + whole);
}

function queryFor({ parameters }: Operation): Arbitrary<string> {
  const names = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  const part = fc
    .tuple(fc.constantFrom('x', '__proto__', ...names), encoded(anyText(3000)))
    .map((parts) => parts.join('='));
  return weighted([3, fc.constant('')], [1, part]);
}

/** The token, or none, or another; as a program, or as a page of some origin. */
function access({ token }: Keys): Arbitrary<readonly HeaderLine[]> {
  const right: HeaderLine = ['Authorization', `Bearer ${token}`];
  return weighted<readonly HeaderLine[]>(
    [12, fc.constant([right])],
    [
      2,
      fc.constantFrom<readonly HeaderLine[]>(
        [],
        [['Authorization', 'Bearer wrong']],
        [['Authorization', `Basic ${token}`]],
        [right, ['Origin', 'http://evil.example']],
        [right, ['Origin', 'null']],
        [right, ['Origin', '\xe9']],
        [right, ['Host', 'evil.example']],
        [right, ['Sec-Fetch-Site', 'cross-site']],
        [right, ['Last-Event-ID', '9'.repeat(400)]],
      ),
    ],
  );
}

/** A request of the API to a session whose faults may break anything. */
function apiRequest({ contract, keys, sessions }: Target, operation: Operation): Arbitrary<Attempt> {
  const all = [...sessions.disposable.map(({ key }) => key), ...keys.shared];
  const media = jsonBodyOf(operation);
  const json = stringifyJson(validBodies(operation)[0] ?? null);
  return fc.tuple(validPath(operation), fc.constantFrom(...all)).map(([path, key]): Attempt => {
    const plain = requestFor(contract, operation, key, path);
    return { ...attemptOf(media === undefined ? plain : withJson(plain, json, media.type)), isUnderFaults: true };
  });
}
