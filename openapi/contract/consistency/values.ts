import type { JsonObject } from '../json/value';
import type { Operation } from '../model/operation';
import type { ReportFault } from '../model/problem';
import { type Judges, newJudges, surelyFits } from '../schema/validators';

import { sentenceOf } from '../schema/violation';
import { type GivenValue, givenValues } from './given-values';
import { schemasOf } from './schemas';

/**
 * The document without the examples and defaults that break their schemas.
 *
 * @returns undefined where none does
 */
export function withoutBrokenValues(
  document: JsonObject,
  operations: readonly Operation[],
  report: ReportFault,
): JsonObject | undefined {
  const judges = newJudges();
  const broken = givenValues(document, operations.flatMap(schemasOf)).filter((given) =>
    isBroken(given, judges, report),
  );
  if (broken.length === 0) return undefined;
  // From behind, so that what stands before in the same array keeps its place.
  for (const { owner, name } of broken.toReversed()) {
    if (Array.isArray(owner)) owner.splice(Number(name), 1);
    else Reflect.deleteProperty(owner, name);
  }
  // What was worked out of a schema is remembered by its identity.
  return structuredClone(document);
}

function isBroken({ schema, value, pointer, direction }: GivenValue, judges: Judges, report: ReportFault): boolean {
  if (surelyFits(schema, value)) return false;
  const violation = judges[direction](schema).validate(value);
  if (violation === undefined) return false;
  report({
    pointer: `${pointer}${violation.pointer}`,
    problem: `the value does not fit its schema: ${sentenceOf(violation, 'it')}.`,
    remedy: 'It is left out, and a value is made up where one is needed.',
    correction: 'Correct the value or the schema.',
  });
  return true;
}
