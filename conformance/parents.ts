import type { Operation, Resource } from '../openapi/contract';
import { firstValue } from './arbitraries';
import type { Request, Session } from './model';
import { filled } from './request';
import { createRecord } from './steps/create-record';
import { idOf, someRecord } from './subject';

/** A request whose path leads to a parent that exists, where the check that sends it has not named one itself. */
export async function withParents(session: Session, request: Request): Promise<Request> {
  const missing = request.operation.parameters.filter(
    ({ in: place, name }) => place === 'path' && request.target.includes(`{${name}}`),
  );
  if (missing.length === 0) return request;
  const parents: Record<string, unknown> = {};
  for (const { name, schema, examples } of missing) {
    const resource = parentAt(session, request.operation, name);
    const id = resource === undefined ? undefined : await hostOf(session, resource);
    parents[name] = id ?? examples[0]?.value ?? firstValue(schema);
  }
  return { ...request, target: filled(request.target, parents), path: { ...parents, ...request.path } };
}

/** The resource whose record a parameter in the middle of a path names. */
export function parentAt({ contract }: Session, { path }: Operation, name: string): Resource | undefined {
  return contract.resources.find(
    ({ itemPath, idParameter }) =>
      itemPath !== undefined && idParameter?.name === name && path.startsWith(`${itemPath}/`),
  );
}

/** One and the same record for the whole run, since what is known of the records below it is of no other: one of its own if it can be. */
async function hostOf(session: Session, resource: Resource): Promise<unknown> {
  const { known, contract } = session;
  const host = known.host(resource.name);
  if (host !== undefined) return host;
  const { create } = resource.operations;
  const made =
    create === undefined
      ? undefined
      : await createRecord({
          ...session,
          subject: { contract, operation: create, part: { resource, role: 'create' } },
        });
  const record = made !== undefined && 'record' in made ? made.record : await someRecord(session, resource);
  const id = record === undefined ? undefined : idOf(record, resource);
  if (id !== undefined) known.setHost(resource.name, id);
  return id;
}
