import {
  fits,
  isNamedLike,
  isObject,
  jsonIn,
  type Operation,
  own,
  plain,
  type Resource,
  wordsOf,
} from '../../../openapi/contract';
import { type Exchange, isRefusal, isSuccess } from '../../exchange/exchange';
import { memberedBodyOf } from '../../exchange/subject';
import { idOf, isReference, type JsonRecord, keyOf, recordOf, sameJson } from '../../records/records';
import { hintsOf } from '../hints';
import { saidIn } from '../refusal-reply';

/**
 * By members that refer to records and the ids in them, whether a server has taken them, at last: one that is there may be refused, since
 * it is closed, or somebody else's. What a server has not enough of stays so, though it may be named; what was named by a record to
 * which something was done is proved.
 */
export type Unfit = Map<string, OfName>;
type OfName = Map<string, 'taken' | 'proved' | 'refused' | 'short'>;

/** By `placeOf` a member, the record that was made to be named there, in a state in which words say that it has to be, and how often one was made. */
export type Namable = Map<string, { readonly id: unknown; readonly made: number; readonly refused?: number }>;

/** By resources of which a server had not enough: large numbers for what is made of them, and the members that are to name such. */
export type Ample = Map<Resource, { readonly names: ReadonlySet<string>; readonly members: JsonRecord }>;

export const placeOf = ({ id }: Pick<Operation, 'id'>, member: string): string => `${id} ${plain(member)}`;

/** What was made to be named and is refused by now is so no more; nor is one of which nothing more is taken, by good bodies alone. */
export function noteUsedUp(
  { namable, unfit }: { readonly namable: Namable; readonly unfit: Unfit },
  exchange: Exchange,
): void {
  const { operation, body = '' } = exchange.request;
  const sent = jsonIn(body);
  const media = memberedBodyOf(operation);
  for (const [name, id] of referencesIn(sent)) {
    const place = placeOf(operation, name);
    const one = namable.get(place);
    if (one?.id === undefined || keyOf(one.id) !== keyOf(id) || media === undefined) continue;
    const isOfGood = OF_BODIES.includes(exchange.response?.status ?? 0) && fits(media.schema, 'request', sent);
    const refused = isSuccess(exchange) ? 0 : (one.refused ?? 0) + (isOfGood ? 1 : 0);
    const isUsedUp = refused === MOST_REFUSED || wasRefused(unfit, name, id);
    // One that was taken was worth its making: the next one is, too.
    const made = isSuccess(exchange) ? 0 : one.made;
    namable.set(place, isUsedUp ? { id: undefined, made } : { ...one, made, refused });
  }
}

const MOST_REFUSED = 3;

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
  const isNamed = ([name]: (typeof named)[number]): boolean => told.includes(name) || isCalled(name, words);
  // A conflict that names nothing may be one with the state of whatever the body refers to.
  const isOpen = told.length === 0 && !named.some(isNamed);
  const isOfState = OF_STATES.includes(exchange.response?.status ?? 0);
  for (const [name, id] of named) {
    const ofName: OfName = unfit.get(plain(name)) ?? new Map();
    const was = ofName.get(keyOf(id));
    const isMeant = isNamed([name, id]) || (isOpen && was !== 'proved' && (isOfState || was !== 'taken'));
    if (was === 'short' || (isOfBody ? !isMeant : was === 'proved')) continue;
    unfit.set(plain(name), ofName.set(keyOf(id), isOfBody ? 'refused' : 'taken'));
  }
}

/** Notes that a record was brought into a state in which words say that it is refused. */
export function noteBrought(unfit: Unfit, name: string, id: unknown): void {
  unfit.set(plain(name), (unfit.get(plain(name)) ?? new Map()).set(keyOf(id), 'refused'));
}

/** What a member refers to, as a refusal that names no member may call it: `There is no such plant`. */
const nounOf = (name: string): readonly string[] =>
  wordsOf(name)
    .filter((word) => word.length > 2 && !/^ids?$/.test(word))
    .slice(-1);

/** Whether one of these words is for what a member refers to. */
const isCalled = (name: string, words: readonly string[]): boolean =>
  nounOf(name).some((noun) => words.some((word) => isNamedLike(word, noun)));

const OF_BODIES: readonly number[] = [400, 404, 409, 422];
const OF_STATES: readonly number[] = [404, 409];

/** Whether an id was refused in a member, at last. */
export const wasRefused = (unfit: Unfit, name: string, id: unknown): boolean =>
  ['refused', 'short'].includes(unfit.get(plain(name))?.get(keyOf(id)) ?? '');

const hasProved = (unfit: Unfit, name: string): boolean =>
  [...(unfit.get(plain(name))?.values() ?? [])].includes('proved');

