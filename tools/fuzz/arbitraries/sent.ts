import fc, { type Arbitrary } from 'fast-check';
import type { Contract, Operation } from '../../../openapi/contract';
import type { Attempt } from '../model';
import { type Subject, validTexts } from '../subject';
import { encode, type PlainRequest } from '../wire/encode';

/** One request that keeps the rules of HTTP, for which a reply is due. */
export const attemptOf = (request: PlainRequest): Attempt => ({
  parts: [encode(request)],
  ending: 'wait',
  request: { method: request.method, target: request.target },
});

/** A path of an operation with valid values in it, prefix included. */
export function validPath({ prefix }: Contract, { path, parameters }: Operation): Arbitrary<string> {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const values = inPath.map((parameter) => fc.constantFrom(...validTexts(parameter), '1', '2', '3'));
  return fc
    .tuple(...values)
    .map((texts) => prefix + inPath.reduce((whole, { name }, place) => filled(whole, name, texts[place] ?? ''), path));
}

export const filled = (path: string, name: string, value: string): string =>
  path.replace(`{${name}}`, () => encodeURIComponent(value));

/** The key of an attack's own session. */
export const ownKey = ({ keys }: Subject, attack: string): string => keys.ofAttack[attack] ?? keys.metered;

/** The target with another part of a query. */
export const withQuery = (path: string, ...parts: readonly string[]): string => {
  const query = parts.filter((part) => part !== '').join('&');
  return query === '' ? path : `${path}?${query}`;
};
