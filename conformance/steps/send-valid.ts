import { own, partAt, propertiesOf } from '../../openapi/contract';
import { type Exchange, isRefusal, isSuccess } from '../exchange/exchange';
import { recordMembers } from '../exchange/record-body';
import { bodyMembers, bodyOf, memberedBodyOf, type Subject, takenSteps } from '../exchange/subject';
import { type JsonRecord, keyOf, referredBy, sameJson } from '../records/records';
import { canMake } from '../requests/bodies/bodies';
import {
  type ChosenStrategy,
  isFresh,
  lastTaken,
  STRATEGIES,
  type Strategy,
  setStrategy,
  strategyOf,
  TEXTS,
} from '../requests/bodies/fresh';
import { referredIds } from '../requests/bodies/given';
import { hasTimes } from '../requests/bodies/later';
import { knownRecordBody } from '../requests/bodies/record-in-body';
import { referencesIn } from '../requests/bodies/references';
import { wasRefused } from '../requests/bodies/unfit';
import { knownBody } from '../requests/bodies/valid';
import { toRequest } from '../requests/request';
import { isExisting, newId } from '../rules/relations/created';
import { answered, type Replied } from '../verdict/verdict';
import type { CaseContext } from './check';
import { fetchSomeRecord } from './lists';

/** A body that was sent, and what came of it. */
interface SentBody {
  readonly exchange: Exchange;
  readonly body: JsonRecord;
  /** Whether the server had shown every value of it. */
  readonly isKnown: boolean;
}

/** Statuses by which servers refuse a value that they know better about than the schema. */
const OWN_RULES = [400, 404, 409, 422];
/** So many other bodies are sent in vain, for each resource, until no more are tried. */
const MOST_TRIES = 12;

export const isOwnRule = ({ response }: Exchange): boolean =>
  response !== undefined && OWN_RULES.includes(response.status);

/**
 * Sends a body of values that the server has shown. Where it refuses them (a name is taken, there is no such group), the
 * body is sent again, of other values or of those of one record; what the server takes is what all later bodies are made like.
 *
 * @param extra members of the record that stay as they are
 */
export async function sendValid(
  context: CaseContext,
  subject: Subject,
  path: JsonRecord = {},
  extra: JsonRecord = {},
): Promise<SentBody> {
  const first = await sendBody(context, subject, path, extra, strategyOf(context.notes, subject));
  if (!isOwnRule(first.exchange)) {
    if (isSuccess(first.exchange)) noteTaken(context, subject, first.body, extra);
    return isOfBefore(context, first.exchange) ? sendFresh(context, subject, path, extra, first) : first;
  }
  const other = await sendOthers(context, subject, path, extra, first);
  if (other !== undefined || !noteFull(context, subject, first.exchange)) return other ?? first;
  const elsewhere = await sendBody(context, subject, path, extra, strategyOf(context.notes, subject));
  return isSuccess(elsewhere.exchange) ? elsewhere : first;
}

/**
 * Where a create is refused for what is there, whatever it is sent, it may work below another parent.
 *
 * @returns whether the next one goes to another
 */
function noteFull(context: CaseContext, subject: Subject, { request, response }: Exchange): boolean {
  const { values } = context.notes;
  if (subject.purpose?.role !== 'create' || response?.status !== 409 || !request.operation.path.includes('{'))
    return false;
  const chosen = values.strategies.get(subject.purpose.resource.collectionPath);
  if (chosen?.isTaken !== true || values.full.has(request.target)) return false;
  values.full.add(request.target);
  setStrategy(context.notes, subject, { ...chosen, tries: 0 });
  context.hosts.clear();
  return true;
}

/** Whether a create was answered with a record of before, or with its id. */
export const isOfBefore = ({ brokenBy, known }: CaseContext, exchange: Exchange): boolean =>
  known.purposeOf(exchange.request.operation)?.role === 'create' &&
  isSuccess(exchange) &&
  (isExisting(exchange) || brokenBy(exchange).some(({ rule }) => rule.id === newId.id));

/** The same create with texts that no record has, as all later ones then: a server may know records by such. */
async function sendFresh(
  context: CaseContext,
  subject: Subject,
  path: JsonRecord,
  extra: JsonRecord,
  first: SentBody,
): Promise<SentBody> {
  const chosen = strategyOf(context.notes, subject);
  if (chosen.strategy.fresh !== 'none') return first;
  const other = { ...chosen, strategy: TEXTS };
  const again = await sendBody(context, subject, path, extra, other);
  if (!isSuccess(again.exchange) || isOfBefore(context, again.exchange)) return first;
  setStrategy(context.notes, subject, other);
  return again;
}

