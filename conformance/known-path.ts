import type { Part, Resource } from '../openapi/contract';
import { firstValue } from './arbitraries';
import type { JsonRecord, Session, Subject } from './model';
import { createRecord } from './steps/create-record';
import { idOf, someRecord } from './subject';

/** Values for the path's parameters: of a record that the server has, else of the schemas. */
export async function knownPath(
  session: Session,
  { operation, part }: Subject,
): Promise<Readonly<Record<string, unknown>>> {
  const record = part?.resource.itemPath === operation.path ? await recordFor(session, part) : undefined;
  return Object.fromEntries(
    operation.parameters
      .filter((parameter) => parameter.in === 'path')
      .map((parameter) => {
        const isId = part !== undefined && parameter === idParameterOf(operation.path, part.resource, parameter);
        const id = isId && record !== undefined ? idOf(record, part.resource) : undefined;
        return [parameter.name, id ?? parameter.examples[0]?.value ?? firstValue(parameter.schema)];
      }),
  );
}

/** What changes or deletes a record is tried on one that this run has made: those of others are not ours to touch. */
async function recordFor(session: Session, { resource, role }: Part): Promise<JsonRecord | undefined> {
  if (role === 'read' || resource.idProperty === undefined) return someRecord(session, resource);
  const own = [...session.known.created(resource.name)].map((id) => session.known.records(resource.name).get(id));
  const last = own.findLast((record) => record !== undefined);
  if (last !== undefined) return last;
  const made = await createRecord(session);
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
