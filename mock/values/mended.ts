import {
  firstThatFits,
  fits,
  isNumeric,
  isObject,
  itemsOf,
  own,
  partAt,
  pointerTokens,
  type Schema,
  type Steps,
  schemaAt,
  typesOf,
  validatorOf,
  withPart,
} from '../../openapi/contract';
import { sample } from './sample';
import type { Source } from './source';

/** So many parts of a value, or of each item of a list, are written otherwise. */
const MOST = 20;

/**
 * A reply with each part that breaks its schema written as the schema has it, made up or left out. Two schemas of one record often
 * contradict each other in a member; the rest of the record is shown all the same. Undefined where that does not help.
 */
export function mended(schema: Schema, value: unknown, source: Source): unknown {
  const items = itemsOf(schema);
  if (Array.isArray(value) && items !== undefined)
    return fitting(
      schema,
      value.map((item: unknown) => fitting(items, item, source) ?? item),
      source,
    );
  return fitting(schema, value, source);
}

function fitting(schema: Schema, value: unknown, source: Source): unknown {
  const judge = validatorOf(schema, 'response');
  let changed = value;
  for (let nth = 0; nth <= MOST; nth += 1) {
    const violation = judge(changed);
    if (violation === undefined) return changed;
    const steps = pointerTokens(violation.pointer);
    // Nothing of the value would be left.
    if (steps.length === 0) return undefined;
    changed = withOther(schema, changed, steps, source);
  }
  return undefined;
}

function withOther(schema: Schema, value: unknown, steps: Steps, source: Source): unknown {
  const [part, wanted] = [partAt(value, steps), schemaAt(schema, steps)];
  const other = wanted && firstThatFits(wanted, candidates(wanted, part, source, steps.at(-1)));
  const isFound = wanted !== undefined && other !== undefined && fits(wanted, 'response', other);
  return isFound ? withPart(schema, value, steps, other) : without(value, steps);
}

function* candidates(schema: Schema, part: unknown, source: Source, name?: string): Iterable<unknown> {
  if (Array.isArray(part) || isObject(part)) yield mended(schema, part, source);
  // One of several, or several in place of one.
  if (Array.isArray(part)) yield part[0];
  if (typesOf(schema).includes('array') && part !== undefined) yield [part];
  if (isNumeric(part) || typeof part === 'boolean') yield String(part);
  if (typeof part === 'string' && /^-?\d{1,15}$/.test(part)) yield Number(part);
  yield sample(schema, source, name);
}

/** A value without the member of an object at these steps; the very same where there is none. */
export function without(value: unknown, steps: Steps): unknown {
  const [last = '', around] = [steps.at(-1), steps.slice(0, -1)];
  const holder = partAt(value, around);
  if (!isObject(holder) || own(holder, last) === undefined) return value;
  const { [last]: _, ...others } = holder;
  return withPart(undefined, value, around, others);
}
