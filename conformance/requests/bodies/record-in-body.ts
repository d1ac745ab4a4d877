/** The record in a body that has more around it: how it gets there, and what is said where it cannot. */
import { partAt, withPart } from '../../../openapi/contract';
import { recordBodyOf } from '../../exchange/record-body';
import { bodyOf, type Subject, type Taking, takenSteps } from '../../exchange/subject';
import type { JsonRecord } from '../../records/records';
import { inconclusive, skip, type Unjudged } from '../../verdict/verdict';
import type { ChosenStrategy, Making } from './fresh';
import { fits, knownBody, type ValidBody } from './valid';

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
  chosen?: Pick<ChosenStrategy, 'strategy' | 'isTaken'>,
): ValidBody {
  const steps = takenSteps(subject);
  const media = bodyOf(subject.operation);
  if (steps.length === 0 || media === undefined) return knownBody(context, subject, extra, chosen);
  const known = knownBody(context, subject, {}, chosen);
  if (Object.keys(extra).length === 0) return known;
  const record = { ...Object(partAt(known.body, steps)), ...extra };
  // What goes into an object at the first step is an object.
  const body = withPart(media.schema, known.body, steps, record) as JsonRecord;
  return fits(media, body) ? { body, isKnown: false } : known;
}

/** Why what a body says of a record is not judged; undefined where it can be. */
export const unplaced = (subject: Taking): Unjudged | undefined =>
  recordBodyOf(subject) === undefined && takenSteps(subject).length > 0
    ? inconclusive('the body has the record in a list, not by itself')
    : undefined;

/** That a case has nothing to send: where the record is the body itself, the contract lacks it; else it may be of the wrapper's making. */
export const nothingToSend = (subject: Taking, reason: string): Unjudged =>
  takenSteps(subject).length === 0 ? skip(reason) : inconclusive(`${reason} for the record within the body`);
