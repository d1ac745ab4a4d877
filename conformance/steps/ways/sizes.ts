/** How much records ask for that are to go through their states: a server may not have enough of what they name. */

import {
  fits,
  isObject,
  itemsOf,
  jsonIn,
  own,
  partAt,
  plain,
  propertiesOf,
  type Resource,
  type Schema,
  validatorOf,
} from '../../../openapi/contract';
import { figureLike, isDecimal, isFigure, numberIn } from '../../exchange/decimals';
import type { Exchange } from '../../exchange/exchange';
import { recordMembers } from '../../exchange/record-body';
import { memberedBodyOf, takenSteps } from '../../exchange/subject';
import { createdIn, isReference, type JsonRecord, keyOf, referredBy, sameJson } from '../../records/records';
import { sumOf } from '../../records/related/sums';
import { statesOf } from '../../records/states/states';
import { knownRecordBody } from '../../requests/bodies/record-in-body';
import { noteNamed, noteProved } from '../../requests/bodies/unfit';
import { toRequest } from '../../requests/request';
import { unlessUnjudged } from '../../verdict/verdict';
import { type CaseContext, inRole, type Size, type Walker } from '../check';
import { createWithMost, type Made, madeIn, readRecord, tryToCreate } from '../records';
import { isOwnRule } from '../send-valid';
import { stepsOn } from './actions';
import { askForMembers, saysUnpaid } from './owed';
import { wholeOf } from './owners';

const SIZES: readonly Size[] = ['ample', 'roomy', 'usual', 'least'];

/**
 * Has the next records name others, have more, or ask for less, after a refusal as of a server that has not enough of what the record names.
 *
 * @param isItsState whether the record is in a state in which the step is done: else the state may be the reason
 * @returns whether they are any different
 */
export async function asksForLess(
  context: CaseContext,
  resource: Resource,
  walker: Walker,
  { request, response }: Exchange,
  isItsState = true,
): Promise<boolean> {
  const { contract, known, notes } = context;
  if (response?.status !== 409 && response?.status !== 422) return false;
  // What was made below it may name others, too.
  const now = walker.needed.size === 0 ? undefined : await readRecord(context, resource, walker.id, walker.path);
  const record = { ...(now?.record ?? walker.record), [BELOW]: walker.below };
  const short = new Map<string, Resource>();
  // What this run has made is mostly made alike.
  const alike = (name: string, id: unknown): readonly unknown[] => {
    const of = referredBy(contract, name);
    if (of?.operations.create === undefined) return [];
    short.set(name, of);
    const made = createdIn(known.collection(of)).map((one) => one.id);
    return made.some((one) => keyOf(one) === keyOf(id)) ? made : [];
  };
  const text = response.body.text ?? '';
  if (noteNamed(notes.values.unfit, record, text, alike)) {
    // What is left lasts longer; of one that is in a wrong state no less is wanted.
    if (![...short.values()].some((of) => saysState(text, of))) notes.sizes.set(resource, 'least');
    for (const [name, of] of short) await makeAmple(context, name, of);
    return true;
  }
  if (!isItsState) return false;
  if (askForMembers(context, resource, request.operation)) return true;
  // Less of it is paid no more than much.
  if (saysUnpaid(text)) return false;
  const smaller = SIZES[SIZES.indexOf(notes.sizes.get(resource) ?? 'ample') + 1];
  if (smaller !== undefined) notes.sizes.set(resource, smaller);
  return smaller !== undefined;
}

/** A name that is no member's. */
const BELOW = '*';

/** Whether a refusal speaks of a state of what a record names, or of another choice of its: `The dealer is on hold`. */
const saysState = (text: string, of: Resource): boolean =>
  [...propertiesOf(of.schema).values()].some(({ schema }) =>
    schema.enum?.some((one) => String(one).length >= LEAST_STATE && plain(text).includes(plain(String(one)))),
  );
const LEAST_STATE = 4;

/** So often a record of large numbers is made: the one before may have been changed or deleted since. */
const MOST_AMPLE = 5;

/** Makes a record of large numbers for a member that named some of which a server had not enough. */
export async function makeAmple(
  context: CaseContext,
  name: string,
  resource: Resource,
  { all, of }: Plenty = PLENTY,
): Promise<void> {
  const { notes } = context;
  const times = notes.ample.get(resource) ?? 0;
  if (times === MOST_AMPLE) return;
  notes.ample.set(resource, times + 1);
  const there = inRole(context, resource, 'create');
  const properties = [...recordMembers(there.subject).values()];
  const numbers = properties.flatMap((one) => {
    const forms = isDecimal(one.schema) ? all.flatMap((much) => [much.toFixed(2), much.toFixed(0)]) : all;
    const value = forms.find((much) => validatorOf(one.schema, 'request')(much) === undefined);
    return one.readOnly || !isFigure(one.schema) || isReference(one.name) || value === undefined || !of.test(one.name)
      ? []
      : [[one.name, value] as const];
  });
  const made = await unlessUnjudged(createWithMost(there, Object.fromEntries(numbers)));
  if (made === undefined) return;
  noteProved(notes.values.unfit, { [name]: made.id });
  const sent = Object(jsonIn(made.exchange.request.body ?? '')) as JsonRecord;
  const record = Object(partAt(sent, takenSteps(there.subject))) as JsonRecord;
  notes.values.ample.set(resource, {
    names: new Set([...(notes.values.ample.get(resource)?.names ?? []), name]),
    members: Object.fromEntries(numbers.filter(([key, value]) => sameJson(own(record, key), value))),
  });
}

