import { own, propertiesOf } from '../../../openapi/contract';
import { isSuccess } from '../../exchange/exchange';
import { bodyOf, type Subject } from '../../exchange/subject';
import type { JsonRecord } from '../../records/records';
import { sameJson } from '../../records/records';
import { habitOf, lastTaken } from '../../requests/fresh';
import { toRequest } from '../../requests/request';
import { fits, sendable } from '../../requests/valid';
import type { CaseContext } from '../../steps/check';
import { isOwnRule, type SentBody } from '../../steps/send-valid';
import type { Verdict } from '../../verdict/verdict';
import { judgeAccepted, ruleOfItsOwn } from './judge';

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
    const isTaken = taken === undefined ? !habitOf(notes, subject).isTaken : isSuccess(await send(taken));
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
