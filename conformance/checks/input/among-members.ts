/** Rules between the members of a body, as words say them: which is the later one, and which need or exclude each other. */
import { own, type Property, type Resource } from '../../../openapi/contract';
import { isRefusal, isSuccess, outcomeOf } from '../../exchange/exchange';
import { bodyOf, refusalStatuses, type Subject } from '../../exchange/subject';
import { idOf, type JsonRecord } from '../../records/records';
import {
  type Companion,
  companionsOf,
  isInCompany,
  madeSo,
  otherChoice,
  type Presence,
  partSchemaAt,
} from '../../requests/bodies/companions';
import { isInOrder, type MemberOrder, memberOrdersOf, movedBy } from '../../requests/bodies/member-order';
import { fits, knownBody } from '../../requests/bodies/valid';
import { toRequest } from '../../requests/request';
import { type Case, type CaseContext, inRole, resourceOf } from '../../steps/check';
import { fetchPath, sendParts, sendWhereReady } from '../../steps/paths/paths';
import { pathTo, tryToCreate } from '../../steps/records';
import { brief } from '../../verdict/brief';
import { answered, fail, inconclusive, PASS, skip, type Verdict } from '../../verdict/verdict';
import { withPartAt, withParts } from './inner';

/** Bodies whose members are in another order than words ask for: swapped, and the same where that is not allowed. */
export const ofMemberOrders = ({ operation, purpose }: Subject): readonly Case[] =>
  memberOrdersOf(operation).flatMap((order) => [
    {
      name: `${order.last.name} before ${order.first.name}`,
      // What one code looks at for all members that is not.
      kind: `${order.last.name} before ${order.first.name}`,
      tier: 1,
      run: (context: CaseContext) =>
        purpose?.role === 'patch' ? judgePatches(context, order) : judgeWhole(context, order),
    },
  ]);

/** What the last member is by so many steps from the first one that it may not be. */
const wrongStepsOf = ({ isStrict }: MemberOrder): readonly number[] => (isStrict ? [-1, 0] : [-1]);

async function judgeWhole(context: CaseContext, order: MemberOrder): Promise<Verdict> {
  const { subject } = context;
  const { first, last } = order;
  const { body } = knownBody(context, subject);
  const sent = own(body, first.name);
  // At the edges of what can be written down a value has no other one before it.
  const base = isPlainValue(sent) ? sent : valueFor(first);
  const path = await fetchPath(context);
  // What is refused with its members in order is refused for something else.
  const right = { ...body, [first.name]: base, [last.name]: movedBy(last, base, 1) };
  if (!isInOrder(order, right)) return inconclusive('no body with these members is known');
  const control = await sendParts(context, { path, body: right });
  if (!isSuccess(control)) return inconclusive('no body with these members was taken');
  // What else is in a body may not come twice.
  const ordered = (value: unknown) => ({
    ...knownBody(context, subject).body,
    ...{ [first.name]: base, [last.name]: value },
  });
  for (const steps of wrongStepsOf(order)) {
    const value = movedBy(last, base, steps);
    if (value === undefined) continue;
    const wrong = ordered(value);
    const exchange = answered(await sendParts(context, { path: await fetchPath(context), body: wrong }));
    if (!isRefusal(exchange)) return taken(context, exchange, order, wrong);
  }
  // Between two moments there may have to be some time.
  const same = order.isStrict || first.schema.format === 'date-time' ? undefined : movedBy(last, base, 0);
  if (same === undefined) return PASS;
  const exchange = answered(await sendParts(context, { path: await fetchPath(context), body: ordered(same) }));
  if (!refusalStatuses(subject.operation).includes(exchange.response.status)) return PASS;
  return fail({
    expected: `that it is done: ${last.name} is not before ${first.name}`,
    actual: `${outcomeOf(exchange)} for ${brief(ordered(same))}`,
    exchanges: [control, exchange],
    key: `${first.name} ${last.name} the same`,
  });
}

/** Patches of both members, and of each by itself, where the record has the other. */
async function judgePatches(context: CaseContext, order: MemberOrder): Promise<Verdict> {
  const { subject } = context;
  const { first, last } = order;
  const resource = resourceOf(context);
  const { create } = resource.operations;
  if (create === undefined) return skip('no record can be made for it');
  const base = valueFor(first);
  const both = { [first.name]: base, [last.name]: movedBy(last, base, 1) };
  const record = (await ownWith(context, resource, order, {})) ?? (await ownWith(context, resource, order, both));
  if (record === undefined) return inconclusive('no new record shows both');
  const [early, late] = [own(record, first.name), own(record, last.name)];
  const path = pathTo(resource, idOf(record, resource));
  const patches = wrongStepsOf(order).flatMap((steps): readonly JsonRecord[] => [
    { [last.name]: movedBy(last, early, steps) },
    { [first.name]: movedBy(first, late, -steps) },
    { [first.name]: early, [last.name]: movedBy(last, early, steps) },
  ]);
  for (const body of patches.filter((one) => Object.values(one).every((value) => value !== undefined))) {
    const exchange = answered(await context.send(toRequest(subject.operation, { path, body })));
    if (!isRefusal(exchange)) return taken(context, exchange, order, body);
  }
  return PASS;
}

/** A new record that shows both members. */
async function ownWith(
  context: CaseContext,
  resource: Resource,
  { first, last }: MemberOrder,
  members: JsonRecord,
): Promise<JsonRecord | undefined> {
  const made = await tryToCreate(inRole(context, resource, 'create'), members);
  const isShown = [first, last].every(({ name }) => (made && (own(made.record, name) ?? null)) !== null);
  return made !== undefined && isShown ? made.record : undefined;
}

