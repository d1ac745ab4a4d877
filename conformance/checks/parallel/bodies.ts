import { itemsOf, keywordOf, own, propertiesOf, type Schema, typesOf } from '../../../openapi/contract';
import { anotherValue } from '../../arbitraries/fresh';
import { recordBodyOf } from '../../exchange/record-body';
import { bodyOf } from '../../exchange/subject';
import { createdIn, isReference, type JsonRecord } from '../../records/records';
import { givableValues } from '../../requests/bodies/fresh';
import { fits, knownBody } from '../../requests/bodies/valid';
import { type CaseContext, resourceOf } from '../../steps/check';
import { markOf, tryToCreate } from '../../steps/records';

/** Bodies for creates that are sent at once. */
export interface Bodies {
  readonly all: readonly JsonRecord[];
  /** The property by whose text a body can be told from every other record; undefined where there is none. */
  readonly mark: string | undefined;
}

/** Creates a record where this run has made none: its id makes the marks like no other run's. */
export async function createForMarks(context: CaseContext): Promise<void> {
  if (createdIn(context.known.collection(resourceOf(context))).length === 0) await tryToCreate(context);
}

/**
 * Valid bodies that differ from each other, and from all that others send: the id of a record that this run has made is in
 * their marks, and no other run has made that one.
 *
 * @param what stands in the marks
 */
export function bodiesApart(context: CaseContext, count: number, what: string): Bodies {
  const { subject, known, options } = context;
  const resource = resourceOf(context);
  const media = bodyOf(subject.operation);
  const mark = markOf(subject);
  const made = createdIn(known.collection(resource)).at(-1);
  const unique = `${options.seed.toString(36)}-${String(made?.id ?? 'x')}`;
  const bodyAt = (nth: number, isMarked: boolean): JsonRecord => {
    const choices = resource.filters.flatMap(({ property }) => {
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
    made !== undefined &&
    !known.isNamed(mark) &&
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
 * @param isLeast whether a replacement, too, changes one member alone: by a rule of the server's own others may have to go together
 */
export function changesOf(
  { subject, options, known, notes }: CaseContext,
  initial: JsonRecord,
  role: 'replace' | 'patch',
  count: number,
  isLeast = false,
): readonly JsonRecord[] {
  const media = recordBodyOf(subject);
  if (media === undefined) return [];
  const settable = [...propertiesOf(media.schema).values()].filter(
    ({ name, readOnly, writeOnly, required }) =>
      !readOnly &&
      // What no reply shows explains none, but a replacement may have to have it.
      (!writeOnly || (required && role === 'replace')) &&
      name !== subject.purpose?.resource.idProperty,
  );
  // Other records may have had the values of the first draw, and no other record may have some of them.
  const turn = subject.purpose === undefined ? 0 : createdIn(known.collection(subject.purpose.resource)).length * 17;
  const stiff = notes.values.stiff.get(subject.operation.id);
  const inner = settable.filter(({ name, schema }) => !refersWithin(name, schema));
  const loose = inner.filter(({ name }) => stiff?.has(name) !== true);
  const changeable = loose.length > 0 ? loose : inner;
  const free = changeable.filter(({ schema }) => isFreeText(schema));
  const telling = free.length > 0 ? free : changeable;
  const missing = settable.filter(({ name, required }) => required && (own(initial, name) ?? null) === null);
  const used = new Map(settable.map(({ name }) => [name, [own(initial, name)]]));
  const fresh = ({ name, schema }: (typeof settable)[number], nth: number): readonly (readonly [string, unknown])[] => {
    const before = used.get(name) ?? [];
    const value = anotherValue(schema, before, options.seed + turn + nth + 1);
    if (value === undefined) return [];
    used.set(name, [...before, value]);
    return [[name, value]];
  };
  const kept = settable
    .map(({ name }) => [name, own(initial, name)] as const)
    .filter(([, was]) => was !== undefined && was !== null);
  const bodies = Array.from({ length: count }, (_, nth): JsonRecord => {
    const one = isLeast ? telling : changeable;
    const changed = role === 'replace' && !isLeast ? changeable : one.slice(nth % one.length).slice(0, 1);
    const owed = isLeast && role === 'replace' ? missing.filter((member) => !changed.includes(member)) : [];
    const members = [...owed, ...changed].flatMap((property) => fresh(property, nth));
    return Object.fromEntries(role === 'replace' ? [...kept, ...members] : members);
  });
  return bodies.filter((body) => Object.keys(body).length > 0 && fits(media, body));
}

const isFreeText = (schema: Schema): boolean =>
  typesOf(schema).includes('string') &&
  (['enum', 'const', 'format', 'pattern'] as const).every((keyword) => keywordOf(schema, keyword) === undefined);

/** Whether a member refers to a record, itself or by what is in it: of another value there may be none. */
function refersWithin(name: string, schema: Schema, depth = 0): boolean {
  if (isReference(name, schema) || depth > MOST_LEVELS) return isReference(name, schema);
  return [...propertiesOf(itemsOf(schema) ?? schema)].some(([inner, one]) =>
    refersWithin(inner, one.schema, depth + 1),
  );
}

const MOST_LEVELS = 4;
