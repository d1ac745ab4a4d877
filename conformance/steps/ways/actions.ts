import {
  documents,
  fits as fitsSchema,
  itemsOf,
  type Operation,
  plain,
  propertiesOf,
  type Resource,
  replyFor,
  type Schema,
  typesOf,
} from '../../../openapi/contract';
import { plainValue } from '../../arbitraries/plain';
import { figureLike, numberIn } from '../../exchange/decimals';
import { type Exchange, isSuccess, type Request } from '../../exchange/exchange';
import { memberedBodyOf, type Subject } from '../../exchange/subject';
import { deedOf } from '../../records/deeds';
import { valueIn } from '../../records/inner';
import { sentencesOf } from '../../records/marked';
import type { JsonRecord } from '../../records/records';
import { partOf, restOf, type Sum, sumOf } from '../../records/related/sums';
import { type Action, actionOf } from '../../records/states/action-words';
import { closedFor } from '../../records/states/change-words';
import { needsOf } from '../../records/states/state-tables';
import { type States, statesOf } from '../../records/states/states';
import { knownRecordBody } from '../../requests/bodies/record-in-body';
import { fits, knownBody } from '../../requests/bodies/valid';
import { toRequest } from '../../requests/request';
import { CannotJudge, skip } from '../../verdict/verdict';
import type { CaseContext, Step, Walker } from '../check';
import { readRecord } from '../records';
import { neededBy } from './named-states';
import { actedOn, hostOf, ownerOf, wholeOf } from './owners';

/** The operations that do something to a record, those last that end it. */
export const actionsOn = (context: CaseContext, resource: Resource): readonly Operation[] =>
  context.contract.operations
    .filter((one) => actedOn(context, one) === resource)
    .toSorted((one, other) => rankOf(one) - rankOf(other));

const rankOf = (operation: Operation): number => ['begins', undefined, 'undoes', 'ends'].indexOf(deedOf(operation));

/** A create below the records of a resource, or of parts of them, of whose states its words speak. */
export interface Below extends Action {
  readonly operation: Operation;
  readonly sum: Sum | undefined;
}

export function createsBelow({ contract }: CaseContext, resource: Resource, states: States): readonly Below[] {
  return contract.resources.flatMap(({ operations: { create } }) => {
    if (create === undefined || hostOf(contract, create) !== resource) return [];
    const whole = sumOf(resource, create, states);
    // What has to be all of it is no part.
    const sum = whole?.isExact === true ? undefined : whole;
    const action = actionBelow(resource, create, states);
    const isTold = action.from !== undefined || action.notFrom.length > 0 || action.isSaid;
    // What comes of a part of a sum is not what comes of each.
    const target = sum === undefined && action.isSaid ? action.target : undefined;
    return isTold || sum !== undefined ? [{ ...action, target, operation: create, sum }] : [];
  });
}

/** The creates of parts that name a record of a resource, and the states in which words say that it has to be. */
function partsNaming(context: CaseContext, resource: Resource, states: States): readonly Below[] {
  const { contract, known } = context;
  return contract.resources.flatMap(({ operations: { create } }) => {
    const whole = create && wholeOf(context, create);
    if (create === undefined || whole?.member === undefined || whole.resource !== resource) return [];
    const all = neededBy({ contract, operation: create, purpose: known.purposeOf(create) });
    const needed = all.find((one) => one.reference.name === whole.member && one.property === states.property);
    const { from, notFrom = [] } = needed?.condition ?? {};
    const sum = sumOf(resource, create, states);
    return [
      {
        operation: create,
        sum: sum?.isExact === true ? undefined : sum,
        target: undefined,
        isSaid: false,
        from,
        notFrom,
      },
    ];
  });
}

/** What words say of a create below the records of a resource: its own, and those around these. */
export function actionBelow(host: Resource, create: Operation, states: States): Action {
  const action = actionOf(create, states);
  const isSaid = action.from !== undefined || action.notFrom.length > 0 || !documents(create, 409);
  return isSaid ? action : { ...action, notFrom: closedFor(host, create, states.values) };
}

