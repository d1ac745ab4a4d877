/** The record in a body that has more around it: how it gets there, and what is said where it cannot. */
import { isObject, partAt, type Schema, type Steps, schemaAt, withPart } from '../../../openapi/contract';
import { fullValue } from '../../arbitraries/plain';
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

/** A body that is good but for the id at its place; of those that lack the place the fullest is taken. */
export function bodyNaming(
  context: Making & { readonly subject: Subject },
  steps: Steps,
  id: unknown,
): JsonRecord | undefined {
  const { subject } = context;
  const media = bodyOf(subject.operation);
  const whole = [...takenSteps(subject), ...steps];
  const known = knownRecordBody(context, subject, {}).body;
  const isMerge = subject.purpose?.role === 'patch' && steps.length === 1;
  const least = isMerge ? wrapped(context, subject, { [steps[0] ?? '']: id }) : undefined;
  const full = knownRecordBody(context, subject, {}, { strategy: { base: 'full', fresh: 'texts' }, isTaken: false });
  const named = [known, full.body].flatMap((body) =>
    [body, withItem(media?.schema, body, whole)].map((one) => withPart(media?.schema, one, whole, id)),
  );
  return [least, ...named].filter(isObject).find((body) => media !== undefined && fits(media, body));
}

/** The body with a whole first item in the list that steps lead through: a list may be empty by default. */
function withItem(schema: Schema | undefined, body: JsonRecord, steps: Steps): unknown {
  const to = steps.slice(0, steps.indexOf('0') + 1);
  const item = to.length === 0 || schema === undefined ? undefined : schemaAt(schema, to);
  return item === undefined ? body : withPart(schema, body, to, fullValue(item));
}
