import { fits, propertiesOf, type Resource, roleOf, successOf } from '../../../openapi/contract';
import { type Exchange, isSuccess, outcomeOf } from '../../exchange/exchange';
import { idOf, type JsonRecord, keyOf, recordOf } from '../../records/records';
import { toRequest } from '../../requests/request';
import { hasNaturalKey, wrapped } from '../../requests/valid';
import { shownSchema } from '../../rules/relations/compare';
import type { CaseContext } from '../../steps/check';
import { brief } from '../../verdict/brief';
import { fail, inconclusive, unjudged, type Verdict } from '../../verdict/verdict';

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
