import {
  filledInBy,
  fits,
  itemsOf,
  own,
  type Property,
  propertiesOf,
  type Resource,
  type Role,
  roleOf,
  type Schema,
} from '../../../openapi/contract';
import { anotherValue } from '../../arbitraries/fresh';
import { type Exchange, isRefusal, isSuccess, outcomeOf } from '../../exchange/exchange';
import { recordBodyOf, recordMembers } from '../../exchange/record-body';
import type { Subject } from '../../exchange/subject';
import { idOf, isReference, type JsonRecord, keyOf, recordOf, referredBy, sameJson } from '../../records/records';
import { wrapped } from '../../requests/bodies/record-in-body';
import { hasNaturalKey } from '../../requests/bodies/valid';
import { toRequest } from '../../requests/request';
import { shownSchema } from '../../rules/relations/compare';
import { sentIn } from '../../rules/relations/held';
import { type CaseContext, inRole, resourceOf } from '../../steps/check';
import {
  createRecord,
  createWithMost,
  isFreeText,
  type Made,
  pathTo,
  readRecord,
  tryToCreate,
} from '../../steps/records';
import { brief } from '../../verdict/brief';
import { CannotJudge, inconclusive, replied, unlessUnjudged, Violation } from '../../verdict/verdict';

/** Whether a subject is in one of these roles, on records that can be made before, and have ids. */
export const isOnMade = ({ purpose }: Subject, roles: readonly Role[]): boolean =>
  purpose !== undefined &&
  roles.includes(purpose.role) &&
  purpose.resource.operations.create !== undefined &&
  purpose.resource.idProperty !== undefined;

/** A record to change or delete, between two that must not be touched: one made before, one after. */
export interface Three {
  /** With all that its schema names, where the server takes that. */
  readonly made: Made;
  /** With no more than it must have: what it shows beside that, the server has filled in. */
  readonly older: Made;
  readonly neighbours: readonly Made[];
}

/**
 * Makes three records of the subject's resource; where a create is answered with a record of before, that is no neighbour.
 *
 * @throws CannotJudge where there are none
 */
export async function createThree(context: CaseContext): Promise<Three> {
  const older = await createRecord(context);
  const full = fullMembers(context, [older], 0);
  const made =
    (hasMembers(full) ? await unlessUnjudged(createWithMost(context, full)) : undefined) ??
    (await createRecord(context));
  const apart = fullMembers(context, [older, made], 1);
  const newer =
    (hasMembers(apart) ? await unlessUnjudged(createWithMost(context, apart)) : undefined) ??
    (await tryToCreate(context));
  const others = [older, ...(newer === undefined ? [] : [newer])];
  return { made, older, neighbours: others.filter(({ id }) => keyOf(id) !== keyOf(made.id)) };
}

const hasMembers = (record: JsonRecord): boolean => Object.keys(record).length > 0;

/** A value for each property that may be left out, none of them what others show. */
function fullMembers(context: CaseContext, others: readonly Made[], nth: number): JsonRecord {
  const { subject, options } = inRole(context, resourceOf(context), 'create');
  const { schema: whole = {} } = recordBodyOf(subject) ?? {};
  const filledIn = filledInBy(whole);
  return membersOf(whole, ({ name, schema, required, readOnly }) => {
    // Of an id that nothing has it would be refused.
    if (
      (required && !Object.hasOwn(filledIn, name)) ||
      readOnly ||
      referredBy(subject.contract, name, schema) !== undefined
    )
      return undefined;
    const taken = [schema.default, ...others.map(({ record }) => own(record, name))];
    return anotherValue(schema, taken, options.seed + nth) ?? anotherValue(schema, [schema.default], nth);
  });
}

/** A record of the properties of a schema for which there is a value. */
export const membersOf = (schema: Schema | undefined, pick: (property: Property) => unknown): JsonRecord =>
  Object.fromEntries(
    [...propertiesOf(schema ?? {}).values()].flatMap((property) => {
      const value = pick(property);
      return value === undefined ? [] : [[property.name, value] as const];
    }),
  );

/**
 * Changes a record in as much as the server takes: by rules of its own it may refuse values that keep the schema. What its refusal
 * names stays as it is then, and where it names nothing of it, all but free texts.
 *
 * @returns the last exchange, and what was sent; undefined where nothing of the record can be changed
 */
export async function sendOther(
  context: CaseContext,
  record: JsonRecord,
  seed: number,
  send: (values: JsonRecord) => Promise<Exchange>,
) {
  const properties = recordMembers(context.subject);
  const values = otherValues(context, record, seed);
  if (!hasMembers(values)) return undefined;
  const first = { exchange: await send(values), values };
  if (!isRefusal(first.exchange) || ![400, 422].includes(first.exchange.response?.status ?? 0)) return first;
  const others = otherValues(context, record, seed);
  const texts = Object.entries(values).filter(([name]) => isFreeText(properties.get(name)?.schema ?? {}));
  const isPatch = context.subject.purpose?.role === 'patch';
  const less = sameJson(others, values) && isPatch ? Object.fromEntries(texts) : others;
  return !hasMembers(less) || sameJson(less, values) ? first : { exchange: await send(less), values: less };
}

