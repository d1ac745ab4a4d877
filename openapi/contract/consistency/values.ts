import type { Contract } from '../model/contract';
import { validatorOf } from '../schema/validators';
import { sentenceOf } from '../schema/violation';
import type { DocumentProblem } from './document-problem';
import { valuesOf } from './given-values';
import { schemasOf } from './schemas';

export function schemaThatCannotBeCompiled({ operations }: Contract): DocumentProblem | undefined {
  for (const { schema, pointer, direction } of operations.flatMap(schemasOf)) {
    try {
      validatorOf(schema, direction)(null);
    } catch (error) {
      return {
        pointer,
        problem: `the schema can't be compiled: ${error instanceof Error ? error.message : String(error)}.`,
        remedy: 'Correct the schema.',
      };
    }
  }
  return undefined;
}

export function exampleThatBreaksItsSchema({ operations }: Contract): DocumentProblem | undefined {
  for (const { schema, value, pointer, direction } of operations.flatMap(schemasOf).flatMap(valuesOf)) {
    const violation = validatorOf(schema, direction)(value);
    if (violation === undefined) continue;
    return {
      pointer: `${pointer}${violation.pointer}`,
      problem: `the value does not fit its schema: ${sentenceOf(violation, 'it')}.`,
      remedy: 'Correct the value or the schema.',
    };
  }
  return undefined;
}
