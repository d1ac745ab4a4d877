import type { Part, Resource } from '../../openapi/contract';
import { firstValue } from '../arbitraries';
import type { CaseContext } from '../model/check';
import type { Exchange } from '../model/exchange';
import type { JsonRecord } from '../model/records';
import { idOf } from '../model/records';
import type { Subject } from '../model/subject';
import { createRecord } from './create-record';
import { parentAt } from './fetch-parents';
import { fetchSomeRecord } from './fetch-some-record';

/** Values for the path's parameters: of a record that the server has, else of the schemas. Parents are left to whoever sends. */
export async function fetchPath(
  context: CaseContext,
  { operation, part }: Subject,
): Promise<Readonly<Record<string, unknown>>> {
  const record = part?.resource.itemPath === operation.path ? await recordFor(context, part) : undefined;
  return Object.fromEntries(
    operation.parameters
      .filter(({ in: place, name }) => place === 'path' && parentAt(context, operation, name) === undefined)
      .map((parameter) => {
        const isId = part !== undefined && parameter === idParameterOf(operation.path, part.resource, parameter);
        const id = isId && record !== undefined ? idOf(record, part.resource) : undefined;
        return [parameter.name, id ?? parameter.examples[0]?.value ?? firstValue(parameter.schema)];
      }),
  );
}

export const NOWHERE = 'no record is known to try it on';

/** Whether a 404 tells of the path alone: its values may be those of no record that the server has. */
export function leadsNowhere({ known, subject: { part } }: CaseContext, { request, response }: Exchange): boolean {
  if (response?.status !== 404) return false;
  const { path, operation } = request;
  const ids = operation.parameters.filter(
    ({ in: place, name }) => place === 'path' && operation.path.endsWith(`{${name}}`),
  );
  return ids.some(({ name }) => part === undefined || !known.records(part.resource.name).has(path[name]));
}

/** What changes or deletes a record is tried on one that this run has made: those of others are not ours to touch. */
async function recordFor(context: CaseContext, { resource, role }: Part): Promise<JsonRecord | undefined> {
  if (role === 'read' || resource.idProperty === undefined) return fetchSomeRecord(context, resource);
  const { known } = context;
  const own = [...known.created(resource.name)]
    .filter((id) => id !== known.host(resource.name))
    .map((id) => known.records(resource.name).get(id));
  const last = own.findLast((record) => record !== undefined);
  if (last !== undefined) return last;
  const made = await createRecord(context);
  return 'record' in made ? made.record : undefined;
}

/** The parameter that names the record of an item's path. */
function idParameterOf<P extends { readonly name: string }>(
  path: string,
  { itemPath, idParameter }: Resource,
  parameter: P,
): P | undefined {
  return path === itemPath && idParameter?.name === parameter.name ? parameter : undefined;
}