/** Whether another id is to be named in a member: where a server was short of some, one that is proved. */
export function isToChange(unfit: Unfit, name: string, id: unknown): boolean {
  const known = [...(unfit.get(plain(name))?.values() ?? [])];
  const isProved = unfit.get(plain(name))?.get(keyOf(id)) === 'proved';
  return wasRefused(unfit, name, id) || (!isProved && known.includes('short') && hasProved(unfit, name));
}

/** Ids for a member: once some of them were refused, those that are proved, or were taken there, else those of which nothing is known. */
export function fitOf(unfit: Unfit, name: string, ids: readonly unknown[]): readonly unknown[] {
  const known = unfit.get(plain(name));
  if (known === undefined || !ids.some((id) => wasRefused(unfit, name, id))) return ids;
  const ranked = ['proved', 'taken', undefined].map((was) => ids.filter((id) => known.get(keyOf(id)) === was));
  return ranked.find((some) => some.length > 0) ?? ids;
}

/**
 * Notes the references of a record that the refusal of what is done to it repeats, or calls by their noun: there may be nothing left of what they name.
 *
 * @param alike the ids of others that are as likely to be refused, by the name of the member and by one of them
 * @returns whether any of them was not known to be refused
 */
export function noteNamed(
  unfit: Unfit,
  record: unknown,
  text: string,
  alike: (name: string, id: unknown) => readonly unknown[],
): boolean {
  const open = referencesIn(record).filter(([name, id]) => !wasRefused(unfit, name, id));
  const words = wordsOf(text);
  const repeated = open.filter(([, id]) => text.includes(keyOf(id)));
  const called = repeated.length > 0 ? repeated : open.filter(([name]) => isCalled(name, words));
  const named = called.length > 0 || !OUT_OF_STOCK.test(text) ? called : inLists(record, open);
  for (const [name, id] of named) {
    const ofName: OfName = unfit.get(plain(name)) ?? new Map();
    for (const one of alike(name, id)) if (ofName.get(keyOf(one)) !== 'proved') ofName.set(keyOf(one), 'short');
    ofName.set(keyOf(id), 'short');
    unfit.set(plain(name), ofName);
  }
  return named.length > 0;
}

/** `out_of_stock`, whatever there is too little of: that of which a record has so many each. */
const OUT_OF_STOCK = /\bout[ _-]of[ _-]stock\b|\bsold[ _-]out\b|\binsufficient[ _-](?:stock|inventory|quantity)\b/i;

/** Those of some references that stand in lists of a record. */
function inLists(record: unknown, open: ReturnType<typeof referencesIn>): ReturnType<typeof referencesIn> {
  const listed = Object.values(Object(record) as object)
    .filter(Array.isArray)
    .flatMap(referencesIn);
  return open.filter(([name, id]) => listed.some(([other, one]) => other === name && one === id));
}

/** Notes what bodies name that cost next to nothing: others are named that do not, once one of these is proved. */
export function noteCheap(unfit: Unfit, bodies: readonly unknown[]): void {
  for (const [name, id] of referencesIn(bodies)) {
    const ofName: OfName = unfit.get(plain(name)) ?? new Map();
    unfit.set(plain(name), ofName.set(keyOf(id), 'short'));
  }
}

/** Notes the references of a record to which something was done. */
export function noteProved(unfit: Unfit, record: unknown): void {
  for (const [name, id] of referencesIn(record)) {
    const ofName: OfName = unfit.get(plain(name)) ?? new Map();
    if (ofName.get(keyOf(id)) !== 'short') unfit.set(plain(name), ofName.set(keyOf(id), 'proved'));
  }
}

/** Notes that what was made has the large numbers for which it is to be named. */
export function noteAmple(
  { ample, unfit }: { readonly ample: Ample; readonly unfit: Unfit },
  exchange: Exchange,
): void {
  const found = [...ample].find(([{ operations }]) => operations.create === exchange.request.operation);
  if (found === undefined || !isSuccess(exchange)) return;
  const [resource, { names, members }] = found;
  const record = recordOf(exchange, resource) ?? {};
  const id = idOf(record, resource);
  const isLarge = Object.entries(members).every(([name, value]) =>
    [value, undefined].some((one) => sameJson(own(record, name), one)),
  );
  if (id !== undefined && isLarge) for (const name of names) noteProved(unfit, { [name]: id });
}

/** The members of a body, at every depth, that refer to something by their names. */
function referencesIn(body: unknown): readonly (readonly [name: string, id: unknown])[] {
  if (Array.isArray(body)) return body.flatMap(referencesIn);
  if (!isObject(body)) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    isObject(value) || Array.isArray(value) ? referencesIn(value) : isReference(name) ? [[name, value] as const] : [],
  );
}
