import { documents, own, partOf, propertiesOf, successOf } from '../../../openapi/contract';
import { type Exchange, isRefusal, isSuccess, outcomeOf } from '../../exchange/exchange';
import { bodyOf, type Subject } from '../../exchange/subject';
import { type JsonRecord, sameJson } from '../../records/records';
import { lastTaken, strategyOf } from '../../requests/fresh';
import { areOffered, requiredQuery } from '../../requests/given';
import { toRequest } from '../../requests/request';
import { fits, knownBody, sendable } from '../../requests/valid';
import { tellBody } from '../../requests/written';
import type { CaseContext } from '../../steps/check';
import { leadsNowhere, NOWHERE } from '../../steps/paths';
import { isOwnRule, type SentBody, sendOthers } from '../../steps/send-valid';
import { fail, type Observation, PASS, skip, unjudged, type Verdict, warn } from '../../verdict/verdict';

/**
 * Sends a valid body.
 *
 * @param kept the members that are tried; the others may have any good value
 */
export async function sendBody(
  context: CaseContext,
  path: JsonRecord,
  body: JsonRecord,
  isKnownBody: boolean,
  kept: JsonRecord = body,
): Promise<Verdict> {
  const isKnown = isKnownBody && isRestOffered(context);
  const exchange = await context.send(toRequest(context.subject.operation, { path, body }));
  if (leadsNowhere(context, exchange)) return skip(NOWHERE);
  if (isKnown && isOwnRule(exchange)) return explainRefusal(context, path, { exchange, body, isKnown }, kept);
  const verdict = judgeAccepted(exchange, isKnown);
  return isRefusal(exchange) && verdict.outcome === 'warn' && goesBeyondNamed(context, body)
    ? skip('good values of its properties are named')
    : verdict;
}

/** Whether nobody but the body can be refused: what else has to be there has a value that the contract or the server has said. */
const isRestOffered = (context: CaseContext): boolean =>
  isQueryOffered(context, requiredQuery(context.subject, context.options.given));

/** Whether the contract or the server itself has said that the values of a query are good ones. */
export const isQueryOffered = ({ known, subject }: CaseContext, query: Readonly<Record<string, unknown>>): boolean =>
  areOffered(subject.operation, subject.purpose?.resource, new Map(Object.entries(query)), (property, value) =>
    known.values(subject.purpose?.resource, property).some((one) => sameJson(one, value)),
  );

/** Whether a body has a value that is none of those that the user has named for its property. */
function goesBeyondNamed({ known, subject }: CaseContext, body: JsonRecord): boolean {
  return Object.entries(body).some(
    ([name, value]) =>
      known.isNamed(name) && !known.values(subject.purpose?.resource, name).some((one) => sameJson(one, value)),
  );
}

/** So often, for each operation, the reason of a refusal is looked for. */
const MOST_EXPLAINED = 6;

/**
 * Why a body was refused that fits its schema, and each of whose values the server has shown itself. Lawful reasons are that
 * a value may not come twice, that the values do not go together, and that no more records are taken.
 *
 * @param kept the members that were tried, which stay as they are
 */
export async function explainRefusal(
  context: CaseContext,
  path: JsonRecord,
  refused: SentBody,
  kept: JsonRecord,
): Promise<Verdict> {
  const { subject, notes } = context;
  const count = notes.values.explained.get(subject.operation.id) ?? 0;
  if (count >= MOST_EXPLAINED) return skip('refusals like it are judged already');
  notes.values.explained.set(subject.operation.id, count + 1);
  const { strategy, isTaken } = strategyOf(notes, subject);
  const isConflict = refused.exchange.response?.status === 409;
  const other = await sendOthers(context, subject, path, kept, refused);
  if (other !== undefined) {
    const learnt = strategyOf(notes, subject).strategy;
    if (isConflict || (learnt.fresh !== 'none' && learnt !== strategy)) return PASS;
    return judgeByCopies(context, path, refused, refused.body);
  }
  if (isConflict) return ruleOfItsOwn(refused.exchange);
  if (Object.keys(kept).length > 0) {
    const { body } = knownBody(context, subject);
    if (isSuccess(await context.send(toRequest(subject.operation, { path, body }))))
      return judgeByCopies(context, path, refused, kept);
  }
  return isTaken ? ruleOfItsOwn(refused.exchange) : judgeAccepted(refused.exchange, true);
}

