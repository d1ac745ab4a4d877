import type { Operation, Purpose, Resource } from '../../openapi/contract';
import { firstPathValue } from '../arbitraries/path-value';
import type { CaseContext } from '../model/check';
import type { Exchange } from '../model/exchange';
import { givenParameter } from '../model/given';
import { createdIn, keyOf } from '../model/known';
import { idOf } from '../model/records';
import type { Subject } from '../model/subject';
import { createRecord } from './create-record';
import { parentAt } from './fetch-parents';
import { fetchSomeRecord } from './fetch-some-record';

/**
 * Values for the path's parameters: of a record that the server has, listed or created where none is known, else of the
 * schemas. Parents are left to whoever sends.
 */
export async function fetchPath(
  context: CaseContext,
  { operation, purpose }: Subject,
): Promise<Readonly<Record<string, unknown>>> {
  const id =
    purpose?.resource.itemPath === operation.path
      ? (namedRecord(context, operation, purpose) ?? (await fetchId(context, purpose)))
      : undefined;
  return Object.fromEntries(
    operation.parameters
      .filter(({ in: place, name }) => place === 'path' && parentAt(context, operation, name) === undefined)
      .map((parameter) => {
        const known = purpose !== undefined && isIdOf(purpose.resource, operation.path, parameter) ? id : undefined;
        const given = givenParameter(context.options.given, operation, parameter.name);
        return [parameter.name, known ?? given ?? firstPathValue(parameter)];
      }),
  );
}

export const NOWHERE = 'no record is known to try it on';

/** Whether a 404 may be due to the path: its id is none that the server has shown. */
export function leadsNowhere({ known, subject: { purpose } }: CaseContext, { request, response }: Exchange): boolean {
  if (response?.status !== 404) return false;
  const { path, operation } = request;
  const ids = operation.parameters.filter(
    ({ in: place, name }) => place === 'path' && operation.path.endsWith(`{${name}}`),
  );
  return ids.some(
    ({ name }) => purpose === undefined || !known.collection(purpose.resource, path).records.has(keyOf(path[name])),
  );
}

/** The id that the user has named to read; what is changed or deleted is made first, where that goes. */
const namedRecord = (context: CaseContext, operation: Operation, { resource, role }: Purpose): unknown =>
  role === 'read' ? givenParameter(context.options.given, operation, resource.idParameter?.name ?? '') : undefined;

/** Only records that this run has made are changed or deleted. */
async function fetchId(context: CaseContext, { resource, role }: Purpose): Promise<unknown> {
  if (role === 'read' || resource.idProperty === undefined) return (await fetchSomeRecord(context, resource))?.id;
  const host = context.known.parent(resource.itemPath ?? '');
  const last = createdIn(context.known.collection(resource)).findLast(({ id }) => id !== host);
  if (last !== undefined) return last.id;
  const made = await createRecord(context);
  return 'record' in made ? idOf(made.record, resource) : undefined;
}

/** Whether a parameter names the record of an item's path. */
const isIdOf = ({ itemPath, idParameter }: Resource, path: string, { name }: { readonly name: string }): boolean =>
  path === itemPath && idParameter?.name === name;
