import { essence, isObject, type Operation, own, type Schema } from '../../openapi/contract';
import { brokenBodies } from '../arbitraries/broken';
import { bodyOf } from './subject';

const MERGE_PATCH = 'application/merge-patch+json';

/** Whether the suite sends an operation merge patches. */
export const isMergePatch = (operation: Operation): boolean => essence(bodyOf(operation)?.type ?? '') === MERGE_PATCH;

/**
 * Bodies that break one constraint each and that an operation has to refuse. Where it takes merge patches, null removes a
 * member whatever its schema says of null (RFC 7396 §2): and who documents another type of JSON beside them may well treat
 * both alike.
 */
export function refusableBodies(
  { body }: Operation,
  schema: Schema,
  valid: Readonly<Record<string, unknown>>,
): ReturnType<typeof brokenBodies> {
  const broken = brokenBodies(schema, valid);
  if (body?.content.some(({ type }) => essence(type) === MERGE_PATCH) !== true) return broken;
  return broken.filter(
    ({ value }) => !isObject(value) || Object.keys(value).every((name) => own(value, name) !== null),
  );
}
