import type { Operation, Resource } from '../../openapi/contract';
import { firstValue } from '../arbitraries';
import type { CaseContext } from '../model/check';
import type { Request } from '../model/exchange';
import { idOf } from '../model/records';
import { filled } from '../model/request';
import { createRecord } from './create-record';
import { fetchSomeRecord } from './fetch-some-record';

/** A request whose path leads to a parent that exists, where the check that sends it has not named one itself. */
export async function fetchParents(context: CaseContext, request: Request): Promise<Request> {
  const missing = request.operation.parameters.filter(
    ({ in: place, name }) => place === 'path' && request.target.includes(`{${name}}`),
  );
  if (missing.length === 0) return request;
  const parents: Record<string, unknown> = {};
  for (const { name, schema, examples } of missing) {
    const resource = parentAt(context, request.operation, name);
    const id = resource === undefined ? undefined : await hostOf(context, resource);
    parents[name] = id ?? examples[0]?.value ?? firstValue(schema);
  }
  return { ...request, target: filled(request.target, parents), path: { ...parents, ...request.path } };
}

/** The resource whose record a parameter in the middle of a path names. */
export function parentAt({ contract }: CaseContext, { path }: Operation, name: string): Resource | undefined {
  return contract.resources.find(
    ({ itemPath, idParameter }) =>
      itemPath !== undefined && idParameter?.name === name && path.startsWith(`${itemPath}/`),
  );
}

/** One and the same record for the whole run, since what is known of the records below it is of no other: one of its own if it can be. */
async function hostOf(context: CaseContext, resource: Resource): Promise<unknown> {
  const { known, contract } = context;
  const host = known.host(resource.name);
  if (host !== undefined) return host;
  const { create } = resource.operations;
  const made =
    create === undefined
      ? undefined
      : await createRecord({
          ...context,
          subject: { contract, operation: create, part: { resource, role: 'create' } },
        });
  const record = made !== undefined && 'record' in made ? made.record : await fetchSomeRecord(context, resource);
  const id = record === undefined ? undefined : idOf(record, resource);
  if (id !== undefined) known.setHost(resource.name, id);
  return id;
}
