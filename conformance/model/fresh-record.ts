import {
  isObject,
  type MediaType,
  own,
  partAt,
  propertiesOf,
  schemaAt,
  validatorOf,
  withPart,
} from '../../openapi/contract';
import type { CaseContext } from './check';
import { freshMember } from './fresh';
import type { JsonRecord } from './records';
import type { Subject } from './subject';
import { takenSteps } from './taken-steps';
import type { Way } from './value-notes';

/**
 * A body whose record within has values that no other record has, as far as the way asks for such; the body itself where it is
 * the record. An id that clients choose is one of them, whatever it is called: another record may have the one that was sent.
 *
 * @param extra members of the body that stay as they are
 */
export function withFreshRecord(
  context: CaseContext,
  subject: Subject,
  media: Pick<MediaType, 'schema'>,
  body: JsonRecord,
  extra: JsonRecord,
  way: Way,
): JsonRecord {
  const steps = takenSteps(subject);
  const [outer] = steps;
  const record = partAt(body, steps);
  if (outer === undefined || way.fresh === 'none' || own(extra, outer) !== undefined || !isObject(record)) return body;
  const { resource, role } = subject.purpose ?? {};
  const schema = media.schema === undefined ? undefined : schemaAt(media.schema, steps);
  const fresh = [...propertiesOf(schema ?? {}).values()].flatMap((property) => {
    const { name, readOnly } = property;
    if (readOnly || own(record, name) === undefined) return [];
    const isChosen = role === 'create' && name === resource?.idProperty;
    const value = freshMember(context, subject, property, isChosen ? { ...way, fresh: 'all' } : way);
    return value === undefined ? [] : [[name, value] as const];
  });
  if (media.schema === undefined || fresh.length === 0) return body;
  // What goes into an object at the first step is an object.
  const made = withPart(media.schema, body, steps, { ...record, ...Object.fromEntries(fresh) }) as JsonRecord;
  return validatorOf(media.schema, 'request')(made) === undefined ? made : body;
}
