import fc from 'fast-check';
import type { Operation, Parameter, Purpose, Resource } from '../../openapi/contract';
import { firstPathValue, isPathValue } from '../arbitraries/path-value';
import { unlikely } from '../arbitraries/unlikely';
import type { Subject } from '../exchange/subject';
import { createdIn } from '../records/known';
import { idOf } from '../records/records';
import { givenParameter } from '../requests/given';
import type { CaseContext } from './check';
import { createRecord } from './create-record';
import { parentAt } from './fetch-parents';
import { fetchSomeRecord } from './fetch-some-record';

/**
 * Values for the path's parameters: of a record that the server has, listed or created where none is known, else of the
 * schemas. Parents are left to whoever sends.
 */
export async function fetchPath(
  context: CaseContext,
  { operation }: Subject,
): Promise<Readonly<Record<string, unknown>>> {
  const purpose = context.known.purposeOf(operation);
  const id =
    purpose?.resource.itemPath === operation.path
      ? (namedRecord(context, operation, purpose) ??
        (await fetchId({ ...context, subject: { ...context.subject, operation, purpose } }, purpose)))
      : undefined;
  return Object.fromEntries(
    operation.parameters
      .filter(({ in: place, name }) => place === 'path' && parentAt(context, operation, name) === undefined)
      .map((parameter) => {
        const known = purpose !== undefined && isIdOf(purpose.resource, operation.path, parameter) ? id : undefined;
        const given = givenParameter(context.options.given, operation, parameter.name);
        return [parameter.name, known ?? given ?? strangeId(context, purpose, parameter) ?? firstPathValue(parameter)];
      }),
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

/** In place of the id of a record that is to be changed or deleted, and is not this run's own: one that no record has. */
function strangeId({ options }: CaseContext, purpose: Purpose | undefined, parameter: Parameter): unknown {
  if (purpose === undefined || !CHANGES.includes(purpose.role) || purpose.resource.idParameter?.name !== parameter.name)
    return undefined;
  return fc.sample(unlikely(parameter.schema), { numRuns: 20, seed: options.seed + 3 }).find(isPathValue);
}

const CHANGES: readonly Purpose['role'][] = ['replace', 'patch', 'delete'];

/** Whether a parameter names the record of an item's path. */
const isIdOf = ({ itemPath, idParameter }: Resource, path: string, { name }: { readonly name: string }): boolean =>
  path === itemPath && idParameter?.name === name;