/** All that words say can be done to a record in some state, and where it leads. */
export function stepsOn(context: CaseContext, resource: Resource, states: States): readonly (Step & Action)[] {
  const parts = [...createsBelow(context, resource, states), ...partsNaming(context, resource, states)];
  const below = parts.flatMap((one): readonly (Step & Action)[] => {
    const { sum } = one;
    if (sum === undefined) return [one];
    return [
      { ...one, part: 'some', target: sum.short },
      { ...one, part: 'all', target: sum.reached },
    ];
  });
  return [
    ...below,
    ...actionsOn(context, resource).flatMap((operation): readonly (Step & Action)[] => {
      const action = { operation, ...actionOf(operation, states) };
      const sum = sumOf(resource, operation, states, true);
      if (sum === undefined || sum.isExact) return [action];
      return [
        { ...action, part: 'some', target: sum.short },
        { ...action, part: 'all', target: sum.reached ?? action.target },
      ];
    }),
  ];
}

export const isDoneIn = ({ from, notFrom }: Pick<Action, 'from' | 'notFrom'>, state: string): boolean =>
  from?.includes(state) ?? !notFrom.includes(state);

/** The least body, with a text in each member that has room for one: of that it can be told whether the record shows it. */
function textsBody(context: CaseContext, subject: Subject): JsonRecord {
  const { body } = knownBody(context, subject);
  const media = memberedBodyOf(subject.operation);
  const texts = [...propertiesOf(media?.schema ?? {}).values()].filter(
    ({ readOnly, schema }) =>
      !readOnly &&
      typesOf(schema).includes('string') &&
      [schema.enum, schema.format, schema.pattern].every((one) => one === undefined),
  );
  const more = Object.fromEntries(texts.map(({ name, schema }) => [name, plainValue(schema, name)]));
  const whole = { ...more, ...body };
  return media !== undefined && fits(media, whole) ? whole : body;
}

/** Does something to a record. @throws CannotJudge where a sum has no such part */
export async function act(
  context: CaseContext,
  { operation, part, begin }: Step,
  walker: Walker,
  body?: JsonRecord,
): Promise<Exchange> {
  const { contract } = context;
  const host = wholeOf(context, operation)?.resource ?? ownerOf(contract, operation);
  const counted = host && part && (await countedFor(context, host, operation, part, walker));
  const members = counted?.members ?? (host && (await exactFor(context, host, operation, walker)));
  const exchange = await context.send(requestFor(context, operation, walker, { ...members, ...begin }, body));
  if (isSuccess(exchange)) walker.sent += counted?.amount ?? 0;
  return exchange;
}

/**
 * What makes the things that an action's record has to have below it or in its lists, as its words say.
 *
 * @param isForbidden whether those alone count without which a refusal stands for it
 */
export function neededFor(context: CaseContext, operation: Operation, isForbidden = false): readonly Operation[] {
  const asked = thingsAsked(operation, isForbidden);
  return addersTo(context, operation).filter(({ path }) => isAsked(path.slice(path.lastIndexOf('/')), asked));
}

/** The list of a record that clients send when they make it, and that may be empty, without which an action is refused by its words. */
export function listNeeded(operation: Operation, create: Schema): string | undefined {
  const asked = thingsAsked(operation, true);
  return [...propertiesOf(create).values()].find(
    ({ name, schema, readOnly }) =>
      !readOnly && itemsOf(schema) !== undefined && fitsSchema(schema, 'request', []) && isAsked(name, asked),
  )?.name;
}

const isAsked = (called: string, asked: readonly string[]): boolean =>
  asked.some((name) => plain(called).startsWith(plain(name)));

/** The names of things of which words say that there have to be some. */
function thingsAsked(operation: Operation, isForbidden: boolean): readonly string[] {
  return [
    ...[...sentencesOf(operation.description), ...needsOf(operation)]
      .filter((text) => !isForbidden || OWES.test(text) || REFUSES.test(text))
      .flatMap((text) => [...text.matchAll(SOME), ...(REFUSES.test(text) ? text.matchAll(NONE) : [])]),
    ...[409, 422].flatMap((status) =>
      sentencesOf(replyFor(operation, status)?.description ?? '').flatMap((text) => [...text.matchAll(NONE)]),
    ),
  ].flatMap(([, ...names]) => names.filter((name = '') => name.length > 2));
}