/** Large numbers, the first that a schema allows, and the members that get such. */
interface Plenty {
  readonly all: readonly number[];
  readonly of: RegExp;
}

/** Of what bounds others a large one is no plenty. */
const PLENTY: Plenty = { all: [10_000, 1000, 100, 10], of: /^(?!.*(?:min|least|limit|threshold|max|most))/i };

/** What does not cost next to nothing; many of it still come to a sum that a server can hold. */
export const DEAR: Plenty = {
  all: [100, 1000, 10],
  of: /^(?!.*(?:min|least|limit|max|most)).*(?:price|amount|cost|cents|rate|fee)/i,
};

/** A record of large numbers, where some that are made below it add up to its total, so that there is room for several; or of small ones. */
export async function createSized(
  context: CaseContext,
  resource: Resource,
  size: Exclude<Size, 'usual'>,
  members: JsonRecord = {},
): Promise<Made | undefined> {
  const states = statesOf(resource);
  const { subject } = inRole(context, resource, 'create');
  const media = memberedBodyOf(subject.operation);
  const isOfParts = states !== undefined && stepsOn(context, resource, states).some(({ part }) => part !== undefined);
  if (media === undefined || (size !== 'least' && !isOfParts)) return undefined;
  const { body } = knownRecordBody(context, subject, members);
  const isPart = wholeOf(context, subject.operation) !== undefined;
  const sized = (most: number) =>
    amplified(media.schema, body, most) ?? (isPart ? limited(media.schema, body, most) : undefined);
  const other = size === 'least' ? lessened(media.schema, body) : sized(ROOM[size]);
  if (other === undefined) return undefined;
  const exchange = await context.send(toRequest(subject.operation, { body: other }));
  // What is itself a part of another sum may be too much of that: then less leaves room as well.
  if (size === 'ample' && isOwnRule(exchange) && isPart) {
    context.notes.sizes.set(resource, 'roomy');
    return createSized(context, resource, 'roomy', members);
  }
  return madeIn(exchange, resource);
}

/** So large numbers leave room for parts of what they come to. */
const ROOM = { ample: 60, roomy: 10 } as const;

/** A body with larger numbers, as far as its schema allows; undefined where that makes no other one. */
const amplified = (schema: Schema, body: JsonRecord, most: number): JsonRecord | undefined =>
  resized(schema, body, (value) => (value >= most ? [] : [most, 10, 2].filter((one) => one > value)));

/** The same with no larger ones: what is a part of something else may be too much of it, such as the amount that an example has. */
const limited = (schema: Schema, body: JsonRecord, most: number): JsonRecord | undefined =>
  resized(schema, body, (value) => (value <= most ? [] : [most, 10]));

/** The same with smaller ones, and of each list of objects the first. */
export const lessened = (schema: Schema, body: JsonRecord): JsonRecord | undefined =>
  resized(schema, body, (value) => [1, 2, 5, 0.01].filter((one) => one < value), 1);

function resized(
  schema: Schema,
  body: JsonRecord,
  othersFor: (value: number) => readonly number[],
  most = Number.POSITIVE_INFINITY,
): JsonRecord | undefined {
  const other = (of: Schema, value: unknown, name = ''): unknown => {
    const items = itemsOf(of);
    if (Array.isArray(value))
      return items === undefined
        ? value
        : value.slice(0, value.some(isObject) ? most : value.length).map((one) => other(items, one));
    if (isObject(value)) {
      const properties = propertiesOf(of);
      return Object.fromEntries(
        Object.entries(value).map(([key, one]) => [key, other(properties.get(key)?.schema ?? {}, one, key)]),
      );
    }
    const figure = typeof value === 'number' || isDecimal(of) ? numberIn(value) : undefined;
    if (figure === undefined || isReference(name)) return value;
    const others = othersFor(figure).map((one) => figureLike(one, value));
    return others.find((one) => validatorOf(of, 'request')(one) === undefined) ?? value;
  };
  const made = other(schema, body);
  return isObject(made) && !sameJson(made, body) && validatorOf(schema, 'request')(made) === undefined
    ? made
    : undefined;
}

/**
 * Creates one of several records that lie beside each other: where such add up to a total, and clients need not say how much, it takes
 * little of that, since what takes all leaves no room for another one.
 */
export async function tryToCreateBeside(
  context: CaseContext,
  members: JsonRecord = {},
  path?: JsonRecord,
): Promise<Made | undefined> {
  const little = littleOfSum(context);
  const made = little && (await tryToCreate(context, { ...little, ...members }, path));
  return made ?? tryToCreate(context, members, path);
}

/** As little as the part may be that a client can leave out, to have all that is left. */
function littleOfSum(context: CaseContext): JsonRecord | undefined {
  const { operation } = context.subject;
  const host = wholeOf(context, operation)?.resource;
  const states = host && statesOf(host);
  const sum = states && sumOf(host, operation, states);
  const part = sum && propertiesOf(memberedBodyOf(operation)?.schema ?? {}).get(sum.part);
  if (sum === undefined || part === undefined || part.required || sum.isExact) return undefined;
  const little = [1, 2, 5, 10, 100].find((one) => fits(part.schema, 'request', one));
  return little === undefined ? undefined : { [sum.part]: little };
}
