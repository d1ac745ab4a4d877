import { areAlike, likenessOf } from '../exchange/likeness';
import { envelope, json, mediaType, schema } from '../rules/oracles/body';
import { arrives, headers, no5xx } from '../rules/oracles/reply';
import { status } from '../rules/oracles/status';
import { acceptedList } from '../rules/relations/accepted-list';
import { ID_TAKEN, newId, OF_BEFORE } from '../rules/relations/created';
import type { Finding } from '../verdict/result';

/** A finding, and the others that the same defect explains. */
export interface Cause {
  readonly finding: Finding;
  /** The operations on which the same check found it, that of the finding first. */
  readonly operations: readonly string[];
  readonly consequences: readonly Finding[];
}

/**
 * Findings by their causes. Nothing is lost: each finding is a cause or the consequence of one. When in doubt it is a cause
 * of its own.
 *
 * @param findings in the order of a report: violations first, and what is judged of every reply before what needs several
 */
export function causesOf(findings: readonly Finding[]): readonly Cause[] {
  const roots = new Map<Finding, Finding>();
  const all = { refusable: refusableOf(findings) };
  const deepest = findings.toSorted((one, other) => depthOf(one) - depthOf(other));
  for (const [place, found] of deepest.entries()) {
    const cause = deepest.slice(0, place).find((earlier) => WAYS.some((explains) => explains(earlier, found, all)));
    roots.set(found, cause === undefined ? found : (roots.get(cause) ?? cause));
  }
  return findings
    .filter((finding) => roots.get(finding) === finding)
    .map((finding) => {
      const consequences = findings.filter((other) => other !== finding && roots.get(other) === finding);
      const alike = consequences.filter(({ check }) => check === finding.check);
      const operations = [...new Set([finding, ...alike].map(({ operation }) => operation))];
      return { finding, operations, consequences };
    });
}

/** Of what follows from a cause that which says more than the operations of the cause. */
export const followingFrom = ({ finding: { check, operation }, consequences }: Cause): readonly Finding[] =>
  consequences.filter((one) => one.check !== check || one.operation === operation);

/**
 * An id that two records have is the cause of much, as is what does not work at all. What was found in requests at once may
 * come of what is wrong with each alone, and what is no violation is the cause of none.
 */
function depthOf({ outcome, check, topic }: Finding): number {
  if (outcome !== 'fail') return 3;
  if (check === newId.id || topic.whole !== undefined) return 0;
  return topic.inTurn === undefined ? 1 : 2;
}

/** What all findings together show. */
interface All {
  /** Numbers of the exchanges whose request should have been refused, and was not. */
  readonly refusable: ReadonlySet<number>;
}

const refusableOf = (findings: readonly Finding[]): ReadonlySet<number> =>
  new Set(findings.filter((finding) => wantsRefusal(finding) && !isOfWantedClass(finding)).flatMap(evidenceIn));

/** Whether a finding explains one that is not as deep. */
type Explains = (cause: Finding, found: Finding, all: All) => boolean;

/** The same rule found the same wrong elsewhere. */
const isSameDefect: Explains = (cause, found) =>
  cause.check === found.check && cause.topic.defect !== undefined && cause.topic.defect === found.topic.defect;

/**
 * The same rule found the same in a reply that is alike, or where a server fails on the same operation, by a request that is
 * in order and by one that is not; what shows at once comes of what shows in turn.
 */
const isSameReply: Explains = (cause, found) =>
  cause.check === found.check &&
  cause.key === found.key &&
  found.topic.inTurn === undefined &&
  (cause.operation !== found.operation || cause.outcome !== found.outcome) &&
  ((cause.operation === found.operation && statusOf(found) >= 500) ||
    areAlike(cause.exchanges.at(-1), found.exchanges.at(-1)));

/** Both saw the same wrong with the same record. */
const isSameSymptom: Explains = (cause, found) => [...found.symptoms].some((symptom) => cause.symptoms.has(symptom));

/** All records with which something is wrong are of one id, which the server has given to several. */
const isOfTakenId: Explains = ({ check, symptoms }, found) =>
  check === newId.id &&
  found.symptoms.size > 0 &&
  [...found.symptoms].every((symptom) => [...symptoms].some((record) => symptom.startsWith(record)));

/** A new record that has the id of another may seem to be that one. */
const isTakenForBefore: Explains = (cause, found) =>
  [cause, found].every(({ check }) => check === newId.id) &&
  cause.key === ID_TAKEN &&
  found.key === OF_BEFORE &&
  cause.operation === found.operation;

/** What does not work at all does not work in part; and what is part of itself is so on each operation, which take turns. */
const isPart: Explains = ({ operation, topic: { whole, part } }, found) =>
  whole !== undefined && whole === found.topic.part && (whole === part || operation === found.operation);

/** The server failed: what such a reply lacks is no defect of its own. */
const isOfFailure: Explains = (cause, found) =>
  [arrives.id, no5xx.id].includes(cause.check) && isInReplies(cause, found);

