import { UsageError } from '../../../openapi/program/failure';
import type { Connection } from './connection/connection';
import { hashIn } from './connection/replies';
import { script } from './connection/script';
import type { SharedKeys } from './state/keys';

/** What a mock is started with that all replicas must have alike. Each is a text; the same text means the same. */
export interface Terms {
  /** Of the document, such as its digest. */
  readonly contract: string;
  /** What people call it. */
  readonly title: string;
  /** Of the package, on which depends how things are stored. */
  readonly version: string;
  readonly keys: string;
  readonly fixtures: string;
  /** The options that a world depends on, as a command line has them. */
  readonly options: string;
}

/**
 * Stores the terms of whoever comes first. Those that others have are theirs; of what may differ, the last one's are kept.
 *
 * @param isAnew whether these count whatever is stored
 * @returns what was stored before; undefined where nothing was, or it counts no longer
 * @throws StoreUnavailable
 */
export async function agreeOn(
  connection: Connection,
  { terms: key }: SharedKeys,
  terms: Terms,
  isAnew: boolean,
): Promise<Terms | undefined> {
  const fields = Object.entries(terms).flat();
  const told = await connection.run(AGREE, [key], [isAnew ? 'anew' : '', terms.contract, terms.version, ...fields]);
  return termsIn(told);
}

/** What is stored at present; undefined where nothing is. */
export async function readTerms(connection: Connection, { terms: key }: SharedKeys): Promise<Terms | undefined> {
  return termsIn(await connection.send(key, ['HGETALL', key]));
}

function termsIn(told: Parameters<typeof hashIn>[0]): Terms | undefined {
  const found = new Map(hashIn(told));
  if (found.size === 0) return undefined;
  const text = (name: keyof Terms): string => found.get(name) ?? '';
  return {
    ...{ contract: text('contract'), title: text('title'), version: text('version'), keys: text('keys') },
    ...{ fixtures: text('fixtures'), options: text('options') },
  };
}

const AGREE = script(`
  if ARGV[1] == 'anew' then redis.call('DEL', KEYS[1]) end
  local before = redis.call('HGETALL', KEYS[1])
  local isSame = redis.call('HGET', KEYS[1], 'contract') == ARGV[2] and redis.call('HGET', KEYS[1], 'version') == ARGV[3]
  for place = 4, #ARGV, 2 do
    if #before == 0 or isSame then redis.call('HSET', KEYS[1], ARGV[place], ARGV[place + 1]) end
  end
  return before
`);

/** Whether what others have stored may be used: it was stored by the same package, and by the same document. */
export const isServable = (stored: Terms, own: Terms): boolean =>
  stored.contract === own.contract && stored.version === own.version;

/** @throws UsageError where what is stored is not for a mock of these terms */
export function ensureServable(stored: Terms, own: Terms, place: string, prefix: string): void {
  if (isServable(stored, own)) return;
  const isOtherVersion = stored.version !== own.version;
  const found = isOtherVersion
    ? `by version ${stored.version} of this package, and this is ${own.version}`
    : `by a mock of another document, ${nameOf(stored)}, and this one is of ${nameOf(own)}`;
  throw new UsageError(
    `What ${place} has with the prefix "${prefix}" was stored ${found}. ` +
      'Name another --store-prefix, or add --store-reset, which removes what is there.',
  );
}

const nameOf = ({ title, contract }: Terms): string => `${title} (${contract.slice(0, 12)})`;

/** A sentence about what others were started with otherwise, which counts from now on as it is here; undefined where nothing is. */
export function differenceOf(stored: Terms, own: Terms): string | undefined {
  const others = WHAT.filter(([name]) => stored[name] !== own[name]).map(([, what]) => what);
  if (others.length === 0) return undefined;
  return (
    `The mocks that share this store were started with other ${others.join(' and other ')}. Those of this one count ` +
    'from now on: start the others with the same.'
  );
}

const WHAT = [
  ['keys', 'API keys'],
  ['fixtures', 'fixtures'],
  ['options', 'limits or another seed'],
] as const;
