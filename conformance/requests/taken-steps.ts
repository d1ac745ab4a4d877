import { type Resource, roleOf, type Steps } from '../../openapi/contract';
import type { Subject } from '../exchange/subject';

/** What of a subject says where its body has the record. */
export type Taking = Pick<Subject, 'operation' | 'purpose'>;

/** Where the record stands in the body that an operation takes; no steps where it is the body itself. */
export function takenSteps({ operation, purpose }: Taking): Steps {
  const resource: Resource | undefined = purpose?.resource;
  const role = resource && roleOf(resource, operation);
  return (role === undefined ? undefined : resource?.taken[role]) ?? [];
}
