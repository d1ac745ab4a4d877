/** Which members of a body need or exclude each other, as words say: schemas say it rarely. */
import {
  fits,
  isObject,
  itemsOf,
  keywordOf,
  memoized,
  type Operation,
  own,
  type Property,
  propertiesOf,
  type Schema,
  stringifyJson,
} from '../../../openapi/contract';
import { fullValue } from '../../arbitraries/plain';
import { bodyOf } from '../../exchange/subject';
import { sentencesOf } from '../../records/marked';
import type { JsonRecord } from '../../records/records';
import { type Given, givenKey } from './given';

/** That a member is there, is not, or has one value. */
export interface Presence {
  readonly name: string;
  readonly isThere: boolean;
  /** The value that it has; undefined for any. */
  readonly value?: unknown;
}

/** What has to be so where something else is. */
export interface Companion {
  /** The names that lead to the object of which it is said, and the places in arrays. */
  readonly at: readonly string[];
  readonly when: readonly Presence[];
  readonly needed: Presence;
}

/** What the words beside the members, of the body, of the operation and of its refusals say of members that go together. */
export const companionsOf = memoized((operation: Operation): readonly Companion[] => {
  const schema = bodyOf(operation)?.schema;
  if (schema === undefined || operation.method === 'PATCH') return [];
  const refusals = operation.replies.filter(({ status }) => /^4(?:00|22|XX)$/i.test(String(status)));
  const texts = [
    ...clausesIn(operation.description).map((text) => ({ text, isRefusal: false })),
    ...refusals.flatMap(({ description }) =>
      clausesIn(description)
        .filter((one) => !CONDITIONAL.test(one))
        .flatMap((one) => one.split(/[,;]\s+(?:or\s+)?/).map((text) => ({ text, isRefusal: true }))),
    ),
  ];
  return placesIn(schema).flatMap(({ at, part }) => {
    const members = [...propertiesOf(part).values()].filter(({ readOnly }) => !readOnly);
    const around = clausesIn(String(keywordOf(part, 'description') ?? '')).map((text) => ({ text, isRefusal: false }));
    const found = members.flatMap((one) => {
      const beside = clausesIn(String(keywordOf(one.schema, 'description') ?? ''));
      return members
        .filter((other) => other !== one)
        .flatMap((other) => [
          ...beside.flatMap((text) => saidBeside(text, one, other)),
          ...[...around, ...texts].flatMap((text) => saidOf(text, one, other)),
        ]);
    });
    const distinct = new Map(found.map((rule) => [stringifyJson(rule), { ...rule, at }]));
    return [...distinct.values()];
  });
});

/** The body, and the objects in it, also those in a list. */
function placesIn(schema: Schema): readonly { readonly at: readonly string[]; readonly part: Schema }[] {
  const inner = [...propertiesOf(schema).values()].flatMap(({ name, readOnly, schema: member }) => {
    const items = itemsOf(member);
    const part = isObject(items) ? items : member;
    if (readOnly || propertiesOf(part).size === 0) return [];
    return [{ at: part === member ? [name] : [name, '0'], part }];
  });
  return [{ at: [], part: schema }, ...inner];
}

/**
 * Sentences of which each says one thing of what a client sends: of a member that is ignored, filled in or only wished for nothing is refused,
 * and under a further condition nothing is said here.
 */
const clausesIn = (text: string): readonly string[] => sentencesOf(text).filter((one) => !OPEN.test(one));

const OPEN =
  /\b(?:ignor\w+|no effect|should|usually|recommended|optional\w*|wins?|precedence|prevails?|is used|defaults? to|fills?|filled in|computed?|unless|except|in case|repl(?:y|ies)|responses?|returned|shown)\b/i;

/** A refusal whose parts belong together is not cut at its commas. */
const CONDITIONAL = /^\W*(?:for|if|when|where|with|in|on)\b|\bboth\b.*\b(?:neither|none)\b/i;

type Rule = Omit<Companion, 'at'>;