/** Judges what was refused to other checks, which went on with other values. */
export async function judgeRefused(context: CaseContext): Promise<readonly Verdict[]> {
  const { subject, notes } = context;
  const refused = notes.values.refused.get(subject.operation.id)?.splice(0) ?? [];
  const verdicts: Verdict[] = [];
  for (const one of refused) verdicts.push(await judgeByCopies(context, one.path, one, one.body));
  return verdicts;
}

/** So many copies are sent at the most, before a refusal is held to be a rule of the server's own. */
const MOST_COPIES = 4;

/**
 * Whether the server refuses a record just as it shows one itself, although a record may come twice and others are taken:
 * then it is no rule about values that do not go together, nor that there are too many.
 *
 * @param members those of the refused body that may be the reason
 */
export async function judgeByCopies(
  context: CaseContext,
  path: JsonRecord,
  refused: SentBody,
  members: JsonRecord,
): Promise<Verdict> {
  const { subject, notes } = context;
  const send = (body: JsonRecord) => context.send(toRequest(subject.operation, { path, body }));
  for (const body of copiesWith(context, subject, members, refused.body).slice(0, MOST_COPIES)) {
    const exchange = sameJson(body, refused.body) ? refused.exchange : await send(body);
    if (!isOwnRule(exchange)) continue;
    // One that was taken before: where it is refused now, records may not come twice, or no more are taken.
    const taken = lastTaken(notes, subject);
    const isTaken = taken === undefined ? !strategyOf(notes, subject).isTaken : isSuccess(await send(taken));
    return isTaken ? judgeAccepted(exchange, true) : ruleOfItsOwn(refused.exchange);
  }
  return ruleOfItsOwn(refused.exchange);
}

/** Copies of records that have one of the members each, and of one that has no more members than the refused body. */
function copiesWith(
  { known }: CaseContext,
  { operation, purpose }: Subject,
  members: JsonRecord,
  refused: JsonRecord,
): readonly JsonRecord[] {
  const media = bodyOf(operation);
  if (purpose === undefined || media === undefined) return [];
  const shown = [...known.collection(purpose.resource).records.values()].filter(({ isCreated }) => !isCreated);
  const names = [...propertiesOf(media.schema).values()].filter(({ readOnly }) => !readOnly).map(({ name }) => name);
  const copies = shown
    .map(({ latest }) =>
      Object.fromEntries(
        names.flatMap((name) => (own(latest, name) === undefined ? [] : [[name, own(latest, name)] as const])),
      ),
    )
    .map((copy) => sendable(media.schema, copy) as JsonRecord)
    .filter((copy) => fits(media, copy));
  const wanted = [
    (copy: JsonRecord) => Object.keys(members).every((name) => sameJson(own(copy, name), own(members, name))),
    ...Object.keys(members).map((name) => (copy: JsonRecord) => sameJson(own(copy, name), own(members, name))),
    (copy: JsonRecord) => Object.keys(copy).every((name) => own(refused, name) !== undefined),
  ];
  return [...new Set(wanted.map((one) => copies.find(one)))].filter((copy) => copy !== undefined);
}

/** A server has to accept values that it has shown itself; others it may have reasons to refuse with a 4xx. */
export function judgeAccepted(exchange: Exchange, isKnown: boolean): Verdict {
  if (exchange.response === undefined) return unjudged(exchange);
  const { status } = exchange.response;
  const { operation } = exchange.request;
  // An operation may document several, and only the server knows which of them a request comes to.
  if (status < 400 && (documents(operation, status) || operation.replies.length === 0)) return PASS;
  // A conflict is with what else is there (RFC 9110 §15.5.10), and not with the contract.
  const mayBeRefused = isRefusal(exchange) && (!isKnown || exchange.response.status === 409);
  return mayBeRefused ? ruleOfItsOwn(exchange) : fail(refused(exchange));
}

/** A refusal of what the contract allows, by a rule that the server may have beside it. */
export const ruleOfItsOwn = (exchange: Exchange): Verdict => {
  const observation = refused(exchange);
  return warn({ ...observation, expected: `${observation.expected}, unless a rule of the server's own forbids it` });
};

function refused(exchange: Exchange): Observation {
  const wanted = successOf(exchange.request.operation)?.status;
  const { body, headers } = exchange.request;
  return {
    expected: `the status ${wanted ?? 200}`,
    actual:
      outcomeOf(exchange) + (body === undefined ? '' : ` for ${briefText(tellBody(body, headers['content-type']))}`),
    exchanges: [exchange],
    key: outcomeOf(exchange),
    topic: wanted === undefined ? {} : { wanted },
  };
}

const briefText = (text: string): string => (text.length <= 80 ? text : `${partOf(text, 0, 77)}…`);
