import {
  documents,
  fits as fitsSchema,
  groupedBy,
  isObject,
  type Operation,
  own,
  propertiesOf,
  type Role,
  type Schema,
  sentencesAround,
  wordsOf,
} from '../../../openapi/contract';
import { branchesWith } from '../../arbitraries/branches';
import { type Exchange, isSuccess, outcomeOf } from '../../exchange/exchange';
import { bodyOf, hasMany } from '../../exchange/subject';
import { sentencesOf } from '../../records/marked';
import type { JsonRecord } from '../../records/records';
import { fits, knownBody } from '../../requests/bodies/valid';
import { type Bound, boundsIn, DEEPEST, inCodePoints } from '../../requests/bounds';
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

/** So many members are tried each by itself. */
const MOST_ALONE = 8;

async function* judgeBounds(context: CaseContext): AsyncGenerator<Verdict> {
  const { contract, operation } = context.subject;
  // Where operations are few, `input.accepted` tries each choice by itself.
  const all = boundsIn(bodyOf(operation)?.schema ?? {});
  const isAsked = ({ at, end, isToBeNamed }: Bound): boolean =>
    isToBeNamed !== true ||
    (hasMany(contract) &&
      !isSpokenOf(operation, at, end.startsWith('choice')) &&
      !(end === 'letters beyond English' && sentencesAround(operation).some((text) => OF_CHARACTERS.test(text))));
  const bounds = (saysCodePoints(operation) ? [...all, ...all.flatMap(inCodePoints)] : all).filter(isAsked);
  for (const some of groupedBy(bounds, ({ end }) => end).values()) yield* judgeEnd(context, some);
  for (const { ground, bounds: inner } of otherBranches(context)) {
    const measured = inner.filter((one) => isAsked(one) && MEASURES.has(one.end));
    for (const some of groupedBy(measured, ({ end }) => end).values()) yield* judgeEnd(context, some, ground);
  }
}

/** Of which characters all texts are. */
const OF_CHARACTERS = /\b(?:ascii|latin|gsm|iso[- ]8859\S*|charset|character set)\b/i;

const MEASURES: ReadonlySet<string> = new Set(['most', 'least', 'longest', 'letters beyond English']);

/** For each other form that a member of the good body may have, as that of a bank transfer in place of a card: the member in it, and its bounds. */
function otherBranches(
  context: CaseContext,
): readonly { readonly ground: JsonRecord; readonly bounds: readonly Bound[] }[] {
  const { subject } = context;
  const media = bodyOf(subject.operation);
  if (media === undefined) return [];
  const { body } = knownBody(context, subject);
  return [...propertiesOf(media.schema).values()].flatMap(({ name, schema, readOnly }) => {
    const forms = readOnly ? [] : branchesWith(schema, name).filter(({ value }) => isObject(value));
    const others = forms.filter(({ branch }) => !fitsSchema(branch, 'request', own(body, name)));
    return forms.length < 2
      ? []
      : others.map(({ branch, value }) => ({ ground: { [name]: value }, bounds: boundsIn(branch, [name]) }));
  });
}

/** All at their bounds at once; where that is refused, each by itself. */
async function* judgeEnd(
  context: CaseContext,
  bounds: readonly Bound[],
  ground: JsonRecord = {},
): AsyncGenerator<Verdict> {
  const path = await fetchPath(context);
  const send = async (some: readonly Bound[], isInside: boolean): Promise<Exchange | undefined> => {
    const body = bodyAt(context, some, isInside, ground);
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
    // Another bound than that of the document, where what is refused is named each time, and no words have a rule of their own for it.
    const isOther = inside !== undefined && isNamedText(context, bound, [at, inside]);
    if (isOther) inside = await send([shortened(bound)], false);
    if (inside === undefined || !isSuccess(inside)) continue;
    const again = await send([bound], false);
    if (
      again === undefined ||
      !isOfBody(again) ||
      ((isOther || bound.isToBeNamed === true) && !namesAlone(again, bound.at))
    )
      continue;
    judged += 1;
    const name = bound.at.join('.');
    const taken = isOther ? shortened(bound).make(false, 0) : bound.make(true, 0);
    yield fail({
      expected: `success for ${name} ${IS_BOUND.test(bound.end) ? 'at its bound' : `(${bound.end})`}, as for ${brief(taken)}`,
      actual: `${outcomeOf(again)} for ${name}: ${brief(bound.make(false, 0))}`,
      exchanges: [inside, again],
      key: `the ${bound.end} of ${name}`,
      topic: { member: bound.at[0] ?? name, wanted: inside.response?.status ?? 200 },
    });
  }
  yield judged === 0 ? inconclusive('what was refused may be so for another reason') : PASS;
}

