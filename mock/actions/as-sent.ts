import {
  alternativesOf,
  isObject,
  memoized,
  type Property,
  propertiesOf,
  type Resource,
  type Schema,
  typesOf,
  validatorOf,
  wordOf,
} from '../../openapi/contract';
import type { Place } from '../resources/place';
import { put } from '../values/put';
import type { Id, StoredRecord } from '../world/stores/records';
import type { Task } from './model';

/**
 * The record of a body that is one except for its id, as most are: it has only what a client may set, in the order of the
 * record's schema, and lacks nothing that would have to be made up. `toRecord` gives the same after four walks through
 * both schemas, which were 7 % of a POST's time; this is 1 %.
 *
 * @returns undefined where `toRecord` is needed
 */
export function recordAsSent(
  { input: { body, bodyType } }: Task,
  resource: Resource,
  { belongs }: Place,
  id: Id,
): StoredRecord | undefined {
  if (belongs.length > 0 || bodyType?.schema === undefined || !isObject(body)) return undefined;
  const slots = slotsOf(resource)(bodyType.schema);
  if (slots === undefined) return undefined;
  const record: Record<string, unknown> = {};
  if (resource.idProperty !== undefined) put(record, resource.idProperty, id);
  const names = Object.keys(body);
  let taken = 0;
  for (const { name, isNeeded } of slots) {
    if (names[taken] === name) {
      const value = body[name];
      if (typeof value === 'object' && value !== null) return undefined;
      put(record, name, value);
      taken += 1;
    } else if (isNeeded) {
      return undefined;
    }
  }
  const isWhole = taken === names.length && validatorOf(resource.schema, 'response')(record) === undefined;
  return isWhole ? record : undefined;
}

/** A property that a client may set. */
interface Slot {
  readonly name: string;
  /** Whether a value is made for it where the client leaves it out. */
  readonly isNeeded: boolean;
}

/** In the order of the record's schema; undefined where the shape of a record depends on more than its properties. */
const slotsOf = memoized((resource: Resource) => memoized((schema: Schema) => findSlots(schema, resource)));

function findSlots(schema: Schema, { schema: ofRecord, idProperty }: Resource): readonly Slot[] | undefined {
  if ([schema, ofRecord].some((one) => alternativesOf(one).length !== 1)) return undefined;
  if (typesOf(ofRecord).length > 0 && !typesOf(ofRecord).includes('object')) return undefined;
  const [sent, kept] = [propertiesOf(schema), propertiesOf(ofRecord)];
  const slots: Slot[] = [];
  for (const { name, required, readOnly, writeOnly } of kept.values()) {
    if (name === idProperty) continue;
    const given = sent.get(name);
    const isSettable = given !== undefined && !given.readOnly && !readOnly && !writeOnly;
    const isMade = required && !writeOnly;
    const isNeeded = isMade || hasDefault(given);
    if (isSettable) slots.push({ name, isNeeded });
    else if (isNeeded) return undefined;
  }
  // A record of an open schema may get a default of a property that its schema does not name.
  const isStrange = [...sent.values()].some((property) => !kept.has(property.name) && hasDefault(property));
  return isStrange ? undefined : slots;
}

const hasDefault = (property: Property | undefined): boolean =>
  property !== undefined && wordOf(property.schema, 'default') !== undefined;
