import fc from 'fast-check';
import {
  alternativesOf,
  isObject,
  type MediaType,
  type Property,
  propertiesOf,
  type Resource,
  type Schema,
  successOf,
  typesOf,
  validatorOf,
} from '../../openapi/contract';
import { unlikely } from '../arbitraries/path-value';
import { type Exchange, isRefusal, isSuccess, outcomeOf, type Request } from '../exchange/exchange';
import { recordBodyOf, recordMembers } from '../exchange/record-body';
import { bodyOf, type Subject, takenSteps } from '../exchange/subject';
import { LOOK_MS } from '../records/lists/listing';
import {
  createdIn,
  idOf,
  isReference,
  type JsonRecord,
  keyOf,
  recordOf,
  referredBy,
  sameJson,
  shownWithId,
} from '../records/records';
import { givableValues } from '../requests/bodies/fresh';
import { knownRecordBody, unplaced } from '../requests/bodies/record-in-body';
import { fits, knownBody } from '../requests/bodies/valid';
import { hintsOf } from '../requests/hints';
import { toRequest } from '../requests/request';
import type { Difference } from '../rules/relations/compare';
import { CannotJudge, NOTHING_TO_JUDGE, replied, skip, unlessUnjudged } from '../verdict/verdict';
import { type CaseContext, inRole, resourceOf } from './check';
import { sendValid } from './send-valid';

/** A record that was made, the exchange that made it, and its id where its resource has ids. */
export interface Made {
  readonly record: JsonRecord;
  readonly exchange: Exchange;
  readonly id: unknown;
}

/**
 * Creates a record of known values, or of others where the server refuses those.
 *
 * @param above ids of the records to make it below, where those are not the ones that the run works below
 * @throws CannotJudge where there is none
 */
export async function createRecord(
  context: CaseContext,
  extra: JsonRecord = {},
  above: Readonly<Record<string, unknown>> = {},
): Promise<Made> {
  const resource = context.subject.purpose?.resource;
  const operation = resource?.operations.create;
  if (resource === undefined || operation === undefined) throw new CannotJudge(skip('nothing can be created'));
  const { exchange } = await sendValid(context, { ...context.subject, operation }, above, extra);
  return madeBy(context, exchange, resource);
}

/** @throws CannotJudge where an exchange has made no record of this run's */
function madeBy(context: CaseContext, exchange: Exchange, resource: Resource): Made {
  const record = isSuccess(exchange) ? recordOf(exchange, resource) : undefined;
  if (record === undefined) {
    replied(exchange);
    throw new CannotJudge(notCreated(exchange));
  }
  const id = idOf(record, resource);
  if (resource.idProperty !== undefined && id === undefined)
    throw new CannotJudge(`a create was answered with a record without its ${resource.idProperty}`);
  // That one is not this run's to change or delete.
  const known = context.known.collection(resource, exchange.request.path).records.get(keyOf(id));
  if (known?.isCreated === false)
    throw new CannotJudge('a create was answered with a record that was there before the run');
  return { record, exchange, id };
}

/** The same; undefined where there is none. */
export const tryToCreate = (...asked: Parameters<typeof createRecord>): Promise<Made | undefined> =>
  unlessUnjudged(createRecord(...asked));

/** The record with an id that an exchange has made; undefined where it has made none. */
export function madeIn(exchange: Exchange, resource: Resource): Made | undefined {
  const shown = shownWithId(exchange, resource);
  return shown && { ...shown, exchange };
}

/** So often a create goes on without what its refusal names. */
const MOST_LEFT_OUT = 3;

/**
 * Creates a record of known values with as many others as the server takes: what a refusal names of them is left out, and where it
 * names something else, what may not go together with that.
 *
 * @throws CannotJudge where there is none
 */
export async function createWithMost(context: CaseContext, extra: JsonRecord): Promise<Made> {
  const { resource } = context.subject.purpose ?? {};
  const { create } = resource?.operations ?? {};
  let left = extra;
  for (let time = 0; time < MOST_LEFT_OUT && Object.keys(left).length > 0; time += 1) {
    if (resource === undefined || create === undefined) break;
    const subject = { ...context.subject, operation: create };
    const { body } = knownRecordBody(context, subject, left);
    const exchange = await context.send(toRequest(create, { body }));
    if (isSuccess(exchange)) return madeBy(context, exchange, resource);
    if (!isRefusal(exchange)) break;
    const named = new Set(hintsOf(exchange).flatMap(({ in: place, at }) => (place === 'body' ? at : [])));
    const properties = recordMembers(subject);
    const isFree = (name: string): boolean => isFreeText(properties.get(name)?.schema ?? {}) && !isReference(name);
    const names = Object.keys(left);
    const unnamed = names.filter((name) => !named.has(name));
    const kept = unnamed.length < names.length ? unnamed : names.filter(isFree);
    if (kept.length === names.length) break;
    left = Object.fromEntries(kept.map((name) => [name, left[name]]));
  }
  return createRecord(context);
}