const IS_BOUND = /^(?:most|least|longest)$/;

/** The beginning of a text at its bound: what is of no form that a server asks for is not taken either. */
const shortened = (bound: Bound): Bound => ({
  ...bound,
  make: (isInside, seed) => String(bound.make(isInside, seed)).slice(0, SHORT),
});

const SHORT = 6;

/** What a text of such a name may be is no matter of its length. */
const OF_FORM =
  /\b(?:tag|locale|language|time ?zone|host\w*|domain|slug|code|bcp|rfc|iso|phone|fax|iban|bic|vat|url|uri|email|format|pattern)\b/i;

/** The schema of a member of the body of an operation. */
function memberAt(operation: Operation, at: Steps): Schema | undefined {
  const { schema = {} } = bodyOf(operation) ?? {};
  return at.reduce<Schema | undefined>((outer, step) => outer && propertiesOf(outer).get(step)?.schema, schema);
}

/** Whether a text may be refused for its length: no other member is named, and no words have a rule of their own. */
const isNamedText = (
  { contract, subject }: CaseContext,
  { at, end, make }: Bound,
  refused: readonly Exchange[],
): boolean =>
  end === 'most' &&
  String(make(false, 0)).length > SHORT &&
  typeof make(false, 0) === 'string' &&
  hasMany(contract) &&
  !OF_FORM.test(`${wordsOf(at.at(-1) ?? '').join(' ')} ${memberAt(subject.operation, at)?.description ?? ''}`) &&
  !isSpokenOf(subject.operation, at, false) &&
  refused.every((one) => isOfBody(one) && namesAlone(one, at));

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
  const own = memberAt(operation, at);
  const name = new RegExp(`\\b${at.at(-1)?.replaceAll(/\W/g, '.')}\\b`, 'i');
  const others = [
    operation.summary,
    operation.description ?? '',
    ...operation.replies.filter(({ status }) => Number(status) >= 400).map(({ description }) => description),
    ...textsIn(bodyOf(operation)?.schema ?? {}, own),
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
function bodyAt(
  context: CaseContext,
  bounds: readonly Bound[],
  isInside: boolean,
  form: JsonRecord,
): JsonRecord | undefined {
  const { subject, notes, options } = context;
  const media = bodyOf(subject.operation);
  if (media === undefined) return undefined;
  const body = { ...knownBody(context, subject).body, ...form };
  const ground = bounds.some(({ at }) => at.length > 1) ? withParts(media.schema, body) : body;
  const whole = bounds.reduce<JsonRecord>((made, { at, make }) => {
    notes.values.made += 1;
    const more = withPartAt(made, at, make(isInside, options.seed + notes.values.made));
    return isObject(more) && fits(media, more) ? more : made;
  }, ground);
  return whole === ground ? undefined : whole;
}

/** Whether words say that what is counted of a text are code points. */
const saysCodePoints = (operation: Operation): boolean =>
  sentencesAround(operation).some(
    (text) =>
      /\bcode[- ]?points?\b|\bunicode characters\b/i.test(text) && /\b(?:lengths?|long|limits?|count\w*)\b/i.test(text),
  );
