import fc from 'fast-check';
import {
  distinct,
  documents,
  groupedBy,
  isObject,
  itemsOf,
  keywordOf,
  leastNumber,
  mostNumber,
  type Operation,
  type Property,
  propertiesOf,
  type Role,
  type Schema,
  sentencesAround,
  typesOf,
} from '../../../openapi/contract';
import { anotherValue } from '../../arbitraries/fresh';
import { longestOf, shortOf } from '../../arbitraries/string';
import { type Exchange, isSuccess, outcomeOf } from '../../exchange/exchange';
import { bodyOf, hasMany } from '../../exchange/subject';
import { sentencesOf } from '../../records/marked';
import { isReference, type JsonRecord } from '../../records/records';
import { fits, knownBody } from '../../requests/bodies/valid';
import { hintsOf } from '../../requests/hints';
import type { CaseContext, Check } from '../../steps/check';
import { fetchPath, reached, sendParts } from '../../steps/paths/paths';
import { brief } from '../../verdict/brief';
import { fail, inconclusive, PASS, skip, type Verdict } from '../../verdict/verdict';
import { type Steps, withPartAt, withParts } from './inner';

/**
 * A server may have rules of its own, by which it refuses what the schema allows. That one refuses the value at the very bound of
 * the document, and takes the one beside it, is the bound read wrong. What the schema spells out, such as a choice or null, may be ruled
 * out by what else is sent: that a server does not take it is said where its refusal names just this member, of which no words speak.
 */
export const inputBounds: Check = {
  id: 'input.bounds',
  isOfEach: true,
  title: 'A value at its bound is taken, and each that the schema spells out',
  level: 'MUST',
  applies: ({ operation, purpose }) =>
    purpose !== undefined && TAKING.includes(purpose.role) && boundsIn(bodyOf(operation)?.schema ?? {}).length > 0,
  clause: ({ operation }) => ({
    sentence: 'A bound of the schema is a value that it allows.',
    pointer: `${bodyOf(operation)?.pointer ?? operation.pointer}/schema`,
  }),
  cases: () => [{ name: 'the most and the least of each member, each choice and null', tier: 1, run: judgeBounds }],
};

const TAKING: readonly Role[] = ['create', 'replace', 'patch'];

const ENDS = ['most', 'least'] as const;

/** The bound of one member, or a value that its schema spells out. */
interface Bound {
  readonly at: Steps;
  /** Those of one end are tried together. */
  readonly end: string;
  /** Values of it, another one for each seed: at the bound, or one step inside; such a value, or another one. */
  readonly make: (isInside: boolean, seed: number) => unknown;
  /** Whether a refusal says something of it only where it names it. */
  readonly isToBeNamed?: boolean;
  /** How many others have to be taken before it: numbers may have a check digit, or name something. */
  readonly others?: number;
}

/** What stands in objects of objects is looked at, and no deeper. */
const DEEPEST = 3;
/** So many members are tried each by itself. */
const MOST_ALONE = 8;

async function* judgeBounds(context: CaseContext): AsyncGenerator<Verdict> {
  const { contract, operation } = context.subject;
  // Where operations are few, `input.accepted` tries each choice by itself.
  const all = boundsIn(bodyOf(operation)?.schema ?? {});
  const bounds = (saysCodePoints(operation) ? [...all, ...all.flatMap(inCodePoints)] : all).filter(
    ({ at, end, isToBeNamed }) =>
      isToBeNamed !== true || (hasMany(contract) && !isSpokenOf(operation, at, end.startsWith('choice'))),
  );
  for (const some of groupedBy(bounds, ({ end }) => end).values()) yield* judgeEnd(context, some);
}

/** All at their bounds at once; where that is refused, each by itself. */
async function* judgeEnd(context: CaseContext, bounds: readonly Bound[]): AsyncGenerator<Verdict> {
  const path = await fetchPath(context);
  const send = async (some: readonly Bound[], isInside: boolean): Promise<Exchange | undefined> => {
    const body = bodyAt(context, some, isInside);
    return body && reached(context, await sendParts(context, { path, body }));
  };
  const together = await send(bounds, false);
  if (together !== undefined && isSuccess(together)) return yield PASS;
  let judged = 0;
  // What has to be named is tried by itself where the refusal of all names it.
  const isInQuestion = ({ at, isToBeNamed }: Bound): boolean =>
    isToBeNamed !== true || (together !== undefined && namesIn(together).includes(at.join('.')));
  const inQuestion = bounds.filter(isInQuestion);
  if (inQuestion.length === 0) return yield skip('what was refused names no member at its bound');
  for (const bound of inQuestion.slice(0, MOST_ALONE)) {
    const at = await send([bound], false);
    if (at !== undefined && isSuccess(at)) judged += 1;
    if (at === undefined || !isOfBody(at)) continue;
    let inside = await send([bound], true);
    for (let more = 1; more < (bound.others ?? 1) && inside !== undefined && isSuccess(inside); more += 1)
      inside = await send([bound], true);
    if (inside === undefined || !isSuccess(inside)) continue;
    const again = await send([bound], false);
    if (again === undefined || !isOfBody(again) || (bound.isToBeNamed === true && !namesAlone(again, bound.at)))
      continue;
    judged += 1;
    const name = bound.at.join('.');
    yield fail({
      expected: `success for ${name} at its bound, as for ${brief(bound.make(true, 0))}`,
      actual: `${outcomeOf(again)} for ${name}: ${brief(bound.make(false, 0))}`,
      exchanges: [inside, again],
      key: `the ${bound.end} of ${name}`,
      topic: { member: bound.at[0] ?? name, wanted: inside.response?.status ?? 200 },
    });
  }
  yield judged === 0 ? inconclusive('what was refused may be so for another reason') : PASS;
}

