import type { Resource, Schema } from '../../openapi/contract';

/** The members of bodies, in their order, and whether a body of these members is its record as it was sent. */
export interface BodyMembers {
  /** Undefined where no body of these members has been looked at. */
  find(resource: Resource, schema: Schema, names: readonly string[]): boolean | undefined;
  add(resource: Resource, schema: Schema, names: readonly string[], isRecord: boolean): void;
}

/** An open schema lets clients send members of any name: no more combinations than these are remembered. */
const MOST_KNOWN = 20;
/** Nor those of more characters than a body of the usual kind has in its names. */
const LONGEST_NAMES = 2000;

interface Known {
  readonly names: readonly string[];
  readonly isRecord: boolean;
}

export function createBodyMembers(): BodyMembers {
  const bySchema = new WeakMap<Schema, WeakMap<Resource, Known[]>>();
  return {
    find(resource, schema, names) {
      const known = bySchema.get(schema)?.get(resource);
      return known?.find((one) => isSame(one.names, names))?.isRecord;
    },
    add(resource, schema, names, isRecord) {
      if (names.length + names.reduce((sum, name) => sum + name.length, 0) > LONGEST_NAMES) return;
      const byResource = bySchema.get(schema) ?? new WeakMap<Resource, Known[]>();
      const known = byResource.get(resource) ?? [];
      if (known.length < MOST_KNOWN) known.push({ names, isRecord });
      bySchema.set(schema, byResource.set(resource, known));
    },
  };
}

export function isSame(names: readonly string[], others: readonly string[]): boolean {
  return names.length === others.length && names.every((name, place) => name === others[place]);
}
