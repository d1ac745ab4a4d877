/** What a merge patch alone does (RFC 7396): by null it removes a member, and of an object it changes what it names. */
import {
  isObject,
  keywordOf,
  own,
  type Property,
  partAt,
  propertiesOf,
  type Schema,
  sentencesAround,
  typesOf,
} from '../../../openapi/contract';
import { anotherValue } from '../../arbitraries/fresh';
import { fullValue, mapOf } from '../../arbitraries/plain';
import { type Exchange, isRefusal, isSuccess, outcomeOf } from '../../exchange/exchange';
import { recordBodyOf, recordMembers } from '../../exchange/record-body';
import { bodyOf, takenSteps } from '../../exchange/subject';
import { isReference, type JsonRecord, sameJson } from '../../records/records';
import { fits } from '../../requests/bodies/valid';
import { hintsOf } from '../../requests/hints';
import { type CaseContext, inRole, resourceOf } from '../../steps/check';
import { createRecord, type Made, type RecordMedia, readRecord, recordMedia } from '../../steps/records';
import { brief } from '../../verdict/brief';
import {
  CannotJudge,
  fail,
  orVerdict,
  PASS,
  replied,
  skip,
  unlessUnjudged,
  type Verdict,
  verdictsOf,
} from '../../verdict/verdict';
import { type Changed, sendChange, sendTo, type Three } from './change';
import { readChanged } from './shown';

/** Sends null for members: none has the value any more that it had. */
export async function* removeEach(
  context: CaseContext,
  { made: { id }, older }: Three,
  before: JsonRecord,
): AsyncGenerator<Verdict> {
  const media = recordMedia(context);
  const kept = propertiesOf(resourceOf(context).schema);
  const defaults = resetByNull(context);
  const made = recordMembers(inRole(context, resourceOf(context), 'create').subject);
  const removable = [...propertiesOf(media.schema).values()]
    .filter(({ name, schema }) => {
      const was = own(before, name);
      const { default: usual } = made.get(name)?.schema ?? {};
      // What it has by default, or nothing in it, may come of a null as well.
      const isUsual = sameJson(was, usual ?? null) || (typeof was === 'object' && isEmpty(was)) || was === '';
      const isToBeSeen = was !== undefined && was !== null && !isUsual && !sameJson(was, own(older.record, name));
      const isTold = canLack(kept.get(name)) || saysWhatNullDoes(schema) || defaults.has(name);
      return isToBeSeen && fits(media, { [name]: null }) && isTold;
    })
    .map(({ name }) => name);
  const owed = keptByNull(context).filter((name) => !fits(media, { [name]: null }));
  for (const name of owed.slice(0, MOST_OWED)) {
    const exchange = replied(await sendTo(context, id, { [name]: null }));
    if (!isSuccess(exchange)) yield PASS;
    else
      yield fail({
        expected: `a refusal of ${name}: null, since it is required, and words say that such is not removed`,
        actual: outcomeOf(exchange),
        exchanges: [exchange],
        key: `${name} taken as null`,
        topic: { member: name, wanted: 422 },
      });
  }
  if (removable.length === 0) throw new CannotJudge(skip('no member can be removed'));
  const names = removable.slice(0, MOST_REMOVED);
  // All of them at once take no more requests than one; one that is refused may hide another.
  const all = await unlessUnjudged(sendChange(context, id, nullsFor(names)));
  if (all !== undefined) return yield* judgeRemoved(context, before, all, defaults);
  for (const name of names) {
    const changed = yield* orVerdict(sendChange(context, id, nullsFor([name])));
    if (changed !== undefined) yield* judgeRemoved(context, before, changed, defaults);
  }
}

const MOST_REMOVED = 6;

const isEmpty = (value: object | null): boolean => Object.keys(value ?? {}).length === 0;

const nullsFor = (names: readonly string[]): JsonRecord => Object.fromEntries(names.map((name) => [name, null]));

/** What a patch names as null has not the value any more that it had; where it has a default, that. */
async function* judgeRemoved(
  context: CaseContext,
  before: JsonRecord,
  changed: Changed,
  defaults: ReadonlyMap<string, readonly [unknown]>,
): AsyncGenerator<Verdict> {
  const seen = await readChanged(context, changed);
  if (seen === undefined) return;
  for (const name of Object.keys(changed.wanted)) {
    const now = own(seen.record, name);
    const [wanted] = defaults.get(name) ?? [];
    // A default that is an object may be shown with the defaults within it.
    const isReset = wanted === undefined || isObject(wanted) || sameJson(now, wanted);
    const isRemoved = !sameJson(now, own(before, name));
    if (isRemoved && isReset) yield PASS;
    else
      yield fail({
        expected: isReset ? `no ${name}: null removes it` : `${name}: ${brief(wanted)}: null takes it to its default`,
        actual: `${name}: ${brief(now)}`,
        exchanges: [changed.by, seen.shownBy],
        key: `${name} not ${isRemoved ? 'reset' : 'removed'}`,
      });
  }
}

