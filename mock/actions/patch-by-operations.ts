import { isObject, type Resource, type Violation, validatorOf } from '../../openapi/contract';
import { inapplicablePatch, invalidBody } from '../errors/problems';
import { refusalFor } from '../errors/refusal';
import { pick, putAll, shown } from '../values/shape';
import type { StoredRecord } from '../world/stores/records';
import { keepReadOnly } from './fields';
import { applyJsonPatch } from './json-patch';
import { JsonPatchError } from './json-patch-step';
import type { Task } from './model';

/**
 * The record after the operations that a body is (JSON Patch, RFC 6902). What no client may set stays as it was.
 *
 * @throws Problem where they can't be applied, or do not leave a record: then nothing is changed
 */
export function patchByOperations(task: Task, { schema, idProperty }: Resource, before: StoredRecord): StoredRecord {
  const changed = pick(schema, changedBy(task, before), task.source.keepsUnnamed);
  const id = idProperty === undefined ? {} : { [idProperty]: before[idProperty] };
  const record = isObject(changed) ? putAll({}, keepReadOnly(schema, before, changed), id) : undefined;
  // A property that is required would be made up where it was removed, so this is judged before.
  const violation = record === undefined ? NO_RECORD : validatorOf(schema, 'response')(shown(schema, record));
  if (record === undefined || violation !== undefined)
    throw invalidBody(refusalFor(task.operation, 'invalidBody'), violation ?? NO_RECORD, 'What the patch leaves');
  return record;
}

function changedBy({ input, operation }: Task, before: StoredRecord): unknown {
  try {
    return applyJsonPatch(before, Array.isArray(input.body) ? input.body : []);
  } catch (error) {
    if (!(error instanceof JsonPatchError)) throw error;
    throw inapplicablePatch(refusalFor(operation, REFUSALS[error.fault]), error.fault, error.message);
  }
}

/** RFC 5789 §2.2: a patch that is not right, and one that does not go with the state of what it is for. */
const REFUSALS = { operations: 'invalidBody', record: 'conflict' } as const;

const NO_RECORD: Violation = { pointer: '', keyword: 'type', expected: 'an object', found: 'something else' };
