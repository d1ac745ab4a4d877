import { isObject, own, propertiesOf } from '../openapi/contract';
import { firstValue } from './arbitraries';
import type { JsonRecord, Session, Subject } from './model';
import { bodyOf } from './subject';

/** A body for an operation, and whether the server has shown every value of it before. */
export interface ValidBody {
  readonly body: JsonRecord;
  /** Then the server has no reason to refuse it; else it may know better than the schema. */
  readonly isKnown: boolean;
}

/**
 * The least that a body must have, of values that the server has shown itself or the user has named; where there are
 * none, of the document's examples, and else of the schema's first.
 */
export function knownBody(session: Session, subject: Subject, extra: JsonRecord = {}): ValidBody {
  const media = bodyOf(subject.operation);
  const properties = [...propertiesOf(media?.schema ?? {}).values()];
  const example = media?.examples.map(({ value }) => value).find(isObject) ?? {};
  const turn = session.known.created(subject.part?.resource.name ?? '').size;
  let isKnown = true;
  const fields = properties.flatMap(({ name, schema, required }) => {
    const given = own(extra, name);
    if (given === undefined && !required) return [];
    const good = session.known.values(subject.part?.resource.name ?? '', name);
    // Another one for each record, so that records can be told apart.
    const value = given ?? good[turn % Math.max(1, good.length)] ?? own(example, name) ?? firstValue(schema);
    if (!good.some((one) => one === value)) isKnown = false;
    return [[name, value] as const];
  });
  return { body: Object.fromEntries(fields), isKnown };
}
