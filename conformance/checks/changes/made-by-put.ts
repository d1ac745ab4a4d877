import fc from 'fast-check';
import { documents, propertiesOf } from '../../../openapi/contract';
import { unlikely } from '../../arbitraries/path-value';
import { isSuccess, outcomeOf } from '../../exchange/exchange';
import type { Subject } from '../../exchange/subject';
import { idOf, keyOf, recordOf } from '../../records/records';
import { toRequest } from '../../requests/request';
import { recordBodyOf, unplaced } from '../../requests/valid';
import type { CaseContext } from '../../steps/check';
import { sendValid } from '../../steps/send-valid';
import { inconclusive, skip, unjudged, type Verdict } from '../../verdict/verdict';

/** Whether records are made by a PUT to their path alone, as its documented 201 says, and can be read. */
export function areMadeByPut({ purpose }: Subject): boolean {
  const { create, replace, read } = purpose?.resource.operations ?? {};
  return create === undefined && replace !== undefined && read !== undefined && documents(replace, 201);
}

/** Makes a record by a PUT to an id of which nothing is there, and reads it; the id, or a verdict on why there is none. */
export async function makeByPut(context: CaseContext): Promise<{ readonly id: unknown } | Verdict> {
  const { resource } = context.subject.purpose ?? {};
  const { replace, read } = resource?.operations ?? {};
  if (resource?.idParameter === undefined || replace === undefined || read === undefined)
    return skip('nothing can be made by PUT');
  const subject: Subject = { ...context.subject, operation: replace, purpose: { resource, role: 'replace' } };
  const placeless = unplaced(subject);
  if (placeless !== undefined) return placeless;
  const { records } = context.known.collection(resource);
  const { name, schema } = resource.idParameter;
  const drawn = fc.sample(unlikely(schema), { numRuns: 20, seed: context.options.seed + 6 });
  const id = drawn.find((one) => !records.has(keyOf(one)));
  if (id === undefined) return skip('no unknown id is found');
  const path = { [name]: id };
  const before = await context.send(toRequest(read, { path }));
  if (before.response === undefined) return unjudged(before);
  // What is read before it is made may be so after it is deleted, too.
  if (isSuccess(before)) return inconclusive('an id that nobody has made a record of is read');
  const { idProperty = '' } = resource;
  const extra = propertiesOf(recordBodyOf(subject)?.schema ?? {}).has(idProperty) ? { [idProperty]: id } : {};
  const { exchange } = await sendValid(context, subject, path, extra);
  if (!isSuccess(exchange))
    return exchange.response === undefined
      ? unjudged(exchange)
      : inconclusive(`a PUT made no record: ${outcomeOf(exchange)}`);
  const after = await context.send(toRequest(read, { path }));
  const record = isSuccess(after) ? recordOf(after, resource) : undefined;
  if (record === undefined || keyOf(idOf(record, resource)) !== keyOf(id))
    return inconclusive(`the record that a PUT made is not read: ${outcomeOf(after)}`);
  return { id };
}
