import { own, propertiesOf } from '../../../openapi/contract';
import { anotherValue } from '../../arbitraries/fresh';
import { bodyOf, type Subject } from '../../exchange/subject';
import { createdIn, type JsonRecord } from '../../records/records';
import { givableValues } from '../../requests/fresh';
import { fits, knownBody, recordBodyOf } from '../../requests/valid';
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

/**
 * Valid records, or parts of one, that change a record, each otherwise: patches of one member each, or replacements of all of them. Every member
 * has its turn before one is patched twice.
 *
 * @param initial the record as it is
 */
export function changesOf(
  { subject, options }: CaseContext,
  initial: JsonRecord,
  role: 'replace' | 'patch',
  count: number,
): readonly JsonRecord[] {
  const media = recordBodyOf(subject);
  if (media === undefined) return [];
  const settable = [...propertiesOf(media.schema).values()].filter(
    ({ name, readOnly, writeOnly }) => !readOnly && !writeOnly && name !== subject.purpose?.resource.idProperty,
  );
  const used = new Map(settable.map(({ name }) => [name, [own(initial, name)]]));
  const fresh = ({ name, schema }: (typeof settable)[number], nth: number): readonly (readonly [string, unknown])[] => {
    const before = used.get(name) ?? [];
    const value = anotherValue(schema, before, options.seed + nth + 1);
    if (value === undefined) return [];
    used.set(name, [...before, value]);
    return [[name, value]];
  };
  const bodies = Array.from({ length: count }, (_, nth): JsonRecord => {
    if (role === 'replace')
      return Object.fromEntries(
        settable.flatMap((property) => {
          const value = fresh(property, nth);
          const was = own(initial, property.name);
          return value.length > 0 || was === undefined || was === null ? value : [[property.name, was] as const];
        }),
      );
    const property = settable[nth % Math.max(1, settable.length)];
    return property === undefined ? {} : Object.fromEntries(fresh(property, nth));
  });
  return bodies.filter((body) => Object.keys(body).length > 0 && fits(media, body));
}
