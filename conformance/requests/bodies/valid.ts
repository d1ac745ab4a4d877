import fc from 'fast-check';
import {
  isObject,
  itemsOf,
  type MediaType,
  own,
  partAt,
  propertiesOf,
  type Resource,
  type Schema,
  schemaOfReply,
  validatorOf,
  withPart,
} from '../../../openapi/contract';
import { plainValue } from '../../arbitraries/plain';
import { arbitraryOf, firstValue } from '../../arbitraries/schema';
import { recordBodyOf } from '../../exchange/record-body';
import { type BodyMedia, bodyMembers, isForm, memberedBodyOf, type Subject, takenSteps } from '../../exchange/subject';
import { slotsBelow, slotsReferredBy } from '../../records/clues/places';
import { makesIn } from '../../records/clues/read-clues';
import { createdIn, isReference, type JsonRecord, keyOf, sameJson } from '../../records/records';
import { inCompany } from './companions';
import {
  ALL_FRESH,
  type ChosenStrategy,
  freshMember,
  type Making,
  type Strategy,
  strategyOf,
  withFreshRecord,
} from './fresh';
import { givenKey, referredIds, withGivenMembers } from './given';
import { cutTo, groundOf, named, referring } from './grounds';
import { hasTimes, laterBody } from './later';
import { inOrder } from './member-order';
import { belowAsMade, ofOneParent } from './references';
import { fitOf, isToChange, placeOf } from './unfit';

/** A body for an operation, and whether the server has shown every value of it before. */
export interface ValidBody {
  readonly body: JsonRecord;
  /** Then the server has no reason to refuse it; else it may know better than the schema. */
  readonly isKnown: boolean;
}

/**
 * The least that a body must have, of values that the server has shown itself or the user has named; where there are
 * none, of the document's examples, and else of the schema's first. Where the server has refused such values, of what it
 * has taken instead.
 */
export function knownBody(
  context: Making,
  subject: Subject,
  members: JsonRecord = {},
  chosen: Pick<ChosenStrategy, 'strategy' | 'isTaken'> = strategyOf(context.notes, subject),
): ValidBody {
  const { body, isKnown } = someBody(context, subject, members, chosen);
  // What was taken once, or is shown, may name what has been closed since.
  const { unfit, namable } = context.notes.values;
  const isOther = (name: string, id: unknown): boolean => {
    const one = namable.get(placeOf(subject.operation, name))?.id;
    return one !== undefined && keyOf(one) !== keyOf(id);
  };
  const below = belowAsMade(subject).map((one) => one.name);
  const isRefused = (name: string, id: unknown): boolean =>
    !below.includes(name) &&
    !hasWithin(members, id) &&
    own(members, name) === undefined &&
    (isToChange(unfit, name, id) || isOther(name, id));
  const { schema = {} } = memberedBodyOf(subject.operation) ?? {};
  // Times that the caller has chosen lie as they are to the others.
  const isLater = chosen.strategy.isLater === true && !hasTimes(schema, members);
  const later = isLater ? laterBody(context, schema, body) : body;
  const large = withAmple(context, subject, schema, later, members);
  const named = referring(context, subject, schema, large, isRefused) as JsonRecord;
  const loose = ofOneParent(context, subject, withoutStiff(context, subject, schema, named, members), members);
  return {
    body: inCompany(subject.operation, inOrder(subject.operation, loose, members), members, context.options.given),
    isKnown: isKnown && later === body && sameJson(named, large),
  };
}

/** A change without what a server has refused to change, as far as anything else is left of it. */
function withoutStiff(
  { notes }: Making,
  { operation, purpose }: Subject,
  schema: Schema,
  body: JsonRecord,
  members: JsonRecord,
): JsonRecord {
  const stiff = purpose?.role === 'patch' ? notes.values.stiff.get(operation.id) : undefined;
  if (stiff === undefined) return body;
  const left = Object.entries(body).filter(([name]) => !stiff.has(name) || own(members, name) !== undefined);
  const less = Object.fromEntries(left);
  return left.length > 0 && fits({ schema }, less) ? less : body;
}