/** What of a record an operation may set, each with another value than the record shows; where it shows none, what it lacks. */
export function otherValues(
  { subject, notes }: Pick<CaseContext, 'subject' | 'notes'>,
  record: JsonRecord,
  seed: number,
): JsonRecord {
  const { schema: whole } = recordBodyOf(subject) ?? {};
  const stiff = notes.values.stiff.get(subject.operation.id);
  const changed = (isKept: (name: string) => boolean): JsonRecord =>
    membersOf(whole, ({ name, schema, readOnly }) => {
      const was = own(record, name);
      if (readOnly || was === undefined) return undefined;
      return isKept(name) ? undefined : anotherValue(schema, [was], seed);
    });
  const some = changed((name) => stiff?.has(name) === true);
  const kept = membersOf(whole, ({ name, readOnly }) =>
    readOnly || !stiff?.has(name) ? undefined : own(record, name),
  );
  const isReplaced = subject.purpose?.role === 'replace';
  const shown = hasMembers(some) ? { ...(isReplaced ? kept : {}), ...some } : changed(() => false);
  // What has no other value is sent as it is where a whole record has to be: its kind.
  const stays = membersOf(whole, ({ name, required, readOnly }) =>
    readOnly || !required || Object.hasOwn(shown, name) ? undefined : own(record, name),
  );
  if (isReplaced && hasMembers(shown) && hasMembers(stays)) return { ...stays, ...shown };
  // What a change may leave out is left out where another value names what may not be there.
  const plain = Object.entries(shown).filter(([name]) => !namesOthers(propertiesOf(whole ?? {}).get(name)));
  if (subject.purpose?.role === 'patch' && plain.length > 0) return Object.fromEntries(plain);
  if (hasMembers(shown) || subject.purpose === undefined) return shown;
  // What a record lacks it may be given.
  const room = propertiesOf(subject.purpose.resource.schema);
  return membersOf(whole, ({ name, schema, readOnly }) =>
    readOnly || !room.has(name) || isReference(name, schema) ? undefined : anotherValue(schema, [null], seed),
  );
}

/** Whether a member holds ids of other records, at whatever depth. */
function namesOthers(property: Property | undefined, depth = 0): boolean {
  if (property === undefined || depth > MOST_LEVELS) return false;
  const { name, schema } = property;
  const inner = itemsOf(schema) ?? schema;
  return (
    isReference(name, inner) ||
    [...propertiesOf(inner).values()].some((one) => !one.readOnly && namesOthers(one, depth + 1))
  );
}

const MOST_LEVELS = 4;

/** A record that was changed, by which exchange, and what it has to show from then on. */
export interface Changed {
  readonly id: unknown;
  readonly by: Exchange;
  readonly wanted: JsonRecord;
}

/**
 * Sends the subject's operation for a record.
 *
 * @param members of the record, wherever in the body that stands; left out for a deletion
 * @param above ids of the records that it is asked for below, where those are not the ones that the run works below
 */
export function sendTo(
  context: CaseContext,
  id: unknown,
  members?: JsonRecord,
  above: Readonly<Record<string, unknown>> = {},
): Promise<Exchange> {
  const { subject } = context;
  const path = { ...above, ...pathTo(resourceOf(context), id) };
  return context.send(toRequest(subject.operation, { path, body: members && wrapped(context, subject, members) }));
}

/**
 * The same for a record that this run has made: a server has no reason to say that there is none.
 *
 * @throws CannotJudge where it was not done: a server may have reasons to refuse it
 * @throws Violation where the server says that there is no such record, or shows another id
 */
export async function sendChange(context: CaseContext, id: unknown, wanted?: JsonRecord): Promise<Changed> {
  const resource = resourceOf(context);
  const by = replied(await sendTo(context, id, wanted));
  if (isSuccess(by) && by.response.status !== 202) {
    ensureSameId(by, resource, id);
    return { id, by, wanted: wanted ?? {} };
  }
  const found = by.response.status === 404 ? await readRecord(context, resource, id) : undefined;
  if (found?.record !== undefined)
    throw new Violation({
      expected: `the record ${brief(id)}, which is there to be read`,
      actual: outcomeOf(by),
      exchanges: [by, found.exchange],
      key: 'not found',
    });
  throw new CannotJudge(`it was not done: ${outcomeOf(by)}`);
}

/**
 * A reply that shows the record shows the id that it was asked for by, or has it in another member, as an alias.
 *
 * @param shownBy the reply; another one than to the change where it was read since
 * @throws CannotJudge where the change itself has named the other id
 * @throws Violation
 */
export function ensureSameId(by: Exchange, resource: Resource, id: unknown, shownBy = by): void {
  const record = recordOf(shownBy, resource);
  const shown = record && idOf(record, resource);
  if (shown === undefined || keyOf(shown) === keyOf(id) || isOfAnother(shownBy, resource, id)) return;
  const hasValue = (members: JsonRecord = {}, value: unknown): boolean =>
    Object.values(members).some((one) => keyOf(one) === keyOf(value));
  if (hasValue(record, id)) return;
  if (hasNaturalKey(resource) || hasValue(sentIn(by, resource), shown)) throw new CannotJudge(renamed(resource));
  throw new Violation({
    expected: `the id ${brief(id)}, as before`,
    actual: `the id ${brief(shown)}`,
    exchanges: [...new Set([by, shownBy])],
    key: 'another id',
  });
}

/** That a change made another record of one that is known by a name of its own. */
export const renamed = ({ idProperty }: Resource) => inconclusive(`the change gave the record another ${idProperty}`);

/**
 * Whether a reply is about something else than the record, such as the deletion itself, which has an id of its own: where it
 * could not show the record's id, or is none of the replies that have the record's very schema.
 */
function isOfAnother(exchange: Exchange, resource: Resource, id: unknown): boolean {
  const schema = shownSchema(exchange, resource);
  if (schema === resource.schema) return false;
  const property = propertiesOf(schema).get(resource.idProperty ?? '')?.schema ?? {};
  return roleOf(resource, exchange.request.operation) === 'delete' || !fits(property, 'response', id);
}
