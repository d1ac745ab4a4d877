import { type UniqueValue, uniqueValues } from '../../../openapi/contract';
import { recordBodyOf } from '../../exchange/record-body';
import type { Subject } from '../../exchange/subject';

/** The texts of which words say that another record may not have the same. */
export function uniqueIn({ operation, purpose }: Subject): readonly UniqueValue[] {
  const media = recordBodyOf({ operation, purpose });
  const { create } = purpose?.resource.operations ?? {};
  if (media === undefined || create === undefined || purpose === undefined) return [];
  const made = recordBodyOf({ operation: create, purpose: { ...purpose, role: 'create' } })?.schema ?? {};
  return uniqueValues(operation, purpose.resource, media.schema, made);
}
