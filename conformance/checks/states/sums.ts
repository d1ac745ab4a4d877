import { isObject, jsonIn, type Operation, own } from '../../../openapi/contract';
import { compareFigures, figureLike, numberIn } from '../../exchange/decimals';
import { type Exchange, isRefusal, isSuccess, outcomeOf } from '../../exchange/exchange';
import type { Subject } from '../../exchange/subject';
import { valueIn } from '../../records/inner';
import { LOOK_MS } from '../../records/lists/listing';
import { ownSentences, withNoun } from '../../records/marked';
import { idOf, type JsonRecord, recordOf } from '../../records/records';
import { beyondStatuses, figureAt, isOfDeed, partOf, restOf, type Sum, sumOf } from '../../records/related/sums';
import { statesOf } from '../../records/states/states';
import { toRequest } from '../../requests/request';
import type { CaseContext, Walker } from '../../steps/check';
import { readRecord } from '../../steps/records';
import { act } from '../../steps/ways/actions';
import { brief } from '../../verdict/brief';
import { CannotJudge, fail, PASS, replied, skip, unlessUnjudged, type Verdict } from '../../verdict/verdict';
import { type Acting, actingOf, judgeUnchanged, type Look, look, statesFor, walkReady } from './look';

/** The sum to which what the subject's operation makes below a record adds up. */
export const sumFor = (
  { operation, purpose }: Subject,
  { resource, states }: NonNullable<ReturnType<typeof statesFor>>,
) =>
  purpose === undefined || purpose.role === 'create'
    ? sumOf(resource, operation, states, purpose === undefined)
    : undefined;

export function isCounted(subject: Subject): boolean {
  const found = statesFor(subject);
  const sum = found && sumFor(subject, found);
  return sum !== undefined && (sum.isBound || sum.reached !== undefined || sum.short !== undefined);
}

/** What is made below a record counts: more than is left is refused, some leaves the record short of its total, all does not. */
export async function* countUp(context: CaseContext): AsyncGenerator<Verdict> {
  const acting = actingOf(context);
  const { operation } = context.subject;
  const sum = sumFor(context.subject, acting);
  if (sum === undefined) throw new CannotJudge(skip('no sum is told'));
  const walker = await unlessUnjudged(walkReady(acting));
  if (walker === undefined) return;
  let refused: Refused | undefined;
  for (const part of PARTS.filter((one) => sum.isBound || one !== 'more')) {
    const before = await look(acting, walker);
    const exchange = replied(await act(context, { operation, part }, walker));
    const after = await look(acting, walker);
    if (before === undefined || after === undefined) return;
    const isMore = part === 'more';
    if (isMore && isRefusal(exchange)) yield await judgeUnchanged(acting, walker, before, exchange, after);
    if (isMore && isRefusal(exchange)) {
      refused = { exchange, before };
      continue;
    }
    if (!isSuccess(exchange)) return;
    if (isMore)
      return yield fail({
        expected: `a refusal, since no more than ${restOf(sum, before.record, 0)} of ${sum.total} is left`,
        actual: outcomeOf(exchange),
        exchanges: [before.exchange, exchange],
        key: 'beyond the total',
      });
    if (part === 'some' && refused !== undefined) yield judgeRefused(operation, sum, refused, exchange);
    // What more was taken counts as well.
    if (part === 'some' && (yield* judgeReserved(context, sum, exchange, [before, after]))) return;
    // What is still to be settled does not count yet.
    if (isUnsettled(context, exchange)) return;
    yield (await notCounted(acting, walker, sum, part, [before, after])) ?? PASS;
  }
}

/**
 * `The balance less the amounts of its authorised payments`: what is still to be settled leaves less room for the next.
 *
 * @returns whether more was taken
 */
async function* judgeReserved(
  context: CaseContext,
  sum: Sum,
  first: Exchange,
  [before, after]: readonly [Look, Look],
): AsyncGenerator<Verdict, boolean> {
  const { operation, purpose } = context.subject;
  const said = ownSentences(operation).filter((text) => text.includes(sum.total));
  const isOfThese = (noun = ''): boolean =>
    /^amounts?$/i.test(noun) || (purpose !== undefined && withNoun(noun, purpose.resource) === '‹›');
  const named = said.flatMap((text) => {
    const [, state = '', noun] = RESERVES.exec(text) ?? [];
    return state !== '' && isOfThese(noun) ? [state.toLowerCase()] : [];
  })[0];
  const made = recordOf(first, purpose?.resource);
  const sent = jsonIn(first.request.body ?? '');
  if (purpose === undefined || named === undefined || made === undefined || !isObject(sent)) return false;
  const stateOf = (record: JsonRecord | undefined): string =>
    String(own(record ?? {}, statesOf(purpose.resource)?.property ?? '')).toLowerCase();
  const isReserved = (record: JsonRecord | undefined): boolean =>
    stateOf(record).startsWith(named.slice(0, STEM)) && !OVER.test(stateOf(record));
  const [given, rest] = [numberIn(own(sent, sum.part)), restOf(sum, after.record, 0)];
  // Where the record itself shows that less is left, it has come off already.
  const isShown = restOf(sum, before.record, 0) !== rest;
  if (!sum.isBound || sum.less !== undefined || !isReserved(made) || isShown) return false;
  if (given === undefined || rest === undefined || rest < given) return false;
  const body = { ...sent, [sum.part]: rest - given + 1 };
  const exchange = replied(await context.send(toRequest(operation, { path: first.request.path, body })));
  if (!isSuccess(exchange)) {
    yield PASS;
    return false;
  }
  // By then it may have failed, and left its room to others.
  const now = await readRecord(context, purpose.resource, idOf(made, purpose.resource));
  if (!isReserved(now?.record)) return true;
  yield fail({
    expected: `a refusal, since no more than ${rest - given} is left: ${rest} of ${sum.total} less the ${given} before it`,
    actual: outcomeOf(exchange),
    exchanges: [first, after.exchange, exchange],
    key: 'beyond what is left',
  });
  return true;
}

