import { groupedBy } from '../json/value';
import type { Operation } from '../model/operation';
import type { Resource, Singleton, SingletonRole } from '../model/resource';
import { jsonMediaType } from '../operations/media-types';
import { successOf } from '../operations/replies';
import { isOpen, schemaOfBody } from '../records/record-place';
import { isRecord, itemsOf, propertiesOf, typesOf } from '../schema/properties';

/**
 * Finds the things at a path of their own, such as the client's account: an operation shows what another one changes or removes, and
 * neither belongs to a resource. With an array of objects in it, it is one only where what changes it has more than arrays.
 */
export function findSingletons(operations: readonly Operation[], resources: readonly Resource[]): readonly Singleton[] {
  const taken = new Set(resources.flatMap(({ operations: known }) => Object.values(known)));
  const others = operations.filter((operation) => !taken.has(operation) && !operation.path.endsWith('}'));
  return [...groupedBy(others, ({ path }) => path)].flatMap(([path, there]) => {
    const singleton = singletonAt(path, there);
    return singleton === undefined ? [] : [singleton];
  });
}

function singletonAt(path: string, there: readonly Operation[]): Singleton | undefined {
  const at = (method: Operation['method']) => there.find((operation) => operation.method === method);
  const read = at('GET');
  const schema = jsonMediaType((read && successOf(read)?.reply.content) ?? [])?.schema;
  const [put, post] = [at('PUT'), at('POST')];
  const sent = schemaOfBody(put ?? at('PATCH'));
  // What may have any member is a thing where it is sent as such.
  const isAny =
    schema !== undefined && sent !== undefined && [schema, sent].every((one) => isOpen(one) && typesOf(one).length > 0);
  if (
    read === undefined ||
    schema === undefined ||
    !(isRecord(schema) || isAny) ||
    (hasRecords(schema) && !isOneThing(schema, sent))
  )
    return undefined;
  // A POST beside the other two is an action of its own.
  const changes = { replace: put, patch: at('PATCH') ?? (put === undefined ? post : undefined), delete: at('DELETE') };
  const roles = Object.entries(changes).filter((entry): entry is [SingletonRole, Operation] => entry[1] !== undefined);
  return roles.length === 0 ? undefined : { path, operations: { read, ...Object.fromEntries(roles) }, schema };
}

/** Whether a body has mostly members that the reply shows, and not an array alone: what is so changed is no list. */
function isOneThing(shown: Singleton['schema'], sent: Singleton['schema'] | undefined): boolean {
  const [known, members] = [propertiesOf(shown), [...propertiesOf(sent ?? {}).values()]];
  const shared = members.filter(({ name }) => known.has(name));
  return shared.length * 2 >= members.length && shared.some(({ schema }) => itemsOf(schema) === undefined);
}

/** Whether an array of objects stands in it, or in one of its objects, such as a wrapper. */
const hasRecords = (schema: Singleton['schema'], levels = 2): boolean =>
  isRecord(itemsOf(schema)) ||
  (levels > 0 && [...propertiesOf(schema).values()].some((property) => hasRecords(property.schema, levels - 1)));
