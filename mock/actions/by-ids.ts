/** Paths that name records by other properties than their ids. */
import {
  type Contract,
  fits,
  memoized,
  namesAbove,
  type Operation,
  propertiesOf,
  type Resource,
  templateNames,
} from '../../openapi/contract';
import { idSchemaOf, isIdOf } from '../resources/ids';
import { idOf, typedAs } from '../resources/record';
import { scopeAt } from '../resources/scope';
import type { Condition, Id } from '../world/stores/records';
import type { Awaitable } from '../world/stores/store';
import { idIn } from './at-path';
import type { Task } from './model';

/** A path that may name a record by another property than its id, and what it calls the parameters of that record's path. */
interface OtherwiseNamed {
  readonly resource: Resource;
  readonly names: ReadonlyMap<string, string>;
}

/** The records on the way of a path that may be named by other properties than their ids, the upper ones first. */
const otherwiseNamedIn = memoized((contract: Contract) =>
  memoized(({ path }: Operation): readonly OtherwiseNamed[] =>
    contract.resources.flatMap((resource) => {
      const { itemPath = '', otherKeys } = resource;
      if (otherKeys.length === 0) return [];
      const own = path === itemPath ? new Map(templateNames(path).map((name) => [name, name])) : undefined;
      const names = own ?? namesAbove(path, itemPath);
      return names === undefined ? [] : [{ resource, names }];
    }),
  ),
);

/** The same task where the path names records by their ids; else one whose path has the ids of those that it names otherwise. */
export function byIds(task: Task): Awaitable<Task> {
  const named = otherwiseNamedIn(task.contract)(task.operation).toSorted(
    (one, other) => one.names.size - other.names.size,
  );
  return named.length === 0 ? task : withIds(task, named);
}

async function withIds(task: Task, named: readonly OtherwiseNamed[]): Promise<Task> {
  const path: Record<string, unknown> = { ...task.input.path };
  let ofOwn: Condition | undefined;
  for (const { resource, names } of named) {
    const { idParameter, idProperty = '', otherKeys, schema, itemPath } = resource;
    const own = Object.fromEntries([...names].map(([above, name]) => [above, path[name]]));
    const { collection, belongs } = scopeAt(task.contract, resource, own);
    const asIs = idIn(own, resource);
    if ((await task.records.get(collection, asIs, belongs)) !== undefined) continue;
    const asked = own[idParameter?.name ?? ''];
    const keys = otherKeys.flatMap((property): readonly Condition[] => {
      const key = propertiesOf(schema).get(property)?.schema ?? {};
      const value = typedAs(key, asked);
      return fits(key, 'response', value) ? [{ property, anyOf: [value] }] : [];
    });
    // A new record has this for its id only where no name looks like it.
    if (task.operation.path === itemPath && !isTelling(resource, asIs)) ofOwn = keys[0];
    for (const key of keys) {
      const [found] = await task.records.list(collection, [...belongs, key], 1);
      const id = found && idOf(found, idProperty);
      const name = names.get(idParameter?.name ?? '');
      if (id === undefined || name === undefined) continue;
      path[name] = typeof asked === 'string' ? String(id) : id;
      if (task.operation.path === itemPath) ofOwn = key;
      break;
    }
  }
  return { ...task, named: ofOwn, input: { ...task.input, path } };
}

/** Whether a value has the form of ids, and these another than texts have: a whole number, a UUID, a text of a pattern. */
function isTelling(resource: Resource, id: Id): boolean {
  const { format, pattern } = idSchemaOf(resource);
  return isIdOf(resource, id) && (typeof id !== 'string' || format !== undefined || pattern !== undefined);
}
