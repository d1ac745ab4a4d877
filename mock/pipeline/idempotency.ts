/**
 * Requests under an idempotency key (draft-ietf-httpapi-idempotency-key-header-07), where the operation has a header for one:
 * what is sent again gets the reply of the first time, and is not carried out again.
 */
import { hash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { memoized, type Operation, plain, stringifyJson } from '../../openapi/contract';
import type { Input } from '../actions/model';
import { keyReused } from '../errors/problems';
import type { Outcome } from '../http/reply';
import type { RecordStore, StoredRecord } from '../world/stores/records';
import type { Awaitable } from '../world/stores/store';
import type { Call, Context } from './model';

/** The name of the operation's header for keys, in lower case. */
const headerOf = memoized(({ method, parameters }: Operation): string | undefined => {
  const isNamed = (name: string): boolean => /^x?idempotencykey$/.test(plain(name));
  const isChange = method !== 'GET' && method !== 'HEAD';
  return isChange ? parameters.find((one) => one.in === 'header' && isNamed(one.name))?.name.toLowerCase() : undefined;
});

const keyOf = (operation: Operation, { request }: Call): string | undefined => {
  const value = request.headers[headerOf(operation) ?? ''];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** Whether a request has a key. */
export const hasKey = (operation: Operation, call: Call): boolean => keyOf(operation, call) !== undefined;

/**
 * Carries a request out, unless one of the same caller and operation was carried out under its key; of several at once one
 * is. What fails is not remembered.
 *
 * @throws Problem where the key was another request's, and what `carryOut` throws
 */
export function oncePerKey(
  context: Context,
  operation: Operation,
  input: Input,
  carryOut: () => Awaitable<Outcome>,
): Awaitable<Outcome> {
  const sent = keyOf(operation, context.call);
  if (sent === undefined) return carryOut();
  const { account } = context.caller;
  const { path, query, body } = input;
  const key = digestOf([account, operation.id, sent]);
  return once(context, operation, { key, asked: digestOf([path, query, body ?? null]) }, carryOut);
}

const digestOf = (value: unknown): string => hash('sha256', stringifyJson(value));

/** A request under a key; its reply, once there is one. */
interface Keyed {
  readonly key: string;
  /** Of what it asks for. */
  readonly asked: string;
  readonly reply?: SavedReply;
}

interface SavedReply extends Omit<Outcome, 'written' | 'body'> {
  readonly body?: unknown;
  /** The body as it is sent, in Base64, where that is not its JSON. */
  readonly bytes?: string | undefined;
}

/** The first wait for another request, the longest, and all together, in milliseconds: by then the other one has failed. */
const FIRST_WAIT = 2;
const LONGEST_WAIT = 100;
const MOST_WAIT = 10_000;

async function once(
  context: Context,
  operation: Operation,
  request: Keyed,
  carryOut: () => Awaitable<Outcome>,
): Promise<Outcome> {
  let waited = 0;
  for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
    const found = await claim(context, request, waited < MOST_WAIT);
    if (found === undefined) break;
    if (found.asked !== request.asked) throw keyReused(operation);
    if (found.reply !== undefined) return outcomeOf(found.reply);
    await context.call.deadline.excluded(setTimeout(wait));
    waited += wait;
  }
  try {
    const outcome = await carryOut();
    const reply = savedOf(outcome);
    await change(context.caller.state.aside, request, (others) =>
      reply === undefined ? others : [...others, { ...request, reply }],
    );
    return outcome;
  } catch (error) {
    await change(context.caller.state.aside, request, (others) => others);
    throw error;
  }
}

/** Notes a request as under way, in one step, unless there is one under its key: then gives that. @param isPatient whether one under way counts */
async function claim(context: Context, request: Keyed, isPatient: boolean): Promise<Keyed | undefined> {
  let found: Keyed | undefined;
  await change(context.caller.state.aside, request, (others, same) => {
    found = isPatient || same?.reply !== undefined ? same : undefined;
    return [...others, found ?? request];
  });
  return found;
}

/**
 * Replies are kept beside the records, where no client sees them: in so many records by their keys' digests, each of so many
 * replies, so that what is remembered has a bound.
 */
const COLLECTION = 'idempotency-key';
const SHELVES = 1024;
const MOST_ON_SHELF = 8;

/** Changes what is kept with a key, in one step. @param made of the other requests there, the oldest first, and of the one under this key */
async function change(
  aside: RecordStore,
  { key }: Keyed,
  made: (others: readonly Keyed[], same: Keyed | undefined) => readonly Keyed[],
): Promise<void> {
  const shelf = Number.parseInt(key.slice(0, 8), 16) % SHELVES;
  const step = (before: StoredRecord): StoredRecord => {
    // Nothing else is stored there.
    const kept = before.kept as readonly Keyed[];
    const others = kept.filter((one) => one.key !== key);
    const same = kept.find((one) => one.key === key);
    return { kept: made(others, same).slice(-MOST_ON_SHELF) };
  };
  await aside.update(COLLECTION, shelf, step, [], () => ({ kept: [] }));
}

/** A larger reply is not remembered. */
const LARGEST = 2 ** 15;

function savedOf({ status, headers, body, mediaType, written }: Outcome): SavedReply | undefined {
  if (status >= 400) return undefined;
  const sent = written?.();
  const size = sent?.length ?? stringifyJson(body ?? null).length;
  const bytes = sent === undefined ? {} : { bytes: Buffer.from(sent).toString('base64') };
  return size > LARGEST ? undefined : { status, headers, body, mediaType, ...bytes };
}

function outcomeOf({ bytes, body, ...reply }: SavedReply): Outcome {
  if (bytes === undefined) return { ...reply, body };
  return { ...reply, body: body ?? '', written: () => Buffer.from(bytes, 'base64') };
}

type Kept = Required<Keyed>;

/** Every reply that is remembered; undefined for none. */
export async function keptReplies(aside: RecordStore): Promise<Kept[] | undefined> {
  const found: Kept[] = [];
  for await (const { collection, records } of aside.batches()) {
    if (collection !== COLLECTION) continue;
    for (const [, { kept }] of records)
      for (const { reply, ...one } of kept as readonly Keyed[]) if (reply !== undefined) found.push({ ...one, reply });
  }
  return found.length === 0 ? undefined : found;
}

/** Remembers these replies, and forgets all others: the records that those tell of are gone. */
export async function keepReplies(aside: RecordStore, replies: readonly Kept[] = []): Promise<void> {
  for await (const { collection, records } of aside.batches()) {
    if (collection !== COLLECTION) continue;
    for (const [shelf] of records) await aside.put(COLLECTION, shelf, { kept: [] });
  }
  for (const one of replies) await change(aside, one, (others) => [...others, one]);
}
