import { type JsonObject, objectOrEmpty, pointerTo, pointerTokens } from '../json/value';
import type { Operation } from '../model/operation';
import { ContractError, type ReportFault } from '../model/problem';
import type { Schema } from '../model/schema';
import type { Draft } from '../repair/draft';
import { createWeight, newParts, placeIn, SAME_VALUE, throughSameValue } from '../schema/inner-schemas';
import type { Direction } from '../schema/json-schema';

/** A schema of an operation. */
export interface SchemaInUse {
  readonly schema: Schema;
  /** To the schema. */
  readonly pointer: string;
  readonly direction: Direction;
  /** To what it stands in, with the examples beside it. */
  readonly ownerPointer: string;
}

/** The schemas of an operation's parameters, headers and bodies. */
export function schemasOf({ parameters, body, replies }: Operation): readonly SchemaInUse[] {
  const part =
    (direction: Direction) =>
    ({ schema, pointer }: { readonly schema: Schema | undefined; readonly pointer: string }) =>
      schema === undefined ? [] : [{ schema, pointer: pointerTo(pointer, 'schema'), direction, ownerPointer: pointer }];
  return [
    ...[...parameters, ...(body?.content ?? [])].flatMap(part('request')),
    ...replies.flatMap(({ headers, content }) => [...headers, ...content]).flatMap(part('response')),
  ];
}

/** The object at a place of the document, whose references have been followed. */
export const objectAt = (document: JsonObject, pointer: string): JsonObject =>
  objectOrEmpty(
    // An array has its members under their places, as an object has them under their names.
    pointerTokens(pointer).reduce<unknown>((value, token) => (value as JsonObject | undefined)?.[token], document),
  );

/** Cuts, in place, where schemas lead back to themselves without a property or an item between: that says nothing of a value. */
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
  const back = (one: Schema, inner: Schema): void => {
    cut(one, inner);
    targets.push(inner);
  };
  throughSameValue(schema, done, () => {}, back);
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

/** Schemas that those of operations are made of. One takes some 20 kB once compiled; GitHub's description has 10,000. */
const MAX_PARTS = 200_000;

/** Schemas that judge one value by way of `allOf` and the like. Of the published descriptions that were tried none has more than 10. */
const MAX_WEIGHT = 10_000;

/**
 * Empties, in place, schemas in which others multiply; called before anything goes through them.
 *
 * @throws ContractError with a place where all together are too many
 */
export function cutWeight(source: string, operations: readonly Operation[], report: ReportFault): void {
  const heavy: Schema[] = [];
  // It is weighed before those that refer to it, which are then light enough.
  const weightOf = createWeight((part, weight) => {
    if (weight <= MAX_WEIGHT) return weight;
    heavy.push(part);
    return 1;
  });
  const seen = new Set<Schema>();
  for (const { schema, pointer } of operations.flatMap(schemasOf)) {
    for (const part of newParts(schema, seen)) {
      if (seen.size > MAX_PARTS) {
        const problem = `the operations' schemas are made of more than ${MAX_PARTS} schemas.`;
        throw new ContractError(source, pointer, problem, 'Leave operations out.');
      }
      weightOf(part);
      for (const one of heavy) reportHeavy(pointer + (placeIn(schema, (inner) => inner === one) ?? ''), report);
      for (const one of heavy.splice(0)) empty(one);
    }
  }
}

function reportHeavy(pointer: string, report: ReportFault): void {
  const problem = `in the schema allOf, anyOf and oneOf multiply to more than ${MAX_WEIGHT} schemas for the same value.`;
  const correction = 'Let each of them refer to a schema once.';
  report({ pointer, problem, remedy: 'Any value is taken there.', correction });
}

/** @param schema of a document that is ours */
function empty(schema: Schema): void {
  for (const keyword of Object.keys(schema)) Reflect.deleteProperty(schema, keyword);
}
