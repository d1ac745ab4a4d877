/** Parts of a JSON value, or of its schema, by the steps that lead to them. */
import { isObject, own } from '../json/value';
import type { Steps } from '../model/resource';
import type { Schema } from '../model/schema';
import { itemsOf, propertiesOf } from '../schema/properties';

/** The part of a JSON value at these steps; undefined where there is none. */
export function partAt(value: unknown, steps: Steps): unknown {
  let part = value;
  for (const step of steps) {
    if (Array.isArray(part)) part = part[Number(step)];
    else part = isObject(part) ? own(part, step) : undefined;
  }
  return part;
}

/** The schema of the part at these steps; undefined where the schema has none. */
export function schemaAt(schema: Schema, steps: Steps): Schema | undefined {
  let part: Schema | undefined = schema;
  for (const step of steps) {
    if (part === undefined) return undefined;
    part = propertiesOf(part).get(step)?.schema ?? itemsOf(part);
  }
  return part;
}

/** A JSON value with a part at these steps, in place of what was there; its schema says where a step leads into an array. */
export function withPart(schema: Schema | undefined, around: unknown, steps: Steps, part: unknown): unknown {
  const [step, ...inner] = steps;
  if (step === undefined) return part;
  const below = schema === undefined ? undefined : schemaAt(schema, [step]);
  if (Array.isArray(around) || (schema !== undefined && isListOf(schema, step))) {
    const items: readonly unknown[] = Array.isArray(around) ? around : [];
    const changed = withPart(below, items[Number(step)], inner, part);
    return [...items.slice(0, Number(step)), changed, ...items.slice(Number(step) + 1)];
  }
  const members = isObject(around) ? around : {};
  return { ...members, [step]: withPart(below, own(members, step), inner, part) };
}

const isListOf = (schema: Schema, step: string): boolean =>
  itemsOf(schema) !== undefined && !propertiesOf(schema).has(step);