const OWES = /\b(?:must|has to|have to|needs?|requires?|only|else|otherwise)\b/i;
const REFUSES =
  /\brefus|\breject|\b4(?:09|22)\b|\b(?:cannot|can't|can not|may not|must not)\b|\bnot (?:be )?(?:allowed|possible)\b/i;
const SOME = /\b(?:at least (?:one|1)|one or more) (\p{L}+)(?: (\p{L}+))?/giu;
/** `An order without lines`, `empty_order (no lines)` */
const NONE = /(?:\b(?:ha[sd] no|have no|without(?: an?y?)?)|(?<=(?:^|[(:;,]) ?)no) (\p{L}+)(?: (\p{L}+))?/giu;

/** Whether a refusal says that something is lacking. */
export const saysLacking = (text: string): boolean =>
  /\bempty\b/i.test(text.replaceAll('_', ' ')) || text.search(NONE) >= 0;

/**
 * What puts things below the record of an action, or into its lists: a POST right below it of whatever has a name in the plural, or one
 * of parts that name it.
 */
export function addersTo(context: CaseContext, operation: Operation): readonly Operation[] {
  const { contract } = context;
  const host = actedOn(context, operation) ?? hostOf(contract, operation);
  return contract.operations.filter((one) => {
    const { method, path } = one;
    if (host === undefined || method !== 'POST' || path === operation.path || memberedBodyOf(one) === undefined)
      return false;
    const [above, name] = [path.slice(0, path.lastIndexOf('/')), path.slice(path.lastIndexOf('/') + 1)];
    if (above === host.itemPath) return /s$/.test(name);
    const whole = wholeOf(context, one);
    return whole?.member !== undefined && whole.resource === host;
  });
}

/** The request that does something to a record. */
export function requestFor(
  context: CaseContext,
  operation: Operation,
  { path, id }: Pick<Walker, 'path'> & Partial<Pick<Walker, 'id'>>,
  members: JsonRecord = {},
  body?: JsonRecord,
): Request {
  const purpose = context.known.purposeOf(operation);
  const subject = { contract: context.contract, operation, purpose };
  if (memberedBodyOf(operation) === undefined) return toRequest(operation, { path });
  const { member } = wholeOf(context, operation) ?? {};
  const named = member === undefined || id === undefined ? members : { ...members, [member]: id };
  const made = purpose?.role === 'create' ? knownRecordBody(context, subject, named).body : undefined;
  const texts = made ?? { ...textsBody(context, { ...subject, purpose: undefined }), ...members };
  return toRequest(operation, { path, body: body ?? texts });
}

/** What has to be the total of the record above, as that shows it; undefined where words ask for none. */
async function exactFor(
  context: CaseContext,
  host: Resource,
  operation: Operation,
  { id, path }: Pick<Walker, 'id' | 'path'>,
): Promise<JsonRecord | undefined> {
  const states = statesOf(host);
  const sum = states && sumOf(host, operation, states, context.known.purposeOf(operation) === undefined);
  const { record } = (sum?.isExact === true && (await readRecord(context, host, id, path))) || {};
  const total = sum && record && valueIn(record, sum.total);
  return sum !== undefined && numberIn(total) !== undefined ? { [sum.part]: total } : undefined;
}

/** What counts so much of what is left of a record's sum. */
export async function countedFor(
  context: CaseContext,
  host: Resource,
  operation: Operation,
  part: NonNullable<Step['part']>,
  { id, path, sent }: Pick<Walker, 'id' | 'path' | 'sent'>,
): Promise<{ readonly amount: number; readonly members: JsonRecord }> {
  const states = statesOf(host);
  const sum = states && sumOf(host, operation, states, context.known.purposeOf(operation) === undefined);
  const { record } = (sum && (await readRecord(context, host, id, path))) ?? {};
  const rest = sum && record && restOf(sum, record, sent);
  const amount = sum && rest !== undefined ? partOf(sum, rest, part) : undefined;
  if (sum === undefined || amount === undefined) throw new CannotJudge(skip('no such part of the sum is left'));
  return { amount, members: { [sum.part]: figureLike(amount, record && valueIn(record, sum.total)) } };
}
