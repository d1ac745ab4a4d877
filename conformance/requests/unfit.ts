import { isObject, jsonIn, plain } from '../../openapi/contract';
import { type Exchange, isRefusal, isSuccess } from '../exchange/exchange';
import { isReference, keyOf } from '../records/records';
import { hintsOf } from './hints';

/** Members and the ids in them that a server has refused although there is such a record: it may be closed, or be somebody else's. */
export type Unfit = Set<string>;

const nameOf = (name: string, id: unknown): string => `${plain(name)} ${keyOf(id)}`;

/** Notes what a refusal says of the references in its body; what was taken is none of them any more. */
export function noteReferences(unfit: Unfit, exchange: Exchange): void {
  const body = jsonIn(exchange.request.body ?? '');
  if (!isObject(body)) return;
  if (isSuccess(exchange)) for (const [name, id] of referencesIn(body)) unfit.delete(nameOf(name, id));
  if (!isRefusal(exchange) || !OF_BODIES.includes(exchange.response?.status ?? 0)) return;
  const told = new Set(hintsOf(exchange).flatMap(({ in: place, at }) => (place === 'body' ? [at.at(-1)] : [])));
  for (const [name, id] of referencesIn(body)) if (told.has(name)) unfit.add(nameOf(name, id));
}

const OF_BODIES: readonly number[] = [400, 404, 409, 422];

/** Ids for a member, those last that were refused there. */
export const fitFirst = (unfit: Unfit, name: string, ids: readonly unknown[]): readonly unknown[] =>
  unfit.size === 0
    ? ids
    : [false, true].flatMap((isUnfit) => ids.filter((id) => unfit.has(nameOf(name, id)) === isUnfit));

/** The members of a body, at every depth, that refer to something by their names. */
function referencesIn(body: unknown): readonly (readonly [name: string, id: unknown])[] {
  if (Array.isArray(body)) return body.flatMap(referencesIn);
  if (!isObject(body)) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    isObject(value) || Array.isArray(value) ? referencesIn(value) : isReference(name) ? [[name, value] as const] : [],
  );
}
