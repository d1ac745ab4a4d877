import { ErrorReply } from '@redis/client';
import { StoreFull, StoreUnavailable } from '../../stores/store';

/** What Redis answers: numbers, texts, nothing, a list of such, or a hash, which scripts give as a list. */
export type Reply = string | number | null | readonly Reply[] | { readonly [field: string]: Reply };

/** A reply that is a list; an empty one where it is none. */
export const listIn = (reply: Reply | undefined): readonly Reply[] => (Array.isArray(reply) ? reply : []);

export const textsIn = (reply: Reply | undefined): readonly string[] => listIn(reply).map(String);

/** The fields of a hash with their values, as a command or a script has given them. */
export function hashIn(reply: Reply | undefined): ReadonlyMap<string, string> {
  if (typeof reply === 'object' && reply !== null && !Array.isArray(reply)) {
    return new Map(Object.entries(reply).map(([field, value]) => [field, String(value)]));
  }
  const texts = textsIn(reply);
  return new Map(texts.flatMap((text, place) => (place % 2 === 0 ? [[text, texts[place + 1] ?? '']] : [])));
}

/** @returns StoreFull where Redis has no memory left, StoreUnavailable where it can't answer at present; else the error itself */
export function refusalOf(error: unknown): Error {
  if (!(error instanceof ErrorReply)) return outOfReach(error);
  if (wordOf(error) === 'OOM') return new StoreFull(NO_MEMORY, 'bytes');
  const reason = lastingRefusal(error) ?? sentence(NOW[wordOf(error)]);
  return reason === undefined ? error : new StoreUnavailable(reason, { cause: error });
}

/** Why Redis refuses every request for some time; undefined for any other error. */
export function lastingRefusal(error: unknown): string | undefined {
  if (!(error instanceof ErrorReply)) return undefined;
  return sentence(error.message.includes('max number of clients') ? TOO_MANY : FOR_SOME_TIME[wordOf(error)]);
}

/** Nothing came back: whether it was done is not known. */
export const outOfReach = (cause?: unknown): StoreUnavailable =>
  new StoreUnavailable('Redis, where this mock stores everything, can not be reached.', { cause });

/** The deadline has passed: whether it was done is not known. */
export const tooSlow = (): StoreUnavailable =>
  new StoreUnavailable('Redis, where this mock stores everything, does not answer in time.');

/** Whether a server does not know the digest of a script. */
export const isNoScript = (error: unknown): boolean => error instanceof ErrorReply && /^NOSCRIPT\b/.test(error.message);

/** Whether a server of a cluster answers that another one has the key. */
export const isMoved = (error: unknown): boolean => error instanceof ErrorReply && /^(MOVED|ASK) /.test(error.message);

const wordOf = ({ message }: Error): string => message.split(' ')[0] ?? '';

const sentence = (about: string | undefined): string | undefined => about && `Redis ${about}.`;

/** What Redis refuses to every client for some time, by the first word of its error. */
const FOR_SOME_TIME: Readonly<Record<string, string>> = {
  LOADING: 'is reading what it has stored; it will take requests soon',
  READONLY: 'is a replica that takes no writes; name the master',
  MASTERDOWN: 'is a replica whose master is away',
  CLUSTERDOWN: 'is a cluster of which a part is away',
  NOREPLICAS: 'has too few replicas to take writes (min-replicas-to-write)',
  MISCONF: 'takes no writes, since it can not save them on its disk',
  BUSY: 'is busy with a long script',
  NOAUTH: 'asks for a password; give it in the URL of the store',
};

/** What it refuses to one request alone. */
const NOW: Readonly<Record<string, string>> = {
  TRYAGAIN: 'is a cluster that moves what was asked for; it will take requests soon',
  WRONGPASS: 'does not know this user with this password; correct the URL of the store',
  NOPERM:
    'does not allow its user a command or a key that the mock needs; see docs/replicas.md, "A Redis user for the mock"',
};

const NO_MEMORY =
  'Redis has no memory left for it. Remove records that are not needed, or start Redis with a higher maxmemory.';
const TOO_MANY = 'has as many connections as it takes (maxclients)';
