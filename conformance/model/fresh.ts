import { documents, own, type Property, type Resource, typesOf } from '../../openapi/contract';
import { type Freshness, freshValue } from '../arbitraries/fresh';
import type { CaseContext } from './check';
import type { JsonRecord } from './records';
import { isReference } from './reference';
import type { Subject } from './subject';
import type { Habit, ValueNotes, Way } from './value-notes';

const KNOWN: Way = { base: 'values', fresh: 'none' };
const TEXTS: Way = { base: 'values', fresh: 'texts' };

/** The ways to make a body, in the order in which they are tried when a server refuses one. */
export const WAYS: readonly Way[] = [
  KNOWN,
  TEXTS,
  { base: 'record', fresh: 'texts' },
  { base: 'record', fresh: 'texts and numbers' },
  { base: 'record', fresh: 'all' },
];

const placeOf = ({ operation, purpose }: Subject): string => purpose?.resource.collectionPath ?? operation.id;

/** How bodies of an operation are made. Where the contract has a 409, some value may be one that no other record may have. */
export function habitOf({ values }: CaseContext['notes'], subject: Subject): Habit {
  const known = values.habits.get(placeOf(subject));
  if (known !== undefined) return known;
  const create = subject.purpose?.resource.operations.create ?? subject.operation;
  const isUnique = documents(create, 409);
  return { way: isUnique ? TEXTS : KNOWN, isTaken: false, tries: 0 };
}

export function setHabit({ values }: CaseContext['notes'], subject: Subject, habit: Habit): void {
  values.habits.set(placeOf(subject), habit);
}

/** The last good body that an operation has taken. */
export const lastTaken = ({ values }: CaseContext['notes'], { operation }: Subject): JsonRecord | undefined =>
  values.taken.get(operation.id);

/** A value that no record has, in the likeness of known ones; undefined where there is none, or the way asks for none. */
export function freshMember(
  { notes, options, known }: CaseContext,
  { purpose }: Subject,
  { name, schema }: Property,
  { fresh }: Way,
): unknown {
  const resource = purpose?.resource;
  if (!isFresh({ name, schema }, fresh) || (resource !== undefined && isRepeated({ known }, resource, name)))
    return undefined;
  return freshValue(schema, freshness(notes.values, options.seed, known.values(resource, name)));
}

function freshness(notes: ValueNotes, seed: number, like: readonly unknown[]): Freshness {
  notes.made += 1;
  return { seed: (seed % 1000) * 10_007 + (notes.salt % 100_003) * 101 + notes.made, like };
}

function isFresh({ name, schema }: Pick<Property, 'name' | 'schema'>, fresh: Way['fresh']): boolean {
  if (fresh === 'none') return false;
  if (fresh === 'all') return true;
  if (isReference(name) || ['uuid', 'date', 'date-time', 'time'].includes(schema.format ?? '')) return false;
  return fresh === 'texts and numbers' || typesOf(schema).includes('string');
}

/** Whether two records share a value: then it is none that only one record may have. */
function isRepeated({ known }: Pick<CaseContext, 'known'>, resource: Resource, name: string): boolean {
  const shown = [...known.collection(resource).records.values()].filter(
    ({ latest }) => (own(latest, name) ?? undefined) !== undefined,
  );
  // One that a faulty server has twice among many says nothing.
  const stray = Math.floor(shown.length / 8);
  return shown.length > 1 && known.values(resource, name).length < shown.length - stray;
}