const RESERVES =
  /\b(?:less|minus)\b[^.;]{0,30}\b(?:its |the |all )?(authori[sz]ed|pend\w+|reserved) (\p{L}+s|amount)\b/iu;

const OVER = /fail|declin|expir|void|revers|cancel|reject/;

/** `Authorised` and `authorized` have so much in common. */
const STEM = 6;

/** More than a sum has room for, and the record as it was then. */
interface Refused {
  readonly exchange: Exchange;
  readonly before: Look;
}

/** The status by which more was refused: what it was refused for is the amount, since with less of it the same is done. */
export function judgeRefused(
  operation: Operation,
  sum: Sum,
  { exchange, before }: Pick<Refused, 'exchange'> & { readonly before: Pick<Look, 'record' | 'exchange'> },
  some: Exchange,
): Verdict {
  const statuses = beyondStatuses(operation, sum);
  if (statuses.length === 0 || statuses.includes(replied(exchange).response.status)) return PASS;
  return fail({
    expected: `the status ${statuses.join(' or ')}, since no more than ${restOf(sum, before.record, 0)} of ${sum.total} is left`,
    actual: outcomeOf(exchange),
    exchanges: [before.exchange, exchange, some],
    key: 'refused otherwise',
    topic: { wanted: statuses[0] ?? 409 },
  });
}

// What comes after some has less room.
const PARTS = ['more', 'some', 'more', 'all'] as const;

/** That some of a sum, or all of it, does not show in the record above: in its state, and in what has come together so far. */
async function notCounted(
  acting: Acting,
  walker: Walker,
  sum: Sum,
  part: 'some' | 'all',
  [before, first]: readonly [Look, Look],
): Promise<Verdict | undefined> {
  const { context, resource, states } = acting;
  const wanted = part === 'all' ? sum.reached : sum.short;
  const isReleased = RELEASED.test(context.subject.operation.description);
  const isOff = ({ state }: Look): boolean =>
    (wanted !== undefined && state !== wanted) || (part === 'some' && state === sum.reached && !isReleased);
  const rest = restOf(sum, before.record, 0);
  const { sofar = '' } = sum;
  const shown = valueIn(before.record, sofar);
  const more = part === 'all' ? rest : rest && partOf(sum, rest, part);
  const together = figureLike((numberIn(shown) ?? 0) + Number(more), shown);
  const isAdded =
    isOfDeed(sofar, context.subject.operation) ||
    /\b(?:sum|total|together|so far|how much|all)\b/i.test(String(figureAt(resource, sofar)?.schema.description ?? ''));
  const isFalse = ({ record }: Look): boolean =>
    more !== undefined && isAdded && compareFigures(valueIn(record, sofar), together) !== 0;
  if (!isOff(first) && !isFalse(first)) return undefined;
  await context.wait(LOOK_MS, 'a further look at what was done');
  const after = await look(acting, walker);
  if (after === undefined || (!isOff(after) && !isFalse(after))) return undefined;
  const name = isOff(after) ? states.property : sofar;
  const expected = isOff(after) ? (wanted ?? `another than ${sum.reached}`) : together;
  return fail({
    expected: `${name}: ${expected}, since ${part} of ${sum.total} has come together`,
    actual: `${name}: ${brief(valueIn(after.record, name))}`,
    exchanges: [before.exchange, after.exchange],
    key: `${part} of the sum`,
  });
}

/** `The rest is released`: then some of it is all that comes. */
const RELEASED =
  /\b(?:rest|remainder|remaining \w+|what (?:is|was)(?: not|n['’]t) \w+)\b[^.;]{0,40}\b(?:released|voided|freed|given up|cancell?ed|returned|due again)\b/i;

/** Whether what was made has a state of its own in which it hardly counts. */
export function isUnsettled({ subject: { purpose } }: CaseContext, exchange: Exchange): boolean {
  const states = purpose && statesOf(purpose.resource);
  const state = states && own(recordOf(exchange, purpose?.resource) ?? {}, states.property);
  return typeof state === 'string' && /pend|process|author|requir|await|open|created|initiat|queue|new/i.test(state);
}
