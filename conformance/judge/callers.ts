import { createHash } from 'node:crypto';
import { allSchemes, type Contract, type Operation } from '../../openapi/contract';
import type { Credential, Request } from '../exchange/exchange';
import { secretsIn } from '../exchange/keys/keys';

/** Part of a request of another client, without what tells which client it was. */
export interface Called {
  readonly credential: Credential;
  readonly headers: Request['headers'];
  readonly target: string;
}

/** Tells the senders of traffic apart by what their requests carry: each gets a name that does not tell its secrets. */
export interface Callers {
  /**
   * @param headers by name in lower case
   * @param target path and query
   * @returns undefined once too many callers are known: then nothing can be said of further ones
   */
  of(operation: Operation, headers: Request['headers'], target: string): Called | undefined;
  /** The secrets that a caller sent. */
  secretsOf(credential: Credential): readonly string[];
}

/** The most callers that are told apart: their secrets are kept, so that reports can hide them. */
const MOST_CALLERS = 2000;

/** Headers that tell who sends a request (RFC 9110 §11.6.2, §11.7.2, RFC 6265), whatever the contract says. */
const PERSONAL: readonly string[] = ['authorization', 'proxy-authorization', 'cookie'];

export function createCallers({ operations }: Pick<Contract, 'operations'>): Callers {
  const keys = allSchemes(operations).filter((scheme) => scheme.kind === 'apiKey');
  const inHeader = new Set([
    ...PERSONAL,
    ...keys.filter((scheme) => scheme.in === 'header').map(({ parameter }) => parameter.toLowerCase()),
  ]);
  const inQuery = new Set(keys.filter((scheme) => scheme.in === 'query').map(({ parameter }) => parameter));
  const secrets = new Map<string, readonly string[]>();

  return {
    of(operation, headers, target) {
      const fields = Object.entries(headers).filter(([name]) => inHeader.has(name));
      const { left, taken } = inQuery.size === 0 ? { left: target, taken: [] } : withoutKeys(target, inQuery);
      const carried = [...fields, ...taken];
      const others = fields.length === 0 ? headers : without(headers, inHeader);
      if (carried.length === 0 && operation.security.length > 0)
        return { credential: 'none', headers: others, target: left };
      const caller = nameOf(carried);
      if (!secrets.has(caller)) {
        if (secrets.size >= MOST_CALLERS) return undefined;
        secrets.set(
          caller,
          carried.flatMap(([name, value]) => secretsIn(name, value)),
        );
      }
      return { credential: { caller }, headers: others, target: left };
    },
    secretsOf: (credential) =>
      typeof credential === 'object' && 'caller' in credential ? (secrets.get(credential.caller) ?? []) : [],
  };
}

type Pair = readonly [name: string, value: string];

const nameOf = (carried: readonly Pair[]): string =>
  carried.length === 0 ? 'nobody' : createHash('sha256').update(JSON.stringify(carried)).digest('hex').slice(0, 12);

const without = (headers: Request['headers'], names: ReadonlySet<string>): Request['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.has(name)));

/** A target without the pairs of its query that hold a key; the others stay as they were written. */
function withoutKeys(
  target: string,
  names: ReadonlySet<string>,
): { readonly left: string; readonly taken: readonly Pair[] } {
  const [path = '', ...rest] = target.split('?');
  if (rest.length === 0) return { left: target, taken: [] };
  const pairs = rest.join('?').split('&');
  const read = pairs.map((pair) => ({ pair, decoded: [...new URLSearchParams(pair)][0] }));
  const isKey = ({ decoded }: (typeof read)[number]): boolean => decoded !== undefined && names.has(decoded[0]);
  const kept = read.filter((one) => !isKey(one)).map(({ pair }) => pair);
  return {
    left: kept.length === 0 ? path : `${path}?${kept.join('&')}`,
    taken: read.filter(isKey).flatMap(({ decoded }) => (decoded === undefined ? [] : [decoded])),
  };
}