/**
 * The reply has a status that is not documented: where another of its class was expected, or of 3xx, by which nothing is done
 * nor refused. What else such a reply lacks is said of other statuses. That what should be refused succeeds is another defect.
 */
const isOfStatus: Explains = (cause, found) =>
  cause.check === status.id &&
  (isOfWantedClass(found) || classOf(statusOf(found)) === 3 || OF_REPLIES.includes(found.check)) &&
  isInReplies(cause, found);

/** What is told of a reply whatever was asked for; and that what is in order was refused, by a status that is not documented. */
const OF_REPLIES: readonly string[] = [mediaType.id, json.id, schema.id, envelope.id, headers.id, acceptedList.id];

/** What is in order was refused: by which status is no defect of its own. */
const isOfRefusal: Explains = (cause, found) =>
  cause.check === acceptedList.id && found.check === status.id && isInReplies(cause, found);

/** What is wrong with replies to requests that should have been refused, and with no others, is how they were refused. */
const isOfRefusals: Explains = (cause, found, { refusable }) =>
  [status.id, mediaType.id, schema.id].includes(cause.check) &&
  wantsRefusal(found) &&
  isInReplies(cause, found) &&
  evidenceIn(cause).every((number) => refusable.has(number));

/** The operation is not there, so that nothing of it works (RFC 9110 §15.5.6, §15.5.11). */
const isGone: Explains = (cause, found) =>
  cause.operation === found.operation && GONE.includes(statusOf(cause)) && GONE.includes(statusOf(found));

const GONE = [405, 410];

/** The body is no JSON. */
const isOfBody: Explains = (cause, found) =>
  cause.check === mediaType.id && found.check === json.id && isInReplies(cause, found);

/** A reply shows a property in a way that breaks its schema, so it is not what was sent or shown before either. */
const isOfMember: Explains = (cause, found) =>
  [schema.id, envelope.id].includes(cause.check) &&
  found.check !== cause.check &&
  cause.topic.member !== undefined &&
  cause.topic.member === found.topic.member &&
  found.sightings.some((numbers) => numbers.some((number) => evidenceOf(cause).has(number)));

/** Several headers are missing in the same replies, or the figures of one allowance are wrong in them. */
const isBeside: Explains = (cause, found) =>
  [cause, found].every(({ check }) => check === headers.id) &&
  cause.topic.part !== undefined &&
  cause.topic.part === found.topic.part &&
  cause.operation === found.operation &&
  cause.seen === found.seen &&
  isInReplies(cause, found);

/** The same replies break their schema in several places: that is told at once. */
const isOfBodies: Explains = (cause, found) =>
  [schema.id, envelope.id].includes(cause.check) &&
  cause.check === found.check &&
  cause.operation === found.operation &&
  isInReplies(cause, found);

/** Requests one after the other show the same as requests at once, by replies of the same operation. */
const isInTurn: Explains = (cause, found) =>
  found.topic.inTurn === cause.check && operationOf(cause) !== undefined && operationOf(cause) === operationOf(found);

/** Requests at once fail alike, whichever they are, and do not where they come alone. */
const isSameAtOnce: Explains = (cause, found) =>
  [cause, found].every(({ topic }) => topic.inTurn !== undefined) &&
  classOf(statusOf(found)) !== 2 &&
  evidenceLikeness(cause) === evidenceLikeness(found);

const WAYS: readonly Explains[] = [
  isSameDefect,
  isSameReply,
  isInTurn,
  isSameAtOnce,
  isSameSymptom,
  isOfTakenId,
  isTakenForBefore,
  isPart,
  isOfFailure,
  isOfStatus,
  isOfRefusal,
  isOfRefusals,
  isGone,
  isOfBody,
  isOfMember,
  isBeside,
  isOfBodies,
];

/** Whether each reply that shows a finding shows the other, too. */
function isInReplies(cause: Finding, found: Finding): boolean {
  const numbers = evidenceOf(cause);
  return found.sightings.every((exchanges) => numbers.has(exchanges.at(-1) ?? 0));
}

const evidenceIn = ({ sightings }: Finding): readonly number[] => sightings.map((exchanges) => exchanges.at(-1) ?? 0);
const evidenceOf = (finding: Finding): ReadonlySet<number> => new Set(evidenceIn(finding));

const wantsRefusal = ({ topic: { wanted = 0 } }: Finding): boolean => classOf(wanted) === 4;

const isOfWantedClass = (finding: Finding): boolean =>
  finding.topic.wanted !== undefined && classOf(finding.topic.wanted) === classOf(statusOf(finding));

const evidenceLikeness = ({ exchanges }: Finding): string => exchanges.slice(-1).map(likenessOf).join();

/** Of the last exchange; 0 where none came. */
const statusOf = ({ exchanges }: Finding): number => exchanges.at(-1)?.response?.status ?? 0;

/** That of the request whose reply is the evidence. */
const operationOf = ({ exchanges }: Finding): string | undefined => exchanges.at(-1)?.request.operation.id;

const classOf = (code: number): number => Math.floor(code / 100);