/** Whether a value has another one in it, at whatever depth. */
const hasWithin = (value: unknown, part: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some((one) => hasWithin(one, part))
    : keyOf(value) === keyOf(part);

/** What is made has large numbers, where the server was short of some before. */
function withAmple(
  { notes }: Making,
  { operation, purpose }: Subject,
  schema: Schema,
  body: JsonRecord,
  members: JsonRecord,
): JsonRecord {
  const ample = purpose?.role === 'create' ? notes.values.ample.get(purpose.resource) : undefined;
  if (ample === undefined) return body;
  const steps = takenSteps({ operation, purpose });
  const withMore = (more: JsonRecord, whole: JsonRecord): JsonRecord => {
    const record = { ...Object(partAt(whole, steps)), ...more, ...members };
    // What goes into an object at the first step is an object.
    const large = steps.length === 0 ? record : (withPart(schema, whole, steps, record) as JsonRecord);
    return fits({ schema }, large) ? large : whole;
  };
  const large = withMore(ample.members, body);
  // Of several forms each has numbers of its own.
  return large === body
    ? Object.entries(ample.members).reduce((whole, [name, value]) => withMore({ [name]: value }, whole), body)
    : large;
}

/** The same, whatever words say of the order of its members. */
function someBody(
  context: Making,
  subject: Subject,
  members: JsonRecord,
  { strategy, isTaken }: Pick<ChosenStrategy, 'strategy' | 'isTaken'>,
): ValidBody {
  const extra = { ...chosenId(context, subject), ...members };
  const isRecord = takenSteps(subject).length === 0;
  const media = (isRecord ? recordBodyOf(subject) : undefined) ?? memberedBodyOf(subject.operation);
  const whole = media && wholeBody(context, subject, media, strategy, extra);
  if (whole !== undefined) return whole;
  const properties = [...propertiesOf(media?.schema ?? {}).values()];
  const example = media?.examples.map(({ value }) => value).find(isObject) ?? {};
  const { resource } = subject.purpose ?? {};
  const turn = resource === undefined ? 0 : createdIn(context.known.collection(resource)).length;
  const model = strategy.base === 'record' ? modelOf(context, subject, turn, extra) : {};
  let isKnown = true;
  const freshNames = new Set<string>();
  const fields = properties.flatMap((property) => {
    const { name, schema, required, readOnly } = property;
    const given = own(extra, name);
    // What is null in a record was mostly not given.
    const shown = own(model, name) ?? undefined;
    if (given === undefined && ((!required && shown === undefined) || readOnly)) return [];
    const shownHere = context.known.values(resource, name);
    const good =
      shownHere.length > 0 ? fitOf(context.notes.values.unfit, name, shownHere) : referredIds(context, property);
    const fresh =
      given === undefined
        ? freshMember(context, subject, property, isChosenId(subject, name) ? ALL_FRESH : strategy)
        : undefined;
    // Another one for each record, so that records can be told apart.
    const found =
      fresh ??
      shown ??
      goodAt(schema, good, turn) ??
      referring(context, subject, schema, own(example, name) ?? firstValue(schema, name));
    const value = given === undefined ? found : given;
    if (fresh !== undefined) freshNames.add(name);
    if (!shownHere.some((one) => one === value) && !(isTaken && value === fresh)) isKnown = false;
    // An inner one that comes in replies alone is part of what the server has shown.
    return [[name, given === undefined ? named(schema, value) : given] as const];
  });
  const { given } = context.options;
  const chosen = withGivenMembers(given, subject.operation, Object.fromEntries(fields), turn);
  const body = media === undefined ? chosen : carried(media, chosen);
  const freshFields = Object.fromEntries(fields.filter(([name]) => freshNames.has(name)));
  // Of an empty body the server has shown nothing.
  if (media === undefined) return { body, isKnown: isKnown && fields.length > 0 };
  const cut = fits(media, body) ? undefined : cutTo(media.schema, body);
  const made = fits(media, body)
    ? { body, isKnown: isKnown && fields.length > 0 }
    : cut !== undefined && keeps(cut, extra)
      ? { body: cut, isKnown: false }
      : fittingBody(context, subject, media, body, { ...freshFields, ...extra });
  return { ...made, body: withFreshRecord(context, subject, media, made.body, extra, strategy) };
}

/** The value whose turn it is, of those that its schema takes: a faulty server may have taken and shown others. */
function goodAt(schema: Schema, values: readonly unknown[], turn: number): unknown {
  const isTaken = validatorOf(schema, 'request');
  for (let nth = 0; nth < Math.min(values.length, MOST_LOOKED_AT); nth += 1) {
    const value = values[(turn + nth) % values.length];
    if (isTaken(value) === undefined) return value;
  }
  return undefined;
}

const MOST_LOOKED_AT = 20;

/**
 * A new id for what is made, where no reply shows what it got and a body can have one: by that alone the run knows what it has made.
 * An id that refers to something elsewhere is that of what is there.
 */
function chosenId(context: Making, subject: Subject): JsonRecord {
  const { operation } = subject;
  if (!context.notes.values.worked.has(operation.id) || schemaOfReply(operation) !== undefined) return {};
  const [slot] = slotsBelow(context.contract, makesIn(operation, context.contract) ?? '');
  const properties = bodyMembers(operation);
  const property = slot?.documented.map((name) => properties.get(name)).find((one) => one !== undefined);
  if (slot === undefined || property === undefined || property.readOnly) return {};
  if (slotsReferredBy(context.contract, property.name).some(({ shape }) => shape !== slot.shape)) return {};
  const fresh = freshMember(context, subject, property, ALL_FRESH);
  return fresh === undefined ? {} : { [property.name]: fresh };
}

/** A body that is made as a whole, with other values where the strategy, the caller or the user asks for them; undefined where none is. */
function wholeBody(
  context: Making,
  subject: Subject,
  media: BodyMedia,
  strategy: Strategy,
  extra: JsonRecord,
): ValidBody | undefined {
  const ground = groundOf(context, subject, strategy);
  if (ground === undefined) return undefined;
  const { given } = context.options;
  const others = [...propertiesOf(media.schema).values()].flatMap((property) => {
    const { name } = property;
    const [value] = given.get(givenKey(subject.operation, name)) ?? [];
    if (value !== undefined) return [[name, value] as const];
    const shown = own(ground, name);
    const isThere = isChosenId(subject, name) && isKnownId(context, subject, shown);
    const fresh =
      shown === undefined ? undefined : freshMember(context, subject, property, isThere ? ALL_FRESH : strategy);
    return fresh === undefined ? [] : [[name, fresh] as const];
  });
  const chosen = { ...ground, ...Object.fromEntries(others), ...extra };
  const made = carried(media, withGivenMembers(given, subject.operation, chosen));
  if (!fits(media, made)) return undefined;
  const body = withFreshRecord(context, subject, media, made, extra, strategy);
  return { body, isKnown: isKnownBody(context, subject, body) };
}

/** Whether a member is the id that a create gives its record: there may be no other one of it. */
const isChosenId = ({ purpose }: Subject, name: string): boolean =>
  purpose?.role === 'create' && name === purpose.resource.idProperty;

const isKnownId = ({ known }: Making, { purpose }: Subject, id: unknown): boolean =>
  purpose !== undefined && known.collection(purpose.resource).records.has(keyOf(id));

/** A record that the server has shown, another one each turn: one that has the values of `extra`, where there is one. */
function modelOf({ known }: Making, { purpose }: Subject, turn: number, extra: JsonRecord): JsonRecord {
  const records = purpose === undefined ? [] : [...known.collection(purpose.resource).records.values()];
  const others = records.filter(({ isCreated }) => !isCreated).map(({ latest }) => latest);
  const alike = others.filter((one) => Object.keys(extra).every((name) => sameJson(own(one, name), own(extra, name))));
  const models = alike.length > 0 ? alike : others;
  return models[turn % Math.max(1, models.length)] ?? {};
}

const keeps = (body: JsonRecord, members: JsonRecord): boolean =>
  Object.keys(members).every((name) => sameJson(own(body, name), own(members, name)));

/** Whether the server has shown every value of a body, or the user has named it. */
export const isKnownBody = ({ known }: Making, { purpose }: Subject, body: JsonRecord): boolean =>
  Object.keys(body).length > 0 &&
  Object.keys(body).every((name) => known.values(purpose?.resource, name).includes(own(body, name)));

/** Whether a body fits its schema: a server has to accept no other. */
export const fits = ({ schema }: Pick<BodyMedia, 'schema'>, body: JsonRecord): boolean =>
  validatorOf(schema, 'request')(body) === undefined;

/**
 * The required properties alone may not make a valid body: a schema may ask for one property of several, or for what
 * goes with a choice. Then the body is built on an example, the plainest or a drawn one; where none fits, it is the least body.
 */
function fittingBody(
  context: Making,
  subject: Subject,
  media: BodyMedia,
  least: JsonRecord,
  extra: JsonRecord,
): ValidBody {
  const firstOn = (grounds: readonly unknown[]) =>
    grounds
      .filter(isObject)
      .map((ground) => carried(media, { ...ground, ...extra }))
      .find((one) => fits(media, one));
  const body =
    firstOn(media.examples.map(({ value }) => value)) ??
    firstOn([plainValue(media.schema)]) ??
    firstOn(fc.sample(arbitraryOf(media.schema), { numRuns: 20, seed: 1 }));
  if (body === undefined) return { body: least, isKnown: false };
  return {
    body: withGivenMembers(context.options.given, subject.operation, body),
    isKnown: isKnownBody(context, subject, body),
  };
}

/**
 * A body that its media type can carry: an array without items has no part in a form, so one that has to be there gets an
 * item, unless it may have none.
 */
function carried(media: MediaType, body: JsonRecord): JsonRecord {
  if (!isForm(media)) return body;
  const properties = propertiesOf(media.schema ?? {});
  const filled = Object.entries(body).flatMap(([name, value]) => {
    const property = properties.get(name);
    const items =
      property?.required === true && Array.isArray(value) && value.length === 0 ? property.schema : undefined;
    return items === undefined || items.maxItems === 0 ? [] : [[name, [firstValue(itemsOf(items) ?? {})]] as const];
  });
  return { ...body, ...Object.fromEntries(filled) };
}

/** A JSON value without the `readOnly` properties in it, which SHOULD NOT be sent (OpenAPI 3.0.3 §4.7.24). */
export function sendable(schema: Schema, value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    return items === undefined ? value : value.map((item) => sendable(items, item));
  }
  if (!isObject(value)) return value;
  const properties = propertiesOf(schema);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const property = properties.get(name);
      if (property === undefined) return [[name, member]];
      return property.readOnly ? [] : [[name, sendable(property.schema, member)]];
    }),
  );
}

/** Whether records are known by a name of theirs (a slug, a user's name): that may follow what it is made of. */
export const hasNaturalKey = ({ idProperty }: Resource): boolean =>
  idProperty !== undefined && !isReference(idProperty);
