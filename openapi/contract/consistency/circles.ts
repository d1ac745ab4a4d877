import type { Draft } from '../mending/draft';
import type { Operation } from '../model/operation';
import type { ReportFault } from '../model/problem';
import type { Schema } from '../model/schema';
import { innerSchemas, newParts, placeIn, SAME_VALUE } from '../schema/inner-schemas';

import { schemasOf } from './schemas';

/**
 * Cuts, in place, where schemas lead back to themselves without a property or an item between: nobody could ever tell what such
 * a schema says of a value, but what it says besides.
 */
export function cutCircles(operations: readonly Operation[], report: ReportFault): void {
  const seen = new Set<Schema>();
  const done = new Set<Schema>();
  for (const { schema, pointer } of operations.flatMap(schemasOf)) {
    for (const part of newParts(schema, seen)) {
      for (const target of cutWithin(part, done)) {
        report({
          pointer: pointer + (placeIn(schema, (one) => one === target) ?? ''),
          problem:
            'the schema leads back to itself without a property or an item between: no value can be judged by it.',
          remedy: 'It is read without that.',
          correction: 'Let it refer to another schema.',
        });
      }
    }
  }
}

/** Cuts what leads back among the schemas that judge the same value, and gives what it led back to. */
function cutWithin(schema: Schema, done: Set<Schema>): readonly Schema[] {
  const targets: Schema[] = [];
  const open = new Set<Schema>();
  const enter = (one: Schema): void => {
    if (done.has(one)) return;
    open.add(one);
    for (const { schema: inner } of innerSchemas(one, SAME_VALUE)) {
      if (!open.has(inner)) enter(inner);
      else {
        cut(one, inner);
        targets.push(inner);
      }
    }
    open.delete(one);
    done.add(one);
  };
  enter(schema);
  return targets;
}

/** @param schema of a document that is ours */
function cut(schema: Schema, inner: Schema): void {
  const draft = schema as Draft;
  for (const keyword of SAME_VALUE) {
    const value = draft[keyword];
    if (value === inner) Reflect.deleteProperty(draft, keyword);
    else if (Array.isArray(value)) {
      const left = value.filter((one) => one !== inner);
      if (left.length > 0) draft[keyword] = left;
      else Reflect.deleteProperty(draft, keyword);
    } else if (typeof value === 'object' && value !== null) {
      // The schemas of properties, under their names.
      const named = value as Draft;
      for (const name of Object.keys(named)) if (named[name] === inner) Reflect.deleteProperty(named, name);
    }
  }
}