const there = (name: string, value?: unknown): Presence => ({
  name,
  isThere: true,
  ...(value !== undefined && { value }),
});
const missing = (name: string): Presence => ({ name, isThere: false });
const needs = (one: Presence, other: Presence): Rule => ({ when: [one], needed: other });
const excludes = (one: string, other: string): Rule => needs(there(one), missing(other));
const oneOf = (names: readonly string[]): Rule => ({
  when: names.slice(1).map(missing),
  needed: there(names[0] ?? ''),
});

const GIVEN =
  '(?: (?:is|are|was) (?:also )?(?:given|sent|set|present|there|used|provided|supplied|specified|included|named))';
const BE_GIVEN = '(?:given|sent|set|present|provided|supplied|specified|included|used|there)';
const MUST = '(?:must|has to|have to|needs? to|shall|may only|can only)';
/** The end of what is said, or only that it is refused otherwise. */
const END =
  '(?=\\s*(?:[,;:]? ?\\(?`?(?:4\\d\\d|(?:otherwise|else)(?: (?:it is |they are )?(?:refused|rejected|an error|`?4\\d\\d))?)\\b[^.;,]{0,30})?[.;)]*\\s*$)';
/** Nothing but a noun and a colon, say, before it. */
const BEGIN =
  '^(?!\\W*(?:for|if|when|where|of|in|on|by|under|during|within|outside|as)\\b)(?:[^`]{0,60}[:;,(—–-]\\s{0,2})?\\W*(?:it )?(?:is )?';
const EXACTLY = '(?:if and only if|only if and when|exactly (?:if|when)|when and only when|iff)';

/** What a clause beside one member says of another. */
function saidBeside(text: string, one: Property, other: Property): readonly Rule[] {
  const name = nameIn(other);
  const [me, it] = [there(one.name), there(other.name)];
  const has = (pattern: string): boolean => new RegExp(`${BEGIN}(?:${pattern})${END}`, 'i').test(text);
  const value = valueSaid(text, other);
  if (value !== undefined) {
    const its = there(other.name, value.value);
    const said = value.pattern;
    if (has(`(?:required|mandatory|needed|given|sent|provided|${MUST} be ${BE_GIVEN}) ${EXACTLY} ${said}`))
      return [needs(its, me), needs(me, its)];
    return [
      ...(has(
        `(?:required|mandatory|needed|obligatory|${MUST} be ${BE_GIVEN}) (?:if|when|whenever|for|with|where) ${said}`,
      )
        ? [needs(its, me)]
        : []),
      ...(has(
        `(?:only (?:allowed|accepted|permitted|valid)|(?:allowed|accepted|permitted|valid) only|may only be ${BE_GIVEN}|may be ${BE_GIVEN} only) (?:if|when|for|with|where) ${said}`,
      ) ||
      has(`(?:not allowed|refused|rejected|forbidden|must (?:not be ${BE_GIVEN}|be absent|be left out)) unless ${said}`)
        ? [needs(me, its)]
        : []),
    ];
  }
  if (has(`(?:required|mandatory|needed|given|sent|provided|${MUST} be ${BE_GIVEN}) ${EXACTLY} ${name}${GIVEN}`))
    return [needs(it, me), needs(me, it)];
  if (has(`(?:together with|with) ${name}[:,] (?:both or (?:neither|none)|neither or both)`))
    return [needs(it, me), needs(me, it)];
  const isNeeded =
    has(
      `(?:required|mandatory|needed|obligatory|${MUST} be ${BE_GIVEN}) (?:if|when|whenever|as soon as|once|where) ${name}${GIVEN}`,
    ) || has(`(?:required|mandatory|needed|obligatory) (?:together )?(?:with|alongside|beside) ${name}`);
  const isInNeed =
    has(`(?:requires|needs) ${name}`) ||
    has(`(?:must|has to) (?:come|go|be ${BE_GIVEN}) (?:only )?(?:together )?with ${name}`) ||
    has(`only (?:allowed |accepted |permitted |valid |${BE_GIVEN} )?(?:together )?(?:with|alongside) ${name}`) ||
    has(
      `(?:only (?:allowed|accepted|permitted|valid)|(?:allowed|accepted|permitted|valid) only|may only be ${BE_GIVEN}|may be ${BE_GIVEN} only) (?:if|when|where|together with) ${name}${GIVEN}?`,
    ) ||
    has(`(?:not allowed|refused|rejected|never) without ${name}`);
  const isExcluded =
    has(
      `(?:mutually exclusive with|excludes|cannot be combined with|can not be combined with|not allowed (?:together )?with) ${name}`,
    ) ||
    has(
      `(?:must|may|can) ?not be ${BE_GIVEN} (?:together |at the same time )?(?:with|as|beside|alongside|if|when) ${name}${GIVEN}?`,
    ) ||
    has(`(?:not|never) (?:together|combined|at the same time) (?:with|as) ${name}`) ||
    has(`(?:either (?:this|it)|this) or ${name},? (?:but )?(?:not|never) both`);
  return [
    ...(isNeeded ? [needs(it, me)] : []),
    ...(isInNeed ? [needs(me, it)] : []),
    ...(isExcluded ? [excludes(one.name, other.name)] : []),
  ];
}

