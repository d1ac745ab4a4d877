import { isNamedLike, isObject, jsonIn, plain, wordsOf } from '../../openapi/contract';
import { type Exchange, isRefusal, isSuccess } from '../exchange/exchange';
import { isReference, keyOf } from '../records/records';
import { hintsOf } from './hints';
import { saidIn } from './refusal-reply';

/**
 * By members that refer to records and the ids in them, whether a server has taken them, at last: one that is there may be refused, since
 * it is closed, or somebody else's.
 */
export type Unfit = Map<string, Map<string, boolean>>;

/** Notes what was taken, and which references a refusal names. */
export function noteReferences(unfit: Unfit, exchange: Exchange): void {
  const body = jsonIn(exchange.request.body ?? '');
  if (!isObject(body)) return;
  const isOfBody = isRefusal(exchange) && OF_BODIES.includes(exchange.response?.status ?? 0);
  if (!isOfBody && !isSuccess(exchange)) return;
  const told = isOfBody
    ? hintsOf(exchange).flatMap(({ in: place, at }) => (place === 'body' ? (at.at(-1) ?? []) : []))
    : [];
  const words = isOfBody && told.length === 0 ? saidIn(exchange).flatMap(({ text }) => wordsOf(text)) : [];
  const named = referencesIn(body);
  const isNamed = ([name]: (typeof named)[number]): boolean =>
    told.includes(name) || nounOf(name).some((noun) => words.some((word) => isNamedLike(word, noun)));
  // A conflict that names nothing may be one with the state of whatever the body refers to.
  const isOpen = told.length === 0 && !named.some(isNamed);
  const isOfState = OF_STATES.includes(exchange.response?.status ?? 0);
  for (const [name, id] of named) {
    const ofName = unfit.get(plain(name)) ?? new Map<string, boolean>();
    const isMeant = isNamed([name, id]) || (isOpen && (isOfState || ofName.get(keyOf(id)) !== true));
    if (isOfBody && !isMeant) continue;
    unfit.set(plain(name), ofName.set(keyOf(id), !isOfBody));
  }
}

/** What a member refers to, as a refusal that names no member may call it: `There is no such plant`. */
const nounOf = (name: string): readonly string[] =>
  wordsOf(name)
    .filter((word) => word.length > 2 && !/^ids?$/.test(word))
    .slice(-1);

const OF_BODIES: readonly number[] = [400, 404, 409, 422];
const OF_STATES: readonly number[] = [404, 409];

/** Ids for a member: once some of them were refused, those that were taken there, else those of which nothing is known. */
export function fitOf(unfit: Unfit, name: string, ids: readonly unknown[]): readonly unknown[] {
  const known = unfit.get(plain(name));
  if (known === undefined || !ids.some((id) => known.get(keyOf(id)) === false)) return ids;
  const [taken, open] = [true, undefined].map((was) => ids.filter((id) => known.get(keyOf(id)) === was));
  return [taken, open].find((some) => some !== undefined && some.length > 0) ?? ids;
}

/** The members of a body, at every depth, that refer to something by their names. */
function referencesIn(body: unknown): readonly (readonly [name: string, id: unknown])[] {
  if (Array.isArray(body)) return body.flatMap(referencesIn);
  if (!isObject(body)) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    isObject(value) || Array.isArray(value) ? referencesIn(value) : isReference(name) ? [[name, value] as const] : [],
  );
}
