import { fits, own, propertiesOf, type Resource, roleOf, successOf } from '../../../openapi/contract';
import { anotherValue } from '../../arbitraries/fresh';
import { type Exchange, isSuccess, outcomeOf } from '../../exchange/exchange';
import type { Subject } from '../../exchange/subject';
import { idOf, type JsonRecord, keyOf, recordOf } from '../../records/records';
import { toRequest } from '../../requests/request';
import { hasNaturalKey, recordBodyOf, wrapped } from '../../requests/valid';
import { shownSchema } from '../../rules/relations/compare';
import { type CaseContext, inRole, resourceOf } from '../../steps/check';
import { createRecord, type Made, tryToCreate } from '../../steps/records';
import { brief } from '../../verdict/brief';
import { fail, inconclusive, unjudged, type Verdict } from '../../verdict/verdict';

/** A record that a case changes or deletes, between two that it must not touch: one made before, one after. */
export interface Three {
  readonly id: unknown;
  /** With all that its schema names, where the server takes that. */
  readonly record: JsonRecord;
  readonly madeBy: Exchange;
  /** With no more than it must have: what it shows beside that, the server has filled in. */
  readonly older: JsonRecord;
  readonly neighbours: readonly Made[];
}

/** Makes three records of the subject's resource. @throws CannotJudge where there are none */
export async function createThree(context: CaseContext): Promise<Three> {
  const older = await createRecord(context);
  const full = fullMembers(context, [older.record], 0);
  const made = (await tryToCreate(context, full)) ?? (await createRecord(context));
  const others = fullMembers(context, [older.record, made.record], 1);
  const newer = (await tryToCreate(context, others)) ?? (await tryToCreate(context));
  const neighbours = newer === undefined ? [older] : [older, newer];
  return { id: made.id, record: made.record, madeBy: made.exchange, older: older.record, neighbours };
}

/** A value for each property that may be left out, none of them what others show. */
function fullMembers(context: CaseContext, others: readonly JsonRecord[], nth: number): JsonRecord {
  const { subject } = inRole(context, resourceOf(context), 'create');
  const optional = [...propertiesOf(recordBodyOf(subject)?.schema ?? {}).values()].flatMap(
    ({ name, schema, required, readOnly }) => {
      if (required || readOnly) return [];
      const taken = [schema.default, ...others.map((other) => own(other, name))];
      const value =
        anotherValue(schema, taken, context.options.seed + nth) ?? anotherValue(schema, [schema.default], nth);
      return value === undefined ? [] : [[name, value] as const];
    },
  );
  return Object.fromEntries(optional);
}

/** What of a record an operation may set, each with another value than the record shows. */
export function otherValues(subject: Subject, record: JsonRecord, seed: number): JsonRecord {
  const members = [...propertiesOf(recordBodyOf(subject)?.schema ?? {}).values()].flatMap(
    ({ name, schema, readOnly }) => {
      const was = own(record, name);
      const value = readOnly || was === undefined ? undefined : anotherValue(schema, [was], seed);
      return value === undefined ? [] : [[name, value] as const];
    },
  );
  return Object.fromEntries(members);
}

/**
 * Sends the subject's operation for a record that this run has made.
 *
 * @param members of the record, wherever in the body that stands
 * @returns the exchange where it was done; else a verdict: a server may have reasons to refuse it, but not to say that there is
 * no such record
 */
export async function sendChange(
  context: CaseContext,
  id: unknown,
  members?: JsonRecord,
): Promise<{ readonly done: Exchange } | Verdict> {
  const { operation, purpose } = context.subject;
  const path = { [purpose?.resource.idParameter?.name ?? '']: id };
  const body = members && wrapped(context, context.subject, members);
  const exchange = await context.send(toRequest(operation, { path, body }));
  if (exchange.response === undefined) return unjudged(exchange);
  if (isSuccess(exchange) && exchange.response.status !== 202)
    return anotherId(exchange, purpose?.resource, id) ?? { done: exchange };
  const read = purpose?.resource.operations.read;
  if (exchange.response.status === 404 && read !== undefined) {
    const found = await context.send(toRequest(read, { path }));
    if (found.response?.status === successOf(read)?.status)
      return fail({
        expected: `the record ${brief(id)}, which is there to be read`,
        actual: outcomeOf(exchange),
        exchanges: [exchange, found],
        key: 'not found',
      });
  }
  return inconclusive(`it was not done: ${outcomeOf(exchange)}`);
}

/** A reply that shows the record shows the id that it was asked for by. */
function anotherId(exchange: Exchange, resource: Resource | undefined, id: unknown): Verdict | undefined {
  const record = recordOf(exchange, resource);
  const shown = record === undefined || resource === undefined ? undefined : idOf(record, resource);
  if (resource === undefined || shown === undefined || keyOf(shown) === keyOf(id)) return undefined;
  if (isOfAnother(exchange, resource, id)) return undefined;
  if (hasNaturalKey(resource)) return inconclusive(`the change gave the record another ${resource.idProperty}`);
  return fail({
    expected: `the id ${brief(id)}, as before`,
    actual: `the id ${brief(shown)}`,
    exchanges: [exchange],
    key: 'another id',
  });
}

/**
 * Whether a reply is about something else than the record, such as the deletion itself, which has an id of its own: where it
 * could not show the record's id, or is none of the replies that have the record's very schema.
 */
function isOfAnother(exchange: Exchange, resource: Resource, id: unknown): boolean {
  const schema = shownSchema(exchange, resource);
  if (schema === resource.schema) return false;
  const own = propertiesOf(schema).get(resource.idProperty ?? '')?.schema ?? {};
  return roleOf(resource, exchange.request.operation) === 'delete' || !fits(own, 'response', id);
}