/** Whether nothing else decides what a text may be. */
export const isFreeText = ({ enum: choices, pattern, ...schema }: Schema): boolean =>
  typesOf(schema).includes('string') && choices === undefined && pattern === undefined && schema.format === undefined;

/** Why a create left no record to go on with. */
export const notCreated = (exchange: Exchange): string =>
  isSuccess(exchange)
    ? `a create was answered with ${outcomeOf(exchange)} and no record`
    : `a create was refused: ${outcomeOf(exchange)}`;

/** Whether a record of the resource can be read by its id. */
export const isReadable = ({ purpose }: Subject): boolean =>
  purpose?.resource.operations.read !== undefined && purpose.resource.idProperty !== undefined;

/** A read, and the record that it shows; undefined where it shows none. */
export interface Seen {
  readonly exchange: Exchange;
  readonly record: JsonRecord | undefined;
}

/**
 * Reads a record: the relations hold it against what was shown of it before.
 *
 * @param above ids of the records that it lies below, where those are not the ones that the run works below
 * @returns undefined where the resource has no read
 */
export async function readRecord(
  context: CaseContext,
  resource: Resource,
  id: unknown,
  above: Readonly<Record<string, unknown>> = {},
): Promise<Seen | undefined> {
  const { read } = resource.operations;
  return read === undefined ? undefined : fetchRecord(context, resource, id, above);
}

/** The same of a resource that has a read. @throws CannotJudge where it has none */
export async function fetchRecord(
  context: CaseContext,
  resource: Resource,
  id: unknown,
  above: Readonly<Record<string, unknown>> = {},
): Promise<Seen> {
  const { operation } = inRole(context, resource, 'read').subject;
  const request = toRequest(operation, { path: { ...above, ...pathTo(resource, id) } });
  const latest = context.latest();
  const exchange = latest !== undefined && isSameRead(latest, request) ? latest : await context.send(request);
  return { exchange, record: shownIn(exchange, resource) };
}

/** Whether an exchange has shown what a request asks for, to the same caller. */
const isSameRead = (exchange: Exchange, { operation, target, headers, credential }: Request): boolean =>
  isSuccess(exchange) &&
  exchange.request.operation === operation &&
  exchange.request.target === target &&
  exchange.request.credential === credential &&
  sameJson(exchange.request.headers, headers);

/**
 * Whether a member of a record that differs from before runs by itself: it is read again a while later, and the
 * judge looks at what differs then.
 */
export async function runsByItself(context: CaseContext, id: unknown, { name }: Difference): Promise<boolean> {
  const resource = resourceOf(context);
  const isRunning = (): boolean => context.known.collection(resource).running.has(name);
  if (isRunning()) return true;
  await context.wait(LOOK_MS, 'a further look at what differs');
  await readRecord(context, resource, id);
  return isRunning();
}

/** The same, for the relations alone. @throws CannotJudge where no reply comes */
export async function requestRecord(context: CaseContext, resource: Resource, id: unknown): Promise<undefined> {
  const seen = await readRecord(context, resource, id);
  if (seen !== undefined) replied(seen.exchange);
}

/** The values of the path to a record. */
export const pathTo = ({ idParameter }: Resource, id: unknown): Readonly<Record<string, unknown>> => ({
  [idParameter?.name ?? '']: id,
});

/** The record that a reply shows by the very status of a success. */
export const shownIn = (exchange: Exchange, resource: Resource): JsonRecord | undefined =>
  exchange.response?.status === successOf(exchange.request.operation)?.status
    ? recordOf(exchange, resource)
    : undefined;

/**
 * An id that no known record has, and hardly any other.
 *
 * @param salt by which checks mostly try others
 * @throws CannotJudge where none is found
 */
export function unknownId(context: CaseContext, resource: Resource, salt: number): unknown {
  const [id] = unknownIds(context, resource, salt);
  return id;
}

/** The same, as many as are found. */
export function unknownIds({ known, options }: CaseContext, resource: Resource, salt: number): readonly unknown[] {
  const { records } = known.collection(resource);
  const drawn = fc.sample(unlikely(resource.idParameter?.schema ?? {}), { numRuns: 20, seed: options.seed + salt });
  const ids = drawn.filter((one) => !records.has(keyOf(one)));
  if (ids.length === 0) throw new CannotJudge(skip('no unknown id is found'));
  return ids;
}

/** Ids with the same signs at their ends as another one, in another order. */
export function idsLike(id: string): readonly string[] {
  const [end = ''] = /[a-z\d]{6,}$/i.exec(id) ?? [];
  const front = id.slice(0, id.length - end.length);
  const turned = [[...end].toReversed().join(''), `${end.slice(1)}${end.slice(0, 1)}`];
  return end === '' ? [] : turned.filter((one) => one !== end).map((one) => `${front}${one}`);
}

/**
 * For each filter the value that the fewest records have, so that the filtered list is likely to be short: of those that a new
 * record may be given. A record may have others, such as null where nothing was given.
 */