function taken(
  { subject }: CaseContext,
  exchange: Parameters<typeof outcomeOf>[0],
  { first, last, isStrict }: MemberOrder,
  body: JsonRecord,
): Verdict {
  const wanted = refusalStatuses(subject.operation);
  const rule = `${last.name} ${isStrict ? 'after' : 'not before'} ${first.name}`;
  return fail({
    expected: `the status ${wanted.join(' or ')}, since words ask for ${rule}`,
    actual: `${outcomeOf(exchange)} for ${brief(body)}`,
    exchanges: [exchange],
    key: `${first.name} ${last.name}`,
    topic: { wanted: wanted[0] ?? 400, defect: `the order of ${first.name} and ${last.name} is taken` },
  });
}

const isPlainValue = (value: unknown): boolean =>
  typeof value === 'string' ? /^(?:19|20)\d\d-/.test(value) : typeof value === 'number' && Math.abs(value) < 1e6;

/** A value in the middle of what a member may have. */
const valueFor = ({ schema }: Property): unknown =>
  schema.format === 'date' ? '2031-05-05' : schema.format === 'date-time' ? '2031-05-05T12:00:00.000Z' : 10;

/** Bodies with a member whose companion is missing, or with two that exclude each other. */
export const ofCompanions = ({ operation }: Subject): readonly Case[] =>
  companionsOf(operation).map((companion) => ({
    name: brokenRule(companion),
    kind: brokenRule(companion),
    tier: 1,
    run: (context) => judgeCompanion(context, companion),
  }));

/** What is sent: what one of the members needs is not there, or what it excludes. */
const brokenRule = ({ at, when, needed }: Companion): string => {
  const { name, isThere, value } = needed;
  const broken =
    value === undefined ? `${isThere ? 'without' : 'with'} ${name}` : `with ${name} other than ${String(value)}`;
  const given = when.map((one) =>
    one.value === undefined
      ? `${one.isThere ? 'with' : 'without'} ${one.name}`
      : `with ${one.name} ${String(one.value)}`,
  );
  return `${[...given, broken].join(' and ')}${at.length === 0 ? '' : ` in ${at[0]}`}`;
};

async function judgeCompanion(context: CaseContext, companion: Companion): Promise<Verdict> {
  const { subject } = context;
  const schema = bodyOf(subject.operation)?.schema ?? {};
  const full = { strategy: { base: 'full', fresh: 'none' }, isTaken: false } as const;
  let isTried = false;
  for (const chosen of [undefined, full]) {
    // Each time another one: some value may not come twice.
    const pair = () => pairOf(subject, companion, withParts(schema, knownBody(context, subject, {}, chosen).body));
    const right = pair()?.right;
    if (right === undefined) continue;
    isTried = true;
    // What is refused in the right company, too, is refused for something else.
    const control = await sendWhereReady(context, { body: right });
    const wrong = isSuccess(control) ? pair()?.wrong : undefined;
    if (wrong === undefined) continue;
    const exchange = answered(await sendWhereReady(context, { body: wrong }));
    if (!isSuccess(exchange)) return PASS;
    const wanted = refusalStatuses(subject.operation);
    return fail({
      expected: `the status ${wanted.join(' or ')}, since words forbid a body ${brokenRule(companion)}`,
      actual: `${outcomeOf(exchange)} for ${brief(wrong)}`,
      exchanges: [control, exchange],
      key: brokenRule(companion),
      topic: { wanted: wanted[0] ?? 400, defect: `a body ${brokenRule(companion)} is taken` },
    });
  }
  return isTried
    ? inconclusive('no body with these members was taken')
    : skip('no valid body is known that could be broken so');
}

/** A body as words ask for, and the same without it; undefined where schemas leave no way. */
function pairOf(
  { operation }: Subject,
  companion: Companion,
  base: JsonRecord,
): { readonly right: JsonRecord; readonly wrong: JsonRecord } | undefined {
  const media = bodyOf(operation);
  const { at, when, needed } = companion;
  if (media === undefined) return undefined;
  const schema = partSchemaAt(media.schema ?? {}, at);
  const inner = at.reduce<unknown>((value, step) => Object(value)[step], base) as JsonRecord | undefined;
  const asked = when.reduce<JsonRecord | undefined>((made, one) => made && madeSo(schema, made, one), inner);
  const isOfPlace = (one: Companion): boolean => one.at.join('/') === at.join('/');
  const others = companionsOf(operation).filter((one) => one !== companion && isOfPlace(one));
  /** The whole body, of which all is as words ask for but this. */
  const bodyWith = (presence: Presence): JsonRecord | undefined => {
    const made = others.reduce<JsonRecord | undefined>(
      (part, one) => (part === undefined || isInCompany(one, part) ? part : madeSo(schema, part, one.needed)),
      asked && madeSo(schema, asked, presence),
    );
    const isAsAsked = made !== undefined && others.every((one) => isInCompany(one, made));
    const body = isAsAsked ? (withPartAt(base, at, made) as JsonRecord) : undefined;
    const isRight = isInCompany(companion, made) === (presence === needed);
    return body !== undefined && isRight && fits(media, body) ? body : undefined;
  };
  const { name, isThere, value } = needed;
  const right = bodyWith(needed);
  const wrong = bodyWith(
    value === undefined ? { name, isThere: !isThere } : { name, isThere, value: otherChoice(schema, needed) },
  );
  return right && wrong && { right, wrong };
}