/** What a create requires, where words say that what is required is not removed. */
function keptByNull(context: CaseContext): readonly string[] {
  const { operation } = context.subject;
  const texts = [
    operation.description,
    String(bodyOf(operation)?.schema.description ?? ''),
    ...sentencesAround(operation),
  ];
  const { schema = {} } = recordBodyOf(inRole(context, resourceOf(context), 'create').subject) ?? {};
  const required = [...propertiesOf(schema).values()].filter(
    (one) => one.required && !one.readOnly && !isReference(one.name),
  );
  if (texts.some((text) => KEEPS_REQUIRED.test(text))) return required.map(({ name }) => name);
  const named = texts
    .flatMap((text) => text.split(/[.;]\s/))
    .flatMap((text) => KEEPS_NAMED.exec(text)?.[1] ?? [])
    .flatMap((text) => [...text.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name));
  return required.map(({ name }) => name).filter((name) => named.includes(name));
}

/** `name and email cannot be removed`, each as code. */
const KEEPS_NAMED =
  /^(.*`)(?: \p{L}+){0,3} (?:can(?: ?not|['’]t)|must not|may not|can never) be (?:removed|null\w*|emptied|cleared|unset|dropped)\b/iu;

const MOST_OWED = 2;

/** `A required member cannot be removed (422)`, `null for a mandatory field is rejected`. */
const KEEPS_REQUIRED =
  /\b(?:required|mandatory) (?:members?|fields?|propert(?:y|ies)|values?|attributes?|ones?)\b[^.;]{0,60}\b(?:can(?: ?not|['’]t)|must not|may not|never)\b[^.;]{0,20}\b(?:removed?|null\w*|emptied|cleared|unset|deleted?|dropped)\b|\b(?:null|remov\w+)\b[^.;]{0,40}\b(?:required|mandatory) (?:members?|fields?|propert(?:y|ies)|values?|attributes?|ones?)\b[^.;]{0,40}\b(?:refus\w+|reject\w+|400|422|error)\b/i;

/** The members that have a default, and that, where words around say that null takes them back to it. */
function resetByNull(context: CaseContext): ReadonlyMap<string, readonly [unknown]> {
  const { operation } = context.subject;
  const isSaid = [operation.description, ...sentencesAround(operation)].some((text) => BACK_TO_DEFAULT.test(text));
  const { schema = {} } = recordBodyOf(inRole(context, resourceOf(context), 'create').subject) ?? {};
  const some = [...propertiesOf(schema).values()].filter((one) => (one.schema.default ?? null) !== null);
  return new Map(isSaid ? some.map((one) => [one.name, [one.schema.default]]) : []);
}

/** `null empties a member, or takes it back to its default`. */
const BACK_TO_DEFAULT =
  /\bnull\b[^.;]{0,80}\b(?:back to|resets?|restores?|returns?|sets?|gives?|takes?|means|brings?)\b[^.;]{0,30}\bdefault\b|\bdefault\b[^.;]{0,30}\b(?:comes?|returns?|applies)\b[^.;]{0,30}\bnull\b/i;

/** What each record has, and not as null, can't be removed: whether null is refused, ignored or sets something else is open. */
function canLack(property: Property | undefined): boolean {
  const types = typesOf(property?.schema ?? {});
  return property?.required !== true || types.length === 0 || types.includes('null');
}

const saysWhatNullDoes = (schema: Schema): boolean => /\bnull\b/i.test(String(keywordOf(schema, 'description') ?? ''));

/** A merge patch goes into objects (RFC 7396 §2): of one it changes what it names, removes what is null, and keeps the rest. */
export async function* patchWithin(context: CaseContext): AsyncGenerator<Verdict> {
  const resource = resourceOf(context);
  // What the record's schema asks of an object is not asked of a part of it.
  const bare = takenSteps(context.subject).length === 0 ? bodyOf(context.subject.operation) : undefined;
  const media = bare ?? recordMedia(context);
  const create = recordBodyOf(inRole(context, resource, 'create').subject);
  const found = [...propertiesOf(create?.schema ?? {}).values()].flatMap(({ name, schema, readOnly }) => {
    const whole = readOnly ? undefined : (mapOf(schema) ?? fullValue(withoutEmpty(schema)));
    const patches = isObject(whole) ? changesWithin(media, { name, schema }, whole, context) : [];
    return isObject(whole) && patches.length > 0
      ? [{ name, whole, unusual: offDefaults(schema, whole, context.options.seed), patches }]
      : [];
  });
  if (found.length === 0) throw new CannotJudge(skip('no patch of a part of a member is known'));
  const some = found.slice(0, MOST_WITHIN);
  const all = await verdictsOf(() => patchParts(context, media, some));
  if (some.length === 1 || all.every(({ outcome }) => outcome === 'pass' || outcome === 'fail')) return yield* all;
  for (const one of some) yield* await verdictsOf(() => patchParts(context, media, [one]));
}

/** An object with another value in place of each default. */
function offDefaults(schema: Schema, whole: JsonRecord, seed: number): JsonRecord {
  const others = [...propertiesOf(schema).values()].flatMap(({ name, schema: one }) => {
    const value = own(whole, name);
    if (isObject(value)) return [[name, offDefaults(one, value, seed)] as const];
    const isUsual = value !== undefined && typeof value !== 'object' && sameJson(one.default, value);
    const other = isUsual ? anotherValue(one, [value], seed + 5) : undefined;
    return (other ?? null) === null ? [] : [[name, other] as const];
  });
  return { ...whole, ...Object.fromEntries(others) };
}

/** An object that is empty by default may have members all the same. */
const withoutEmpty = (schema: Schema): Schema =>
  isObject(schema.default) && Object.keys(schema.default).length === 0 ? { ...schema, default: undefined } : schema;

/** So many members are patched in part: a map and an object with names of its own are mostly two. */
const MOST_WITHIN = 2;

/** A member that is an object, as it is made, and patches of it one after the other. */
interface Within {
  readonly name: string;
  readonly whole: JsonRecord;
  /** The same without defaults. */
  readonly unusual: JsonRecord;
  readonly patches: readonly JsonRecord[];
}

/** Patches the parts of several members at once: what one refuses leaves it open what becomes of the others. */
async function* patchParts(context: CaseContext, media: RecordMedia, all: readonly Within[]): AsyncGenerator<Verdict> {
  const create = (by: (one: Within) => JsonRecord): Promise<Made> =>
    createRecord(context, Object.fromEntries(all.map((one) => [one.name, by(one)])));
  // What has its default shows nothing by being taken back to it.
  const made = (await unlessUnjudged(create(({ unusual }) => unusual))) ?? (await create(({ whole }) => whole));
  let before = made.record;
  for (let nth = 0; all.some(({ patches }) => nth < patches.length); nth += 1) {
    const asked = all.filter(({ patches }) => nth < patches.length);
    const patch = Object.fromEntries(asked.map(({ name, patches }) => [name, patches[nth]]));
    const unseen = asked.find(({ name }) => !isObject(own(before, name)));
    if (unseen !== undefined) throw new CannotJudge(skip(`no reply shows ${unseen.name}`));
    if (!fits(media, patch)) continue;
    const by = replied(await sendTo(context, made.id, patch));
    const lacking = lackingIn(by, patch, before);
    if (lacking !== undefined) {
      const [member = ''] = lacking;
      yield fail({
        expected: `that it is done: a merge patch keeps what it does not name (RFC 7396 §2), such as ${lacking.join('.')}`,
        actual: outcomeOf(by),
        exchanges: [made.exchange, by],
        key: `${member} wanted whole`,
        topic: { member },
      });
      continue;
    }
    if (!isSuccess(by) || by.response.status === 202) throw new CannotJudge(`it was not done: ${outcomeOf(by)}`);
    const { record, exchange } = (await readRecord(context, resourceOf(context), made.id)) ?? {};
    if (exchange === undefined || record === undefined) throw new CannotJudge('the record is not read');
    for (const { name, whole } of asked) {
      const [was, wanted, now] = [before, patch, record].map((one) => own(one, name));
      const wrong = wrongIn({ before: was, patch: wanted, now, whole });
      if (wrong === undefined) yield PASS;
      else
        yield fail({
          expected: `${name}.${wrong.name} ${wrong.isRemoved ? 'removed' : 'as a merge patch leaves it'} (RFC 7396 §2): ${brief(wanted)} goes into ${brief(was)}`,
          actual: `${name}: ${brief(now)}`,
          exchanges: [by, exchange],
          key: `${name} merged otherwise`,
          topic: { member: name },
        });
    }
    before = record;
  }
}

/** A place that a refusal of a patch names, which the patch leaves as it is. */
function lackingIn(refused: Exchange, patch: JsonRecord, before: JsonRecord): readonly string[] | undefined {
  if (!isRefusal(refused) || ![400, 422].includes(refused.response?.status ?? 0)) return undefined;
  const places = hintsOf(refused).flatMap(({ in: place, at }) => (place === 'body' && at.length > 1 ? [at] : []));
  const isLeft = (at: readonly string[]): boolean =>
    partAt(patch, at) === undefined && (partAt(before, at) ?? null) !== null;
  // What it names itself may be wrong.
  return places.every(isLeft) ? places[0] : undefined;
}

interface Merge {
  /** As it was shown before, what was sent for it, and as it is shown now. */
  readonly before: unknown;
  readonly patch: unknown;
  readonly now: unknown;
  /** What was sent first: what a server has added is its own. */
  readonly whole: JsonRecord;
}

/** The first part of an object that is not what a merge patch makes of it. */
function wrongIn({ before, patch, now, whole }: Merge): { name: string; isRemoved: boolean } | undefined {
  const at = (value: unknown, name: string): unknown => (isObject(value) ? own(value, name) : undefined);
  for (const [name, part] of Object.entries(whole)) {
    const [was, wanted, is] = [before, patch, now].map((value) => at(value, name));
    if (isObject(part) && wanted !== null) {
      const inner = wrongIn({ before: was, patch: wanted, now: is, whole: part });
      if (inner !== undefined) return { ...inner, name: `${name}.${inner.name}` };
      continue;
    }
    if (typeof was === 'object') continue;
    const isRemoved = wanted === null;
    if (isRemoved ? sameJson(is, was) : !sameJson(is, wanted ?? was)) return { name, isRemoved };
  }
  return undefined;
}

/** Patches of one member of an object: another value for one of several, and null for one that may be removed; and of what lies in it. */
function changesWithin(
  media: RecordMedia,
  { name, schema: made }: Pick<Property, 'name' | 'schema'>,
  whole: JsonRecord,
  { options }: CaseContext,
): readonly JsonRecord[] {
  // What null takes back to its default shows nothing by that.
  const isDefault = (of: Schema, at: string, value: unknown): boolean =>
    sameJson(propertiesOf(of).get(at)?.schema.default ?? null, value);
  const changesOf = (schema: Schema, part: JsonRecord, base: Schema): readonly JsonRecord[] => {
    const named = propertiesOf(schema);
    const inner = Object.entries(part).flatMap(([at, value]) => {
      const { schema: described, readOnly = false } = named.get(at) ?? { schema: valuesOf(schema) };
      return described === undefined || readOnly ? [] : [{ at, value, schema: described }];
    });
    const scalars = inner.filter(({ value }) => typeof value !== 'object');
    const [first] = scalars.length < 2 ? [] : scalars;
    const other = first && anotherValue(first.schema, [first.value], options.seed + 3);
    return [
      ...(first === undefined || other === undefined || other === null ? [] : [{ [first.at]: other }]),
      ...(first === undefined
        ? []
        : scalars
            .filter((one) => one !== first && !isDefault(base, one.at, one.value))
            .map(({ at }) => ({ [at]: null }))),
      ...inner.flatMap(({ at, value, schema: own }) =>
        isObject(value)
          ? changesOf(own, value, propertiesOf(base).get(at)?.schema ?? own).map((change) => ({ [at]: change }))
          : [],
      ),
    ];
  };
  // A patch that does not say what lies in the object takes what a create does.
  const patched = propertiesOf(media.schema).get(name)?.schema ?? {};
  const patches = changesOf(propertiesOf(patched).size === 0 ? made : patched, whole, made);
  const fitting = patches.filter((patch) => fits(media, { [name]: patch }));
  const isRemoval = (patch: JsonRecord): boolean => Object.values(patch)[0] === null;
  return [...fitting.filter((patch) => !isRemoval(patch)), ...fitting.filter(isRemoval).slice(0, 1)].slice(
    0,
    MOST_PATCHES,
  );
}

/** So many patches of one object are sent. */
const MOST_PATCHES = 4;

/** What a map has for values; undefined where a schema is none. */
const valuesOf = (schema: Schema): Schema | undefined => {
  const values = keywordOf(schema, 'additionalProperties') ?? {};
  return mapOf(schema) === undefined ? undefined : isObject(values) ? values : {};
};