/** Whether a refusal names a place of the body, and no other. */
function namesAlone(exchange: Exchange, at: Steps): boolean {
  const named = namesIn(exchange);
  return named.length > 0 && named.every((one) => one === at.join('.'));
}

const namesIn = (exchange: Exchange): readonly string[] =>
  hintsOf(exchange).flatMap((one) => (one.in === 'body' ? [one.at.join('.')] : []));

/**
 * Whether words may have a rule for a member beside its schema: its own description has conditions, or others that speak of it. Which
 * choice is good may depend on whatever else speaks of it.
 */
function isSpokenOf(operation: Operation, at: Steps, isOfChoice: boolean): boolean {
  const { schema = {} } = bodyOf(operation) ?? {};
  const own = at.reduce<Schema | undefined>((outer, step) => outer && propertiesOf(outer).get(step)?.schema, schema);
  const name = new RegExp(`\\b${at.at(-1)?.replaceAll(/\W/g, '.')}\\b`, 'i');
  const others = [
    operation.summary,
    operation.description ?? '',
    ...operation.replies.filter(({ status }) => Number(status) >= 400).map(({ description }) => description),
    ...textsIn(schema, own),
  ];
  const isConditional = SAYS_CONDITION.test(String(own?.description ?? ''));
  return (
    isConditional ||
    others.flatMap(sentencesOf).some((text) => name.test(text) && (isOfChoice || SAYS_CONDITION.test(text)))
  );
}

const SAYS_CONDITION =
  /\b(?:must|ha(?:s|ve) to|only|unless|if|when|where|same|match\w*|equal\w*|needs?|requires?|depend\w*|allowed|except|with(?:out)?|cannot|not)\b/i;

/** The descriptions of all members, but of this one. */
const textsIn = (schema: Schema, but: Schema | undefined, depth = DEEPEST): readonly string[] =>
  [...propertiesOf(schema).values()].flatMap((one) =>
    one.schema === but
      ? []
      : [String(one.schema.description ?? ''), ...(depth > 0 ? textsIn(one.schema, but, depth - 1) : [])],
  );

/** Refusals of what a body has. */
const isOfBody = ({ request: { operation }, response }: Exchange): boolean =>
  [400, 422].some((status) => response?.status === status && documents(operation, status));

/**
 * A good body but for some members, which are at their bound or one step inside: those that go together, as members of two branches
 * of a union do not. Undefined where none does.
 */
function bodyAt(context: CaseContext, bounds: readonly Bound[], isInside: boolean): JsonRecord | undefined {
  const { subject, notes, options } = context;
  const media = bodyOf(subject.operation);
  if (media === undefined) return undefined;
  const { body } = knownBody(context, subject);
  const ground = bounds.some(({ at }) => at.length > 1) ? withParts(media.schema, body) : body;
  const whole = bounds.reduce<JsonRecord>((made, { at, make }) => {
    notes.values.made += 1;
    const more = withPartAt(made, at, make(isInside, options.seed + notes.values.made));
    return isObject(more) && fits(media, more) ? more : made;
  }, ground);
  return whole === ground ? undefined : whole;
}

/** The bounds of the members of a body that a value can be made for. */
const boundsIn = (schema: Schema, at: Steps = []): readonly Bound[] =>
  [...propertiesOf(schema).values()]
    .filter(({ readOnly }) => !readOnly)
    .flatMap((property) => {
      const steps = [...at, property.name];
      const inner = steps.length < DEEPEST ? boundsIn(property.schema, steps) : [];
      return [...boundsOf(property).map((one) => ({ at: steps, ...one })), ...inner];
    });

