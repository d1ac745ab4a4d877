import fc from 'fast-check';
import {
  distinct,
  documents,
  isObject,
  itemsOf,
  keywordOf,
  leastNumber,
  mostNumber,
  type Property,
  propertiesOf,
  type Role,
  type Schema,
  typesOf,
} from '../../../openapi/contract';
import { anotherValue } from '../../arbitraries/fresh';
import { type Exchange, isSuccess, outcomeOf } from '../../exchange/exchange';
import { bodyOf } from '../../exchange/subject';
import { isReference, type JsonRecord } from '../../records/records';
import { fits, knownBody } from '../../requests/valid';
import type { CaseContext, Check } from '../../steps/check';
import { fetchPath, reached, sendParts } from '../../steps/paths';
import { brief } from '../../verdict/brief';
import { fail, inconclusive, PASS, type Verdict } from '../../verdict/verdict';
import { type Steps, withPartAt, withParts } from './inner';

/**
 * A server may have rules of its own, by which it refuses what the schema allows. That one refuses the value at the very bound of
 * the document, and takes the one beside it, is the bound read wrong.
 */
export const inputBounds: Check = {
  id: 'input.bounds',
  title: 'A value at its bound is taken',
  level: 'MUST',
  applies: ({ operation, purpose }) =>
    purpose !== undefined && TAKING.includes(purpose.role) && boundsIn(bodyOf(operation)?.schema ?? {}).length > 0,
  clause: ({ operation }) => ({
    sentence: 'A bound of the schema is a value that it allows.',
    pointer: `${bodyOf(operation)?.pointer ?? operation.pointer}/schema`,
  }),
  cases: () => [{ name: 'the most and the least of each member', tier: 1, run: judgeBounds }],
};

const TAKING: readonly Role[] = ['create', 'replace', 'patch'];

const ENDS = ['most', 'least'] as const;

/** The bound of one member. */
interface Bound {
  readonly at: Steps;
  readonly end: (typeof ENDS)[number];
  /** Values of it, another one for each seed: at the bound, or one step inside. */
  readonly make: (isInside: boolean, seed: number) => unknown;
}

/** What stands in objects of objects is looked at, and no deeper. */
const DEEPEST = 3;
/** So many members are tried each by itself. */
const MOST_ALONE = 8;

async function* judgeBounds(context: CaseContext): AsyncGenerator<Verdict> {
  const bounds = boundsIn(bodyOf(context.subject.operation)?.schema ?? {});
  for (const end of ENDS) {
    const some = bounds.filter((one) => one.end === end);
    if (some.length > 0) yield* judgeEnd(context, some);
  }
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
  for (const bound of bounds.slice(0, MOST_ALONE)) {
    const at = await send([bound], false);
    if (at !== undefined && isSuccess(at)) judged += 1;
    if (at === undefined || !isOfBody(at)) continue;
    const inside = await send([bound], true);
    if (inside === undefined || !isSuccess(inside)) continue;
    const again = await send([bound], false);
    if (again === undefined || !isOfBody(again)) continue;
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

/** That there is nothing of something may be a case by itself: a bound of zero, or beside it, tells nothing. */
function boundsOf({ name, schema }: Property): readonly Omit<Bound, 'at'>[] {
  const isOfOthers = schema.enum !== undefined || schema.const !== undefined || isReference(name);
  const measure = isOfOthers ? undefined : measureOf(schema);
  if (measure === undefined) return [];
  const { step, make } = measure;
  return ENDS.flatMap((end) => {
    const bound = Number(measure[end]);
    const inside = end === 'most' ? bound - step : bound + step;
    if (![bound, inside, step].every(Number.isSafeInteger) || bound === 0 || inside === 0) return [];
    return [{ end, make: (isInside, seed) => make(isInside ? inside : bound, seed) }] satisfies Omit<Bound, 'at'>[];
  });
}

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
