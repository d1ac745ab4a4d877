/** The forms that a whole body may have: each refuses what breaks it, not only the one that is sent most. */
import {
  alternativesOf,
  fits as fitsSchema,
  isObject,
  own,
  propertiesOf,
  type Schema,
} from '../../../openapi/contract';
import { fullValue } from '../../arbitraries/plain';
import type { Broken } from '../../arbitraries/wrong-values';
import { isSuccess } from '../../exchange/exchange';
import { bodyOf, type Subject } from '../../exchange/subject';
import { type JsonRecord, sameJson } from '../../records/records';
import { refusableBodies } from '../../requests/bodies/refusable';
import { knownBody } from '../../requests/bodies/valid';
import type { RequestParts } from '../../requests/request';
import type { Case, CaseContext } from '../../steps/check';
import { sendWhereReady } from '../../steps/paths/paths';
import { inconclusive, PASS, skip, type Verdict, verdictsOf } from '../../verdict/verdict';

/** Judges what is to be refused. */
type Judge = (context: CaseContext, parts: RequestParts, what: string) => Promise<Verdict>;

/** So many forms of one body, and so much of what is theirs alone. */
const MOST_FORMS = 4;
const MOST_OF_ONE = 8;

export function ofForms({ operation }: Subject, judge: Judge): readonly Case[] {
  const { schema } = bodyOf(operation) ?? {};
  const forms = schema === undefined ? [] : alternativesOf(schema);
  if (schema === undefined || forms.length < 2) return [];
  return forms.slice(0, MOST_FORMS).map((form, nth) => ({
    name: `what breaks form ${nth + 1} of its body`,
    kind: `form ${nth + 1} of ${operation.id}`,
    isStory: true,
    tier: 1,
    run: (context) => judgeForm(context, schema, form, judge),
  }));
}

async function* judgeForm(context: CaseContext, whole: Schema, form: Schema, judge: Judge): AsyncGenerator<Verdict> {
  const { contract, subject } = context;
  const usual = knownBody(context, subject).body;
  // That one is broken anyway.
  if (fitsSchema(form, 'request', usual)) return yield PASS;
  const first = bodyOfForm(context, form);
  if (first === undefined) return yield skip('no valid body of this form is known');
  if (!isSuccess(await sendWhereReady(context, { body: first })))
    return yield inconclusive('no body of this form was taken');
  const others = alternativesOf(whole).filter((one) => one !== form);
  const isOfAll = (name: string): boolean =>
    others.every((one) => propertiesOf(one).has(name)) && !propertiesOf(form).get(name)?.required;
  const shared = new Set([...Object.keys(usual), ...[...propertiesOf(form).keys()].filter(isOfAll)]);
  for (const { what } of brokenOf(contract, subject, whole, form, first, shared)) {
    // Some of it may not come twice.
    const body = bodyOfForm(context, form);
    const broken = body && brokenOf(contract, subject, whole, form, body, shared).find((one) => one.what === what);
    if (broken !== undefined) yield* await verdictsOf(() => judge(context, { body: broken.value }, what));
  }
}

function bodyOfForm(context: CaseContext, form: Schema): JsonRecord | undefined {
  const made = [0, 1, 2, 3, 4, 5, 6].map((nth) => {
    const strategy = { base: 'plain', nth, fresh: 'texts' } as const;
    return knownBody(context, context.subject, {}, { strategy, isTaken: false }).body;
  });
  return made.find((one) => fitsSchema(form, 'request', one));
}

/** What breaks what a form has alone: a member of its own, one that another form has, one that none has. */
function brokenOf(
  contract: CaseContext['contract'],
  { operation }: Subject,
  whole: Schema,
  form: Schema,
  body: JsonRecord,
  shared: ReadonlySet<string>,
): readonly Broken[] {
  const names = new Set([...propertiesOf(form).keys()].filter((name) => !shared.has(name)));
  const isOwn = ({ value }: Broken): boolean =>
    isObject(value) && [...names].some((name) => !sameJson(own(value, name), own(body, name)));
  const foreign = [...propertiesOf(whole).values()]
    .filter(({ name, readOnly }) => !readOnly && !propertiesOf(form).has(name))
    .map(
      ({ name, schema }): Broken => ({
        ...{ what: `${name}, which another form has`, kind: 'member of another form', isTelling: true },
        value: { ...body, [name]: fullValue(schema) },
      }),
    );
  const broken = refusableBodies(contract, operation, form, body).filter(
    (one) => (one.isTelling && isOwn(one)) || one.kind === 'added',
  );
  return [...foreign.slice(0, 1), ...broken]
    .filter(({ value }) => !fitsSchema(whole, 'request', value))
    .slice(0, MOST_OF_ONE);
}
