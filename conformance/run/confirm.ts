import { isObject, jsonIn, keywordOf, own, propertiesOf } from '../../openapi/contract';
import { type Exchange, jsonMediaOf } from '../exchange/exchange';
import { sameJson } from '../records/records';
import { allowanceHeaders } from '../rules/oracles/allowance-headers';
import { retryAfter } from '../rules/oracles/allowance-refused';
import { envelope, json, mediaType, schema } from '../rules/oracles/body';
import { ends, headers } from '../rules/oracles/reply';
import { errorStatus, status } from '../rules/oracles/status';
import type { Confirmation, Finding } from '../verdict/result';
import {
  type Attempt,
  type Attempting,
  attemptsFor,
  type Came,
  isForeign,
  judgedBy,
  MOST_IN_A_ROW,
  type Tried,
  tryOnce,
} from './attempts';

/** What of a run trying again takes. */
interface Confirming extends Attempting {
  readonly onProgress: (check: string) => void;
}

/** How many requests trying again may take. */
export const heldBack = (maxRequests: number): number => Math.ceil(maxRequests * SHARE_HELD_BACK);

/** The same of any budget. */
export const SHARE_HELD_BACK = 0.1;

/** What was seen several times is tried again to see over which connections it shows: with no more requests than this. */
const MOST_TO_TELL = 12;

/**
 * Tries every violation again: its request over a fresh connection, or where that takes several requests the case in which
 * it was seen; then in a row over one connection. What several cases have seen is no accident, however that ends.
 */
export async function confirmFindings(run: Confirming): Promise<void> {
  const { results, scheduler, cases } = run;
  const earlier = new Map<string, Tried>();
  scheduler.keepBack(0);
  scheduler.keepBack(Math.max(0, scheduler.left - heldBack(scheduler.sent + scheduler.left)));
  for (;;) {
    const left = results.findings().filter(({ outcome, confirmation }) => outcome === 'fail' && !confirmation);
    const next = left.find((finding) => !cases.isRepeated(finding)) ?? left[0];
    if (next === undefined) return;
    run.onProgress(next.check);
    await confirm(next, run, earlier);
  }
}

/** @param earlier attempts by their names: one that was made for another finding tells of this one, too */
async function confirm(finding: Finding, run: Confirming, earlier: Map<string, Tried>): Promise<void> {
  const { results, cases } = run;
  const isRepeated = cases.isRepeated(finding);
  const settle = (confirmation: Confirmation, overOne?: readonly Exchange[]): void =>
    results.settle(finding, isRepeated ? { came: 'again' } : confirmation, overOne);
  if (finding.exchanges.some(({ request }) => request.credential === 'limit'))
    return settle({ came: 'untried', reason: 'not again, since that would use up an allowance' });

  const attempts = attemptsFor(finding, run).filter(({ cost }) => !isRepeated || cost <= MOST_TO_TELL);
  const came: Came[] = [];
  for (const attempt of attempts) {
    const tried = earlier.get(attempt.name) ?? (await tryOnce(attempt, run));
    earlier.set(attempt.name, tried);
    const one = judgedBy(finding, tried, run);
    came.push(one);
    if (one.outcome !== 'shown') continue;
    const isOfKept = attempt.isOverOne && (await showsOverOneOnly(finding, run, attempt, one.sent));
    return settle({ came: 'again' }, isOfKept ? one.sent : undefined);
  }
  if (came.every(({ outcome }) => outcome === 'void')) return settle({ came: 'untried', reason: withoutResult(came) });
  settle({ came: 'not again', isAccident: mayBeAccident(finding, came) });
}

/** What came of attempts none of which could show it. */
function withoutResult(came: readonly Came[]): string {
  const [first] = came.toSorted((one, other) => other.sent.length - one.sent.length);
  if (first === undefined) return 'not again, since no case of the run sends it';
  return first.sent.length === 0 ? `not again, since ${first.why}` : `without a result, since ${first.why}`;
}

/**
 * Whether what did not come again may have been an accident on the way: no reply, that of a gateway, or another form of the
 * very reply that came when it was tried again. A wrong value is none: what it depends on may have changed meanwhile.
 */
function mayBeAccident({ check, exchanges }: Finding, came: readonly Came[]): boolean {
  const evidence = exchanges.at(-1);
  if (evidence === undefined || isForeign(evidence)) return true;
  const sent = came.flatMap((one) => one.sent);
  return (
    ABOUT_FORM.has(check) &&
    sent.every((one) => one.response?.status === evidence.response?.status && !isInOtherState(evidence, one))
  );
}

/** Whether a reply shows what another one shows in another state, as a job that has ended meanwhile: that may have another form. */
function isInOtherState(one: Exchange, other: Exchange): boolean {
  // What was judged is let go; its text stays.
  const [before, after] = [one, other].map(({ response }) => jsonIn(response?.body.text ?? ''));
  if (!isObject(before) || !isObject(after)) return false;
  return [...propertiesOf(jsonMediaOf(one)?.schema ?? {}).values()].some(
    ({ name, schema: member }) =>
      keywordOf(member, 'enum') !== undefined && !sameJson(own(before, name) ?? null, own(after, name) ?? null),
  );
}

/** What judges the form of a reply, whatever it says. */
const ABOUT_FORM: ReadonlySet<string> = new Set(
  [ends, status, mediaType, json, schema, envelope, errorStatus, headers, allowanceHeaders, retryAfter].map(
    ({ id }) => id,
  ),
);

/**
 * Whether an attempt that showed a violation over one connection shows it each time, and the same requests over fresh ones
 * never do. Between the times there are more and more of those: what every nth request of all shows is no matter of a
 * connection.
 */
async function showsOverOneOnly(
  finding: Finding,
  run: Confirming,
  attempt: Attempt,
  { length }: readonly Exchange[],
): Promise<boolean> {
  if (length < 2 || length > MOST_IN_A_ROW) return false;
  for (const more of [0, 1]) {
    const control = await tryOnce({ send: () => attempt.control(length, more) }, run);
    if (judgedBy(finding, control, run).outcome !== 'not shown') return false;
    const { outcome, sent } = judgedBy(finding, await tryOnce(attempt, run), run);
    const isOne = new Set(sent.map(({ connection }) => connection?.number)).size === 1;
    if (outcome !== 'shown' || sent.length !== length || !isOne) return false;
  }
  return true;
}
