import { itemNameIn, type Operation, type Resource } from '../../openapi/contract';
import { firstPathValue } from '../arbitraries/path-value';
import type { Request } from '../exchange/exchange';
import { upTo } from '../records/known';
import { idOf } from '../records/records';
import { givenParameter } from '../requests/given';
import { filled } from '../requests/request';
import type { CaseContext } from './check';
import { createRecord } from './create-record';
import { fetchSomeRecord } from './fetch-some-record';

/**
 * The request with ids of existing parents in its path, where the check has not given any. For the first request below
 * a resource, the parent is created or listed.
 */
export async function fetchParents(context: CaseContext, request: Request): Promise<Request> {
  const { operation, target, path } = request;
  const missing = operation.parameters.filter(
    ({ in: place, name }) => place === 'path' && target.includes(`{${name}}`),
  );
  if (missing.length === 0) return request;
  const parents: Record<string, unknown> = {};
  for (const parameter of missing) {
    const { name } = parameter;
    const place = upTo(operation.path, name);
    const resource = parentAt(context, operation, name);
    const given = givenParameter(context.options.given, operation, name);
    const id = context.known.parent(place) ?? given ?? (resource && (await fetchHost(context, resource)));
    parents[name] = id ?? firstPathValue(parameter);
    context.known.chooseParent(place, parents[name]);
  }
  return { ...request, target: filled(target, parents), path: { ...parents, ...path } };
}

/** The resource whose record a parameter in the middle of a path names. */
export function parentAt({ contract }: CaseContext, { path }: Operation, name: string): Resource | undefined {
  return contract.resources.find(({ itemPath }) => itemNameIn(path, itemPath) === name);
}

/** The id of a new record, else of one that the server has. */
async function fetchHost(context: CaseContext, resource: Resource): Promise<unknown> {
  const { create } = resource.operations;
  if (create === undefined) return (await fetchSomeRecord(context, resource))?.id;
  const subject = { contract: context.contract, operation: create, purpose: { resource, role: 'create' as const } };
  const made = await createRecord({ ...context, subject });
  return 'record' in made ? idOf(made.record, resource) : (await fetchSomeRecord(context, resource))?.id;
}