export function rarestChoices({ known, subject }: CaseContext): JsonRecord {
  const { resource } = subject.purpose ?? {};
  if (resource === undefined) return {};
  const operation = resource.operations.create ?? subject.operation;
  const records = [...known.collection(resource).records.values()];
  return Object.fromEntries(
    resource.filters.flatMap(({ property }) => {
      const counts = givableValues({ known }, { ...subject, operation }, property).map((value) => ({
        value,
        count: records.filter(({ latest }) => sameJson(latest[property], value)).length,
      }));
      const rarest = counts.sort((a, b) => a.count - b.count)[0];
      return rarest === undefined ? [] : [[property, rarest.value] as const];
    }),
  );
}

export type RecordMedia = NonNullable<ReturnType<typeof recordBodyOf>>;

/** The body of the subject's operation, with the schema of the record in it. @throws CannotJudge where it has none by itself */
export function recordMedia({ subject }: CaseContext): RecordMedia {
  const media = recordBodyOf(subject);
  if (media === undefined) throw new CannotJudge(unplaced(subject) ?? NOTHING_TO_JUDGE);
  return media;
}

/** A query for few records, those with one of the choices: a new record that has it is in that list. */
export function narrowQuery({ filters }: Resource, choices: JsonRecord): JsonRecord {
  const filter = filters.find(({ property }) => choices[property] !== undefined);
  return filter === undefined ? {} : { [filter.parameter.name]: choices[filter.property] };
}

/** The property whose text marks the records of refused requests. */
export const markOf = ({ contract, operation }: Subject): string | undefined => markIn(contract, bodyOf(operation));

/** The same of the record in a body, wherever it stands there. In a wrapper it is another one than the id. @param besides none of these */
export function recordMarkOf(subject: Subject, besides: readonly string[] = []): string | undefined {
  const isBare = takenSteps(subject).length === 0;
  const id = isBare ? undefined : subject.purpose?.resource.idProperty;
  return markIn(subject.contract, recordBodyOf(subject), id === undefined ? besides : [id, ...besides]);
}

/** The least body that should be accepted with these members in it; undefined where the schema has no room for them. */
export function bodyWith(context: CaseContext, members: JsonRecord): JsonRecord | undefined {
  const media = bodyOf(context.subject.operation);
  const { body } = knownBody(context, context.subject, members);
  return media !== undefined && fits(media, body) ? body : undefined;
}

/** Whether a member has a value of its own in one of several branches, such as a discriminator. */
const isChosenIn = (schema: Schema, name: string): boolean =>
  alternativesOf(schema).some((branch) => {
    const { enum: choices, const: only } = propertiesOf(branch).get(name)?.schema ?? {};
    return choices !== undefined || only !== undefined;
  }) ||
  (isObject(schema.discriminator) && schema.discriminator.propertyName === name);

/** A mark as it may look in the place of a schema. */
const sampleMark = ({ minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Schema): string =>
  'Refused 1-x-1'.slice(0, maxLength).padEnd(minLength, '.');

/** Of the texts with room for any mark one that has to be there, else another: best one that names no other record. */
function markIn(
  contract: Subject['contract'],
  media: Partial<MediaType> | undefined,
  besides: readonly string[] = [],
): string | undefined {
  const texts = [...propertiesOf(media?.schema ?? {}).values()].filter(
    ({ name, readOnly, schema }) =>
      !readOnly &&
      !besides.includes(name) &&
      typesOf(schema).includes('string') &&
      schema.enum === undefined &&
      schema.format === undefined &&
      schema.pattern === undefined &&
      validatorOf(schema, 'request')(sampleMark(schema)) === undefined &&
      !isChosenIn(media?.schema ?? {}, name),
  );
  const free = texts.filter(({ name, schema }) => name === 'id' || !isReference(name, schema));
  const needed = ({ required }: Property): boolean => required;
  return (
    free.find(needed) ??
    free.find(({ writeOnly }) => !writeOnly) ??
    // No record is there by such an id.
    texts.find((one) => needed(one) && referredBy(contract, one.name, one.schema) === undefined)
  )?.name;
}

/**
 * A mark for what the server should refuse, another one each time: it may accept such a request all the same, and then it has a
 * record of that mark, which must not be taken for one of another request. Nor for one of another run: the id of a record
 * that this one has made stands in it.
 */
export function refusedMark(
  { options, notes, known }: CaseContext,
  subject: Subject,
  mark = recordMarkOf(subject),
): string {
  notes.values.marks += 1;
  const { resource } = subject.purpose ?? {};
  const made = resource === undefined ? undefined : createdIn(known.collection(resource)).at(-1);

  const media = recordBodyOf(subject);
  const schema = propertiesOf(media?.schema ?? {}).get(mark ?? '')?.schema;
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema ?? {};
  const number = notes.values.marks.toString(36);
  const text = `Refused ${options.seed.toString(36)}-${String(made?.id ?? 'x')}-${number}`;
  return (text.length <= maxLength ? text : `R${number}`.slice(0, maxLength)).padEnd(minLength, '.');
}

/** Whether a value is such a mark, which no other client has. */
export const isOwnText = (value: unknown): boolean => typeof value === 'string' && value.startsWith('Refused ');