/** What a clause of the body, the operation or a refusal says of two members. */
function saidOf(
  { text, isRefusal }: { readonly text: string; readonly isRefusal: boolean },
  one: Property,
  other: Property,
): readonly Rule[] {
  const [a, b] = [nameIn(one), nameIn(other)];
  const [me, it] = [there(one.name), there(other.name)];
  /** Nothing else is said: what stands around may be a condition, or another purpose. */
  const has = (pattern: string): boolean => new RegExp(`^\\W*${LEAD}(?:${pattern})${END}`, 'i').test(text);
  // What a refusal tells is what is wrong.
  const both = `${a} (?:and|or) ${b}`;
  const areGiven = `(?: (?:is|are|(?:${MUST}|may|can) be) (?:${BE_GIVEN}|needed|required))?`;
  if (
    has(
      `(?:both )?${a} and ${b} (?:${MUST}|are to) (?:always )?(?:be|come|go)?(?: ${BE_GIVEN})? ?(?:only )?together`,
    ) ||
    has(`both or (?:neither|none) of ${both}${areGiven}`) ||
    has(`(?:either )?both ${a} and ${b},? or (?:neither|none)(?: of them)?${areGiven}`) ||
    has(`${both}:? (?:are given |come )?both or (?:neither|none)`)
  )
    return [needs(me, it), needs(it, me)];
  const isExact =
    has(`(?:exactly|precisely|just) one of ${both}${areGiven}`) ||
    has(`either ${a} or ${b},? (?:but )?(?:not|never) both`);
  const isMost =
    isExact ||
    has(`(?:at most|no more than|only) one of ${both} (?:is|may be|can be|must be) ${BE_GIVEN}`) ||
    has(`${a} or ${b},? (?:but )?(?:not|never) both`) ||
    has(`${a} and ${b} (?:exclude (?:each |one an)other|are mutually exclusive)`) ||
    has(
      `${a} and ${b} (?:cannot|can not|must not|may not) (?:both )?be (?:combined|${BE_GIVEN})(?: together| at the same time| at once)?`,
    ) ||
    (isRefusal && has(`(?:if |when )?both ${a} and ${b}(?: (?:are|were)? ?${BE_GIVEN})?`));
  const isLeast =
    isExact || has(`at least one of ${both}${areGiven}`) || (isRefusal && has(`neither ${a} nor ${b}${areGiven}`));
  const value = valueSaid(text, other);
  const isIfValue =
    value !== undefined &&
    (has(`${a} is (?:required|mandatory|needed) (?:if|when|whenever|for|with) ${value.pattern}`) ||
      (isRefusal && has(`(?:an? )?(?:no|missing) ${a} (?:for|with|when|where) ${value.pattern}`)));
  const isIfThere =
    has(`${b} (?:requires|needs) ${a}`) ||
    has(`${a} is (?:required|mandatory|needed) (?:if|when|whenever) ${b}${GIVEN}`);
  return [
    ...(isMost ? [excludes(one.name, other.name)] : []),
    ...(isLeast ? [oneOf([one.name, other.name])] : []),
    ...(isRefusal && has(`(?:an? )?${a} without ${b}`) ? [needs(me, it)] : []),
    ...(isIfThere ? [needs(it, me)] : []),
    ...(isIfValue ? [needs(there(other.name, value.value), me)] : []),
  ];
}

