import { type MediaType, propertiesOf, typesOf } from '../../openapi/contract';
import { bodyOf, type Subject } from '../exchange/subject';
import { createdIn } from '../records/known';
import { recordBodyOf } from '../requests/record-body';
import { takenSteps } from '../requests/taken-steps';
import type { CaseContext } from './check';

/** The property whose text marks the records of refused requests. */
export const markOf = ({ operation }: Subject): string | undefined => markIn(bodyOf(operation));

/** The same of the record in a body, wherever it stands there. In a wrapper it is another one than the id. */
export function recordMarkOf(subject: Subject): string | undefined {
  const isBare = takenSteps(subject).length === 0;
  return markIn(recordBodyOf(subject), isBare ? undefined : subject.purpose?.resource.idProperty);
}

function markIn(media: Partial<MediaType> | undefined, id?: string): string | undefined {
  return [...propertiesOf(media?.schema ?? {}).values()].find(
    ({ name, required, schema }) =>
      required &&
      name !== id &&
      typesOf(schema).includes('string') &&
      schema.enum === undefined &&
      schema.format === undefined &&
      schema.pattern === undefined,
  )?.name;
}

/**
 * A mark for what the server should refuse, another one each time: it may accept such a request all the same, and then it has a
 * record of that mark, which must not be taken for one of another request. Nor for one of another run: the id of a record
 * that this one has made stands in it.
 */
export function refusedMark({ options, notes, known }: CaseContext, subject: Subject): string {
  notes.values.marks += 1;
  const { resource } = subject.purpose ?? {};
  const made = resource === undefined ? undefined : createdIn(known.collection(resource)).at(-1);

  const media = recordBodyOf(subject);
  const schema = propertiesOf(media?.schema ?? {}).get(recordMarkOf(subject) ?? '')?.schema;
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema ?? {};
  const number = notes.values.marks.toString(36);
  const text = `Refused ${options.seed.toString(36)}-${String(made?.id ?? 'x')}-${number}`;
  return (text.length <= maxLength ? text : `R${number}`.slice(0, maxLength)).padEnd(minLength, '.');
}

/** Whether a value is such a mark, which no other client has. */
export const isOwnText = (value: unknown): boolean => typeof value === 'string' && value.startsWith('Refused ');
