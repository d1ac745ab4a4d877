import { isSuccess } from '../../exchange/exchange';
import type { JsonRecord } from '../../records/records';
import { habitOf } from '../../requests/fresh';
import { toRequest } from '../../requests/request';
import { knownBody } from '../../requests/valid';
import type { CaseContext } from '../../steps/check';
import { type SentBody, sendOthers } from '../../steps/send-valid';
import { PASS, skip, type Verdict } from '../../verdict/verdict';
import { judgeByCopies } from './copy';
import { judgeAccepted, ruleOfItsOwn } from './judge';

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
  const { way, isTaken } = habitOf(notes, subject);
  const isConflict = refused.exchange.response?.status === 409;
  const other = await sendOthers(context, subject, path, kept, refused);
  if (other !== undefined) {
    const learnt = habitOf(notes, subject).way;
    if (isConflict || (learnt.fresh !== 'none' && learnt !== way)) return PASS;
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