function boundsOf({ name, schema, required }: Property): readonly Omit<Bound, 'at'>[] {
  const [first, ...others] = schema.enum?.filter((one) => one !== null) ?? [];
  const choices = others.slice(0, MOST_CHOICES).map((choice, nth): Omit<Bound, 'at'> => {
    return { end: `choice ${nth + 2}`, make: (isInside) => (isInside ? first : choice), isToBeNamed: true };
  });
  const nothing: readonly Omit<Bound, 'at'>[] =
    required || !typesOf(schema).includes('null') || isReference(name)
      ? []
      : [{ end: 'null', make: (isInside) => (isInside ? undefined : null), isToBeNamed: true }];
  return [...measuresOf({ name, schema }), ...longestIn({ name, schema }), ...choices, ...nothing];
}

/** The longest text of a pattern, with all that it leaves open; what is beside it is a short one. */
function longestIn({ name, schema }: Pick<Property, 'name' | 'schema'>): readonly Omit<Bound, 'at'>[] {
  const { pattern, format, enum: choices } = schema;
  if (pattern === undefined || format !== undefined || choices !== undefined || isReference(name)) return [];
  const [longest, short] = [longestOf(pattern, 1), shortOf(pattern, 1)];
  // A figure has a range beside its digits.
  if (longest === undefined || longest.length === short?.length || /^-?[\d.,:/% ]+$/.test(longest)) return [];
  const make = (isInside: boolean, seed: number) => (isInside ? shortOf : longestOf)(pattern, seed);
  return [{ end: 'longest', make, isToBeNamed: true, others: SURE }];
}

/** So many short ones that are taken have no check digit. */
const SURE = 3;

/** So many choices beside the first one. */
const MOST_CHOICES = 5;

/** That there is nothing of something may be a case by itself: a bound of zero tells nothing unless it is named, and what is beside it as little. */
function measuresOf({ name, schema }: Pick<Property, 'name' | 'schema'>): readonly Omit<Bound, 'at'>[] {
  const isOfOthers = schema.enum !== undefined || schema.const !== undefined || isReference(name);
  const measure = isOfOthers ? undefined : measureOf(schema);
  if (measure === undefined) return [];
  const { step, make } = measure;
  return ENDS.flatMap((end) => {
    const bound = Number(measure[end]);
    const inside = end === 'most' ? bound - step : bound + step;
    if (![bound, inside, step].every(Number.isSafeInteger) || inside === 0) return [];
    const isToBeNamed = bound === 0;
    return [{ end, make: (isInside, seed) => make(isInside ? inside : bound, seed), isToBeNamed }];
  });
}

/** Whether words say that what is counted of a text are code points. */
const saysCodePoints = (operation: Operation): boolean =>
  sentencesAround(operation).some(
    (text) =>
      /\bcode[- ]?points?\b|\bunicode characters\b/i.test(text) && /\b(?:lengths?|long|limits?|count\w*)\b/i.test(text),
  );

/** The longest text, of letters each of which takes two units of UTF-16 and four bytes of UTF-8; inside it is so short that no unit matters. */
function inCodePoints({ at, end, make }: Bound): readonly Bound[] {
  const longest = make(false, 0);
  if (end !== 'most' || typeof longest !== 'string' || longest.length < LEAST_LONG) return [];
  const size = (isInside: boolean): number => (isInside ? Math.floor(longest.length / 4) : longest.length);
  return [{ at, end: 'most in code points', make: (isInside) => '\u{1F9E9}'.repeat(size(isInside)) }];
}

const LEAST_LONG = 8;

/** What is bounded of a value, and how one is made of so much. */
interface Measure {
  readonly most: Schema['maximum'];
  readonly least: Schema['minimum'];
  readonly step: number;
  readonly make: (size: number, seed: number) => unknown;
}

/** Larger ones may be too large for what stands before a server. */
const MOST_LETTERS = 5000;
const MOST_ITEMS = 100;

function measureOf(schema: Schema): Measure | undefined {
  const { pattern, format, minLength, maxLength = MOST_LETTERS + 1, minItems, maxItems = MOST_ITEMS + 1 } = schema;
  const types = typesOf(schema);
  if (types.includes('integer') || types.includes('number')) {
    const step = Number(keywordOf(schema, 'multipleOf') ?? 1);
    return { most: mostNumber(schema), least: leastNumber(schema), step, make: (size) => size };
  }
  if (types.includes('string') && pattern === undefined && format === undefined)
    return { most: maxLength <= MOST_LETTERS ? maxLength : undefined, least: minLength, step: 1, make: letters };
  const items = itemsOf(schema);
  if (items === undefined || !typesOf(items).includes('string')) return undefined;
  const make = (size: number, seed: number) => distinct(items, [anotherValue(items, [], seed)], size, 'request');
  return { most: maxItems <= MOST_ITEMS ? maxItems : undefined, least: minItems, step: 1, make };
}

function letters(count: number, seed: number): string {
  const some = fc.array(fc.nat(25), { minLength: count, maxLength: count, size: 'max' });
  return (fc.sample(some, { numRuns: 1, seed })[0] ?? []).map((nth) => String.fromCharCode(97 + nth)).join('');
}