/** The same request with other values, until one is taken; undefined where none is, or enough were tried. */
export async function sendOthers(
  context: CaseContext,
  subject: Subject,
  path: JsonRecord,
  extra: JsonRecord,
  refused: SentBody,
): Promise<SentBody | undefined> {
  const { strategy } = strategyOf(context.notes, subject);
  const isConflict = refused.exchange.response?.status === 409;
  if (isConflict) context.notes.values.salt = refused.exchange.startedAt;
  const others = STRATEGIES.filter((one) => one !== strategy && (!isConflict || one.fresh !== 'none'));
  // What was fresh may have been made before, by an earlier run.
  const isLearnt = await listReferred(context, subject);
  // What a body refers to may be there, and in a state for something else: then the next one refers to another.
  const isAgain = isLearnt || (isConflict && (strategy.fresh !== 'none' || referencesIn(subject).length > 0));
  const strategies = [
    ...(isAgain ? [strategy] : []),
    ...(isConflict ? laterLike(context, subject, strategy, refused) : []),
    ...others,
  ];
  if (refused.isKnown && !isConflict) noteRefused(context, subject, path, refused);
  const unnamed = isConflict ? namedByNone(context, subject, refused, extra) : undefined;
  if (unnamed !== undefined) {
    const again = await sendBody(context, subject, path, { ...extra, ...unnamed }, strategyOf(context.notes, subject));
    if (isSuccess(again.exchange)) return again;
  }
  const sent: JsonRecord[] = [refused.body];
  for (const other of strategies) {
    const chosen = strategyOf(context.notes, subject);
    if (chosen.tries >= MOST_TRIES) return undefined;
    if (!canMake(context, subject, other)) continue;
    const { body } = knownRecordBody(context, subject, extra, { strategy: other, isTaken: chosen.isTaken });
    if (sent.some((one) => sameJson(one, body))) continue;
    sent.push(body);
    setStrategy(context.notes, subject, { ...chosen, tries: chosen.tries + 1 });
    const again = await sendBody(context, subject, path, extra, { ...chosen, strategy: other }, body);
    if (!isSuccess(again.exchange)) {
      if (!isOwnRule(again.exchange)) return undefined;
      continue;
    }
    keepTaken(context, subject, body, other);
    if (isConflict || (await isUnique(context, subject, path, again, refused))) {
      adopt(context, subject, other);
      context.notes.values.refused.delete(subject.operation.id);
      return again;
    }
    // Each value may be good by itself, and not all of them together.
    if (other.base !== 'values') adopt(context, subject, { ...other, fresh: 'none' });
    return again;
  }
  return undefined;
}

/** Ids for what a refused create names as others below the same parent do: each of them may be named there once. */
function namedByNone(
  context: CaseContext,
  subject: Subject,
  { exchange, body }: SentBody,
  extra: JsonRecord,
): JsonRecord | undefined {
  const { purpose, operation } = subject;
  if (purpose?.role !== 'create' || !operation.path.includes('{')) return undefined;
  const { records } = context.known.collection(purpose.resource, exchange.request.path);
  const isNamed = (name: string, id: unknown): boolean =>
    [...records.values()].some(({ latest }) => keyOf(own(latest, name)) === keyOf(id));
  const record = Object(partAt(body, takenSteps(subject))) as JsonRecord;
  const others = [...recordMembers(subject).values()].flatMap((property) => {
    const { name } = property;
    const id = own(record, name) ?? undefined;
    if (id === undefined || own(extra, name) !== undefined || !isNamed(name, id)) return [];
    const resource = referredBy(context.contract, name, property.schema);
    const all = resource === undefined ? [] : [...context.known.collection(resource).records.values()];
    const fit = all.filter((one) => !wasRefused(context.notes.values.unfit, name, one.id)).map((one) => one.id);
    const other = [...fit, ...referredIds(context, property)].findLast((one) => !isNamed(name, one));
    return other === undefined ? [] : [[name, other] as const];
  });
  return others.length === 0 ? undefined : Object.fromEntries(others);
}

/** The strategy with other times, where what was refused has some: at those there may be something else already. */
function laterLike(
  { notes }: CaseContext,
  subject: Subject,
  strategy: Strategy,
  { body }: SentBody,
): readonly Strategy[] {
  const media = memberedBodyOf(subject.operation);
  if (media === undefined || !hasTimes(media.schema, body)) return [];
  // What was taken together lies as it should; of values that were shown each may be of another record.
  const base = lastTaken(notes, subject) === undefined ? strategy.base : 'taken';
  return [{ base, fresh: strategy.fresh === 'none' ? 'texts' : strategy.fresh, isLater: true }];
}

