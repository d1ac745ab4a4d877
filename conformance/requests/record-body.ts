import { type MediaType, partAt, propertiesOf, type Resource, type Schema, withPart } from '../../openapi/contract';
import { bodyOf, type Subject } from '../exchange/subject';
import type { JsonRecord } from '../records/records';
import { isReference } from '../records/reference';
import { inconclusive, skip, type Verdict } from '../verdict/verdict';
import type { Habit, Making } from './fresh';
import { type Taking, takenSteps } from './taken-steps';
import { fits, knownBody, type ValidBody } from './valid';

/**
 * The JSON body that an operation takes, with the schema of the record in it; undefined where it takes none, or not the record by
 * itself but a list.
 */
export function recordBodyOf(subject: Taking): (MediaType & { schema: Schema }) | undefined {
  const media = bodyOf(subject.operation);
  const steps = takenSteps(subject);
  if (media === undefined || steps.length === 0) return media;
  const schema = steps.reduce<Schema | undefined>(
    (outer, step) => (outer === undefined ? undefined : propertiesOf(outer).get(step)?.schema),
    media.schema,
  );
  if (schema === undefined) return undefined;
  const examples = media.examples.map((one) => ({ ...one, value: partAt(one.value, steps) }));
  return { ...media, schema, examples };
}

/** The body that has a record of an operation's in it. Where that wrapper has to have more, it has what `knownBody` gives it. */
export function wrapped(context: Making, subject: Subject, record: JsonRecord): JsonRecord {
  const media = bodyOf(subject.operation);
  const steps = takenSteps(subject);
  if (media === undefined || steps.length === 0) return record;
  // What goes into an object at the first step is an object.
  const around = (outside: unknown) => withPart(media.schema, outside, steps, record) as JsonRecord;
  const alone = around(undefined);
  return fits(media, alone) ? alone : around(knownBody(context, subject).body);
}

/** As `knownBody`, but `extra` are members of the record, wherever in the body that stands. */
export function knownRecordBody(
  context: Making,
  subject: Subject,
  extra: JsonRecord,
  habit?: Pick<Habit, 'way' | 'isTaken'>,
): ValidBody {
  const steps = takenSteps(subject);
  const media = bodyOf(subject.operation);
  if (steps.length === 0 || media === undefined) return knownBody(context, subject, extra, habit);
  const known = knownBody(context, subject, {}, habit);
  if (Object.keys(extra).length === 0) return known;
  const record = { ...Object(partAt(known.body, steps)), ...extra };
  // What goes into an object at the first step is an object.
  const body = withPart(media.schema, known.body, steps, record) as JsonRecord;
  return fits(media, body) ? { body, isKnown: false } : known;
}

/** Why what a body says of a record is not judged; undefined where it can be. */
export const unplaced = (subject: Taking): Verdict | undefined =>
  recordBodyOf(subject) === undefined && takenSteps(subject).length > 0
    ? inconclusive('the body has the record in a list, not by itself')
    : undefined;

/** That a case has nothing to send: where the record is the body itself, the contract lacks it; else it may be of the wrapper's making. */
export const nothingToSend = (subject: Taking, reason: string): Verdict =>
  takenSteps(subject).length === 0 ? skip(reason) : inconclusive(`${reason} for the record within the body`);

/** Whether records are known by a name of theirs (a slug, a user's name): that may follow what it is made of. */
export const hasNaturalKey = ({ idProperty }: Resource): boolean =>
  idProperty !== undefined && !isReference(idProperty);