const LEAD = '(?:(?:please |you (?:must|have to) )?(?:give|send|set|provide|pass|specify|name) )?';

/** One of the values of a choice that a clause names right behind it, and how it is written there. */
function valueSaid(
  text: string,
  { name, schema }: Property,
): { readonly value: unknown; readonly pattern: string } | undefined {
  const named = `(?<![\\w.])(?:the |its )?[\`"']?${literal(name)}[\`"']?(?: ?(?:=|==|:) ?| is | equals | of | being )[\`"']{0,2}`;
  const said = new RegExp(`${named}([\\w-]+)`, 'i').exec(text)?.[1];
  const choices = keywordOf(schema, 'enum');
  const values: readonly unknown[] = Array.isArray(choices)
    ? choices
    : keywordOf(schema, 'type') === 'boolean'
      ? [true, false]
      : [];
  const value = values.find((one) => String(one) === said);
  // Of several the clause says the same, and one of them is none.
  if (value === undefined || said === undefined) return undefined;
  const isOne = new RegExp(`${literal(said)}[\`"']{0,2}(?![\`"'])(?!,? (?:(?:or|and) )?[\`"'])`, 'i').test(text);
  return isOne ? { value, pattern: `${named}${literal(said)}[\`"']{0,2}` } : undefined;
}

/** A name as code; one that is no word of the language also without marks. */
function nameIn({ name }: Property): string {
  const text = literal(name);
  const isWord = /^[a-z]+$/.test(name);
  return isWord ? `[\`"']${text}[\`"']` : `(?<![\\w.])[\`"']?${text}[\`"']?(?![\\w.])`;
}

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

const isSo = (body: unknown, { name, isThere, value }: Presence): boolean => {
  const is = isObject(body) ? own(body, name) : undefined;
  const isPresent = is !== undefined && is !== null;
  return isPresent === isThere && (value === undefined || is === value);
};

/** Whether an object is as words ask for. */
export const isInCompany = ({ when, needed }: Companion, part: unknown): boolean =>
  !when.every((one) => isSo(part, one)) || isSo(part, needed);

/** An object in which something is so; undefined where its schema leaves no way. */
export function madeSo(schema: Schema, part: JsonRecord, { name, isThere, value }: Presence): JsonRecord | undefined {
  if (isSo(part, { name, isThere, ...(value !== undefined && { value }) })) return part;
  const { [name]: _was, ...rest } = part;
  if (!isThere) return rest;
  const member = propertiesOf(schema).get(name)?.schema;
  const made = value ?? (member === undefined ? undefined : fullValue(member));
  return made === undefined || made === null ? undefined : { ...rest, [name]: made };
}

/** Another value of a choice. */
export function otherChoice(schema: Schema, { name, value }: Presence): unknown {
  const choices = keywordOf(propertiesOf(schema).get(name)?.schema ?? {}, 'enum');
  const values: readonly unknown[] = Array.isArray(choices) ? choices : typeof value === 'boolean' ? [!value] : [];
  return values.find((one) => one !== value && one !== null);
}

/** The schema of an object in a body. */
export const partSchemaAt = (schema: Schema, at: readonly string[]): Schema =>
  placesIn(schema).find((one) => one.at.join('/') === at.join('/'))?.part ?? {};

/**
 * A body with its members in the company that words ask for.
 *
 * @param kept those that stay as they are
 * @param given what the user has named stays, too
 */
export function inCompany(operation: Operation, body: JsonRecord, kept: JsonRecord = {}, given?: Given): JsonRecord {
  const schema = bodyOf(operation)?.schema;
  let whole = body;
  for (const rule of companionsOf(operation)) {
    if (schema === undefined || rule.at.length > 0 || isInCompany(rule, whole)) continue;
    const change = [rule.needed, ...rule.when.map(opposite)].map((one) =>
      own(kept, one.name) === undefined && given?.has(givenKey(operation, one.name)) !== true
        ? madeSo(schema, whole, one)
        : undefined,
    );
    const better = change.find((one) => one !== undefined && isInCompany(rule, one) && fits(schema, 'request', one));
    if (better !== undefined) whole = better;
  }
  return whole;
}

const opposite = ({ name, isThere }: Presence): Presence => ({ name, isThere: !isThere });
