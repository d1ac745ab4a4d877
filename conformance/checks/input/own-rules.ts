import { own, successOf, takesCredential } from '../../../openapi/contract';
import { type Exchange, isRefusal, isSuccess, outcomeOf } from '../../exchange/exchange';
import { isForeseen, isOfItsState } from '../../exchange/refusals';
import { bodyOf } from '../../exchange/subject';
import { type JsonRecord, namedOf, sameJson } from '../../records/records';
import { lastTaken, type RefusedBody, strategyOf } from '../../requests/bodies/fresh';
import { fits, knownBody, sendable } from '../../requests/bodies/valid';
import { tellBody } from '../../requests/written';
import type { CaseContext } from '../../steps/check';
import { sendParts } from '../../steps/paths/paths';
import { isOwnRule, sendOthers } from '../../steps/send-valid';
import { briefText } from '../../verdict/brief';
import { fail, type Observation, PASS, replied, skip, type Verdict, warn } from '../../verdict/verdict';

/**
 * A server has to accept values that it has shown itself; others it may have reasons to refuse with a 4xx.
 *
 * @param isExample whether the document shows the whole request as a good one
 * @throws CannotJudge where there is no reply
 */
export function judgeAccepted(exchange: Exchange, isKnown: boolean, isExample = false): Verdict {
  const { status } = replied(exchange).response;
  // An operation may document several, and only the server knows which of them a request comes to.
  if (status < 400 && isForeseen(exchange)) return PASS;
  const isShown = (isKnown && hasInput(exchange)) || (isExample && !isForeseen(exchange));
  const mayBeRefused = isForeseen(exchange) || (isRefusal(exchange) && !isKnown);
  if (mayBeRefused || isOfItsState(exchange)) return ruleOfItsOwn(exchange, isShown);
  return fail(refusedBy(exchange, isKnown || isShown));
}

/** Whether a request says more than which operation it asks for. */
const hasInput = ({ request: { target, body } }: Exchange): boolean => body !== undefined || target.includes('?');

/** Whether nothing that a client has said can be the reason of a refusal that the document foresees. */
const saysNothing = (exchange: Exchange): boolean =>
  isForeseen(exchange) && isRefusal(exchange) && !hasInput(exchange) && Object.keys(exchange.request.path).length === 0;

/** A refusal of what the contract allows, by a rule that the server may have beside it; of its state there is nothing to say. */
function ruleOfItsOwn(exchange: Exchange, isShown = true): Verdict {
  if (isOfItsState(exchange) || saysNothing(exchange)) return skip(stateOf(exchange));
  const observation = refusedBy(exchange, isShown);
  return warn({ ...observation, expected: `${observation.expected}, unless a rule of the server's own forbids it` });
}

/** Why the acceptance of a request is not judged that was refused for the server's state. */
function stateOf(exchange: Exchange): string {
  const { request, response } = exchange;
  const { status = 0 } = response ?? {};
  if (status === 401 && !takesCredential(request.operation))
    return 'refused by 401: the document names no security for it; say where the API key goes, as by --credential-in header:Authorization:Bearer';
  if (!isForeseen(exchange)) return `refused by ${status}: only the server knows the reason, and reply.status tells it`;
  return `refused by ${status}: the document foresees that, and only the server knows the reason`;
}

/** @param isShown whether the server or the document has said that the request is a good one */
function refusedBy(exchange: Exchange, isShown: boolean): Observation {
  const wanted = successOf(exchange.request.operation)?.status;
  const { body, headers } = exchange.request;
  const sent = body === undefined ? '' : ` for ${briefText(tellBody(body, headers['content-type']))}`;
  return {
    expected: `the status ${wanted ?? 200}`,
    actual: outcomeOf(exchange) + sent,
    exchanges: [exchange],
    key: outcomeOf(exchange),
    topic: wanted === undefined ? {} : { wanted },
    ...(isRefusal(exchange) && !isShown ? { ofServed: true } : {}),
  };
}

/** So often, for each operation, the reason of a refusal is looked for. */
const MOST_EXPLAINED = 6;

/**
 * Why a body was refused that fits its schema, and each of whose values the server has shown itself. Lawful reasons are that
 * a value may not come twice, that the values do not go together, and that no more records are taken.
 *
 * @param kept the members that were tried, which stay as they are
 */
export async function explainRefusal(context: CaseContext, refused: RefusedBody, kept: JsonRecord): Promise<Verdict> {
  const { subject, notes } = context;
  const { path, exchange } = refused;
  const count = notes.values.explained.get(subject.operation.id) ?? 0;
  if (count >= MOST_EXPLAINED) return skip('refusals like it are judged already');
  notes.values.explained.set(subject.operation.id, count + 1);
  const { strategy, isTaken } = strategyOf(notes, subject);
  const isConflict = exchange.response?.status === 409;
  if ((await sendOthers(context, subject, path, kept, refused)) !== undefined) {
    const learnt = strategyOf(notes, subject).strategy;
    if (isConflict || (learnt.fresh !== 'none' && learnt !== strategy)) return PASS;
    return judgeByCopies(context, refused, refused.body);
  }
  if (isConflict) return ruleOfItsOwn(exchange);
  if (Object.keys(kept).length > 0) {
    const { body } = knownBody(context, subject);
    if (isSuccess(await sendParts(context, { path, body }))) return judgeByCopies(context, refused, kept);
  }
  return isTaken ? ruleOfItsOwn(exchange) : judgeAccepted(exchange, true);
}

/** Judges what was refused to other checks, which went on with other values. */
export async function judgeRefused(context: CaseContext): Promise<readonly Verdict[]> {
  const refused = context.notes.values.refused.get(context.subject.operation.id)?.splice(0) ?? [];
  const verdicts: Verdict[] = [];
  for (const one of refused) verdicts.push(await judgeByCopies(context, one, one.body));
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
async function judgeByCopies(context: CaseContext, refused: RefusedBody, members: JsonRecord): Promise<Verdict> {
  const { subject, notes } = context;
  const send = (body: JsonRecord) => sendParts(context, { path: refused.path, body });
  for (const body of copiesWith(context, members, refused.body).slice(0, MOST_COPIES)) {
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
function copiesWith({ known, subject }: CaseContext, members: JsonRecord, refused: JsonRecord): readonly JsonRecord[] {
  const media = bodyOf(subject.operation);
  if (subject.purpose === undefined || media === undefined) return [];
  const copies = [...known.collection(subject.purpose.resource).records.values()]
    .filter(({ isCreated }) => !isCreated)
    .map(({ latest }) => sendable(media.schema, namedOf(latest, media)) as JsonRecord)
    .filter((copy) => fits(media, copy));
  const names = Object.keys(members);
  const withAll = (some: readonly string[]) =>
    copies.find((copy) => some.every((name) => sameJson(own(copy, name), own(members, name))));
  const noMore = copies.find((copy) => Object.keys(copy).every((name) => own(refused, name) !== undefined));
  const chosen = [withAll(names), ...names.map((name) => withAll([name])), noMore];
  return [...new Set(chosen)].filter((copy) => copy !== undefined);
}
