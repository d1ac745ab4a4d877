import { own } from '../../../openapi/contract';
import { bodyOf, type Subject } from '../../exchange/subject';
import type { JsonRecord } from '../../records/records';
import { createdIn } from '../../records/records';
import { givableValues } from '../../requests/fresh';
import { fits, knownBody } from '../../requests/valid';
import type { CaseContext } from '../../steps/check';
import { markOf } from '../../steps/records';

/** Bodies for creates that are sent at once. */
export interface Bodies {
  readonly all: readonly JsonRecord[];
  /** The property by whose text a body can be told from every other record; undefined where there is none. */
  readonly mark: string | undefined;
}

/**
 * Valid bodies that differ from each other, and from all that others send: the id of a record that this run has made is in
 * their marks, and no other run has made that one.
 *
 * @param what stands in the marks
 */
export function bodiesApart(context: CaseContext, subject: Subject, count: number, what: string): Bodies {
  const { resource } = subject.purpose ?? {};
  const media = bodyOf(subject.operation);
  const mark = markOf(subject);
  const made = resource === undefined ? [] : createdIn(context.known.collection(resource));
  const unique = `${context.options.seed.toString(36)}-${String(made.at(-1)?.id ?? 'x')}`;
  const bodyAt = (nth: number, isMarked: boolean): JsonRecord => {
    const choices = (resource?.filters ?? []).flatMap(({ property }) => {
      const values = givableValues(context, subject, property);
      const value = values[nth % Math.max(1, values.length)];
      return value === undefined ? [] : [[property, value] as const];
    });
    const text = isMarked && mark !== undefined ? { [mark]: `${what} ${unique}-${nth}` } : {};
    return knownBody(context, subject, { ...Object.fromEntries(choices), ...text }).body;
  };
  const isMarkable =
    mark !== undefined &&
    media !== undefined &&
    made.length > 0 &&
    !context.known.isNamed(mark) &&
    fits(media, bodyAt(count - 1, true));
  const all = Array.from({ length: count }, (_, nth) => bodyAt(nth, isMarkable));
  return { all, mark: isMarkable ? mark : undefined };
}

/** Whether a record has the mark of a body. */
export const isMarkedAs = (record: JsonRecord, body: JsonRecord, { mark }: Bodies): boolean =>
  mark !== undefined && own(record, mark) === own(body, mark);
