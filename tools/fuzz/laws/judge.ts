import { createMatcher } from '../../../openapi/contract';
import type { Attempt, LawId, Received, Reply } from '../model';
import type { Subject } from '../subject';
import { REPLY_LAWS } from './index';
import { isAsked, isAtBound } from './no-5xx';

/** What is wrong with what came back. */
export interface Breach {
  readonly law: LawId;
  readonly what: string;
}

/** Judges what came back for an attempt; the same words stand for the same fault. */
export function createJudge(subject: Subject): (attempt: Attempt, received: Received) => readonly Breach[] {
  const matchers = { api: createMatcher(subject.contract), control: createMatcher(subject.control) };
  return (attempt, received) => {
    // A fault may break anything.
    if (attempt.isUnderFaults) return [];
    const { request } = attempt;
    const breaches: Breach[] = [];
    if (received.malformed !== undefined) breaches.push({ law: 'well-formed', what: received.malformed });
    if (request !== undefined && received.replies.length === 0 && received.malformed === undefined) {
      breaches.push({ law: 'answered', what: `no reply: ${received.ended}` });
    }
    const sides = sidesOf(subject, attempt).map((isControl) => {
      const contract = isControl ? subject.control : subject.contract;
      const match = request && matchers[isControl ? 'control' : 'api'](request.method, pathOf(request.target));
      return { attempt, subject, contract, match, isControl };
    });
    for (const reply of received.replies) {
      for (const { id, judge } of REPLY_LAWS) {
        const found = sides.map((side) => judge({ ...side, reply }));
        const [what] = found;
        if (what !== undefined && !found.includes(undefined)) breaches.push({ law: id, what });
      }
    }
    return breaches;
  };
}

/** The path of a target in origin or absolute form (RFC 9112 §3.2). */
const pathOf = (target: string): string => target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] || '/';

/** Whether it is for the control plane; of bytes that nobody can read for sure, and that have its prefix in them, both. */
function sidesOf({ control: { prefix } }: Subject, { request, parts }: Attempt): readonly boolean[] {
  if (request === undefined) return Buffer.concat(parts).includes(prefix) ? [false, true] : [false];
  const path = pathOf(request.target).toLowerCase();
  return [path === prefix || path.startsWith(`${prefix}/`)];
}

/** Which count a reply belongs to. */
export type Kind = 'served' | 'refused' | 'asked5xx' | 'atBound' | 'other5xx';

export function kindOf(reply: Reply, isUnderFaults: boolean): Kind {
  if (reply.status < 400) return 'served';
  if (reply.status < 500) return 'refused';
  if (isUnderFaults || isAsked(reply)) return 'asked5xx';
  return isAtBound(reply) ? 'atBound' : 'other5xx';
}
