import fc from 'fast-check';
import { isObject, own, propertiesOf, validatorOf } from '../../openapi/contract';
import { arbitraryOf, firstValue } from '../arbitraries';
import type { CaseContext } from './check';
import { createdIn } from './known';
import type { JsonRecord } from './records';
import { sendable } from './sendable';
import { bodyOf, type Subject } from './subject';

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
export function knownBody(context: CaseContext, subject: Subject, extra: JsonRecord = {}): ValidBody {
  const media = bodyOf(subject.operation);
  const properties = [...propertiesOf(media?.schema ?? {}).values()];
  const example = media?.examples.map(({ value }) => value).find(isObject) ?? {};
  const { resource } = subject.purpose ?? {};
  const turn = resource === undefined ? 0 : createdIn(context.known.collection(resource)).length;
  let isKnown = true;
  const fields = properties.flatMap(({ name, schema, required, readOnly }) => {
    const given = own(extra, name);
    if (given === undefined && (!required || readOnly)) return [];
    const good = context.known.values(resource, name);
    // Another one for each record, so that records can be told apart.
    const value = given ?? good[turn % Math.max(1, good.length)] ?? own(example, name) ?? firstValue(schema);
    if (!good.some((one) => one === value)) isKnown = false;
    // An inner one that comes in replies alone is part of what the server has shown.
    return [[name, given ?? sendable(schema, value)] as const];
  });
  const body = Object.fromEntries(fields);
  return media === undefined || fits(media, body)
    ? { body, isKnown }
    : fittingBody(context, subject, media, body, extra);
}

/** Whether the server has shown every value of a body, or the user has named it. */
export const isKnownBody = ({ known }: CaseContext, { purpose }: Subject, body: JsonRecord): boolean =>
  Object.keys(body).every((name) => known.values(purpose?.resource, name).includes(own(body, name)));

/** Whether a body fits its schema: a server has to accept no other. */
export const fits = ({ schema }: JsonMedia, body: JsonRecord): boolean =>
  validatorOf(schema, 'request')(body) === undefined;

type JsonMedia = NonNullable<ReturnType<typeof bodyOf>>;

/**
 * The required properties alone may not make a valid body: a schema may ask for one property of several, or for what
 * goes with a choice. Then the body is built on an example or on a drawn one; where none fits, it is the least body.
 */
function fittingBody(
  context: CaseContext,
  subject: Subject,
  media: JsonMedia,
  least: JsonRecord,
  extra: JsonRecord,
): ValidBody {
  const firstOn = (grounds: readonly unknown[]) =>
    grounds
      .filter(isObject)
      .map((ground) => ({ ...ground, ...extra }))
      .find((one) => fits(media, one));
  const body =
    firstOn(media.examples.map(({ value }) => value)) ??
    firstOn(fc.sample(arbitraryOf(media.schema), { numRuns: 20, seed: 1 }));
  if (body === undefined) return { body: least, isKnown: false };
  return { body, isKnown: isKnownBody(context, subject, body) };
}