/** Asks for the records that a body has to refer to, where none are known yet; whether any are now. */
async function listReferred(context: CaseContext, { operation }: Subject): Promise<boolean> {
  let isLearnt = false;
  for (const property of propertiesOf(bodyOf(operation)?.schema ?? {}).values()) {
    const resource = property.required ? referredBy(context.contract, property.name, property.schema) : undefined;
    if (resource === undefined || referredIds(context, property).length > 0) continue;
    if ((await fetchSomeRecord(context, resource)) !== undefined) isLearnt = true;
  }
  return isLearnt;
}

async function sendBody(
  context: CaseContext,
  subject: Subject,
  path: JsonRecord,
  extra: JsonRecord,
  chosen: Pick<ChosenStrategy, 'strategy' | 'isTaken'>,
  body?: JsonRecord,
): Promise<SentBody> {
  const made = body === undefined ? knownRecordBody(context, subject, extra, chosen) : { body, isKnown: false };
  const exchange = await context.send(toRequest(subject.operation, { path, body: made.body }));
  return { exchange, ...made };
}

/**
 * Whether values may not come twice: the same body is refused the second time. Where the refused body differs from the taken
 * one in nothing that is fresh, it is not a matter of that.
 */
async function isUnique(
  context: CaseContext,
  subject: Subject,
  path: JsonRecord,
  taken: SentBody,
  refused: SentBody,
): Promise<boolean> {
  const isSame = Object.keys(taken.body).every((name) => sameJson(own(taken.body, name), own(refused.body, name)));
  if (isSame) return false;
  if (subject.purpose?.role !== 'create') return true;
  return isRefusal(await context.send(toRequest(subject.operation, { path, body: taken.body })));
}

/** So many of them are judged. */
const MOST_REFUSED = 3;

function noteRefused({ notes }: CaseContext, { operation }: Subject, path: JsonRecord, refused: SentBody): void {
  const others = notes.values.refused.get(operation.id) ?? [];
  if (others.length < MOST_REFUSED) others.push({ ...refused, path });
  notes.values.refused.set(operation.id, others);
}

function adopt(context: CaseContext, subject: Subject, strategy: Strategy): void {
  setStrategy(context.notes, subject, { strategy, isTaken: true, tries: 0 });
}

/** Builds on a body that was taken, from now on, where it is another than the one that would be sent. */
export function noteReached(context: CaseContext, subject: Subject, body: JsonRecord): void {
  const { strategy, isTaken } = strategyOf(context.notes, subject);
  const { body: other } = knownBody(context, subject, {}, { strategy: { ...strategy, fresh: 'none' }, isTaken });
  const properties = bodyMembers(subject.operation);
  const isSame = [...new Set([...Object.keys(body), ...Object.keys(other)])].every((name) => {
    const property = properties.get(name);
    if (property !== undefined && isFresh(property, strategy.fresh, subject.purpose?.resource)) return true;
    return sameJson(own(body, name), own(other, name));
  });
  context.notes.values.taken.set(subject.operation.id, body);
  if (isTaken || isSame) return;
  adopt(context, subject, { base: 'taken', fresh: strategy.fresh === 'none' ? 'none' : 'names' });
}

/** What a case adds for its own ends may keep a record from all else: later bodies are made without, where one is known. */
function noteTaken(context: CaseContext, subject: Subject, body: JsonRecord, extra: JsonRecord): void {
  const { taken } = context.notes.values;
  const chosen = strategyOf(context.notes, subject);
  if (Object.keys(extra).length === 0 || !taken.has(subject.operation.id))
    keepTaken(context, subject, body, chosen.strategy);
  if (!chosen.isTaken) setStrategy(context.notes, subject, { ...chosen, isTaken: true });
}

/** Keeps what was taken for bodies like it. Where each is later than that, the first one stays: else they go further and further. */
function keepTaken({ notes }: CaseContext, { operation }: Subject, body: JsonRecord, { isLater }: Strategy): void {
  const { taken } = notes.values;
  if (isLater !== true || !taken.has(operation.id)) taken.set(operation.id, body);
}

/**
 * Sends a request with several odd parts at once. Where the server fails at it each part is sent by itself: the oracle that
 * judges the failure shows the shortest request that leads to it.
 *
 * @returns the exchange that had them all
 * @throws CannotJudge where the server fails at it
 */
export async function sendApart<Part>(
  parts: readonly Part[],
  send: (some: readonly Part[]) => Promise<Exchange>,
): Promise<Replied> {
  const together = await send(parts);
  const { response } = together;
  if (parts.length > 1 && (response === undefined || response.status >= 500))
    for (const part of parts) await send([part]);
  return answered(together);
}
