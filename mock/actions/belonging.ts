/** What a reply that is made from an example says of the records that its operation's path names. */
import {
  fits,
  isNamedLike,
  isObject,
  lastWordOf,
  memoized,
  parentsSpelled,
  partAt,
  propertiesOf,
  type Resource,
  type Schema,
  type Steps,
  withPart,
} from '../../openapi/contract';
import { idOf, typedAs } from '../resources/record';
import type { StoredRecord } from '../world/stores/records';
import type { Task } from './model';

/** A record above an operation's path. */
export interface Above {
  readonly resource: Resource;
  readonly record: StoredRecord;
}

/**
 * The reply with the ids of the path in the members that are called so (`order_id` below `/orders/{id}`) or, where it shows most of
 * what the record above it has, with what that has: nothing of another record.
 */
export function ofParents(
  { operation: { path }, input }: Task,
  above: Above | undefined,
  schema: Schema,
  reply: unknown,
): unknown {
  let shown = above === undefined ? reply : withReference(reply, above);
  if (shown !== reply && !fits(schema, 'response', shown)) shown = reply;
  for (const { steps, object } of objectsIn(schema)) {
    if (!isObject(partAt(shown, steps))) continue;
    const properties = propertiesOf(object);
    // It has a name of its own, so that templates may mean other members.
    const named = parentsSpelled({ collectionPath: path, schema: object, idProperty: '' });
    const ids = named.map(({ parameter, property }) => {
      const id = typedAs(properties.get(property)?.schema, input.path[parameter]);
      return [property, id] as const;
    });
    const isView = ids.length === 0 && above !== undefined && isViewOf(object, above.resource);
    const members = isView ? Object.entries(above.record).filter(([name]) => properties.has(name)) : ids;
    for (const [name, value] of members) {
      const changed = withPart(schema, shown, [...steps, name], value);
      if (fits(schema, 'response', changed)) shown = changed;
    }
  }
  return shown;
}

/** The reply with the id of the record above where an object names its kind: `{"type": "volume", "id": 554}` below `/volumes/{id}`. */
function withReference(value: unknown, above: Above, depth = 0): unknown {
  const { resource, record } = above;
  if (Array.isArray(value)) return value.map((item: unknown) => withReference(item, above, depth));
  if (!isObject(value) || depth > MAX_DEPTH) return value;
  const { type, id } = value;
  const own = idOf(record, resource.idProperty ?? '');
  const word = lastWordOf(resource.collectionPath) ?? '';
  const isMeant = depth > 0 && typeof type === 'string' && own !== undefined && isNamedLike(word, type);
  if (isMeant && id !== undefined) return { ...value, id: typeof id === 'string' ? String(own) : own };
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withReference(member, above, depth + 1)] as const),
  );
}

/** What is deeper is about something else. */
const MAX_DEPTH = 3;

/** A reply's own object, and those that it wraps. */
const objectsIn = memoized((schema: Schema): readonly { readonly steps: Steps; readonly object: Schema }[] => {
  const inner = [...propertiesOf(schema).values()].filter((property) => propertiesOf(property.schema).size > 0);
  return [
    { steps: [], object: schema },
    ...inner.map((property) => ({ steps: [property.name], object: property.schema })),
  ].filter(({ object }) => propertiesOf(object).size > 0);
});

/** Whether most of an object's members are those of a record, its id among them. */
function isViewOf(object: Schema, { schema, idProperty }: Resource): boolean {
  const [names, known] = [[...propertiesOf(object).keys()], propertiesOf(schema)];
  const shared = names.filter((name) => known.has(name));
  return (
    idProperty !== undefined &&
    shared.includes(idProperty) &&
    shared.length > 1 &&
    shared.length * 3 >= names.length * 2
  );
}
