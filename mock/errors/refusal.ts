import { memoized, type Operation, type Reply, replyFor } from '../../openapi/contract';

/** Why a request is refused, as far as documents differ in the status that they have for it. */
export type Refusal =
  | 'malformedBody'
  | 'missingBody'
  | 'invalidBody'
  | 'invalidParameter'
  | 'invalidPath'
  | 'unauthenticated'
  | 'notFound'
  | 'conflict'
  | 'precondition'
  | 'keyReused'
  | 'noRoom'
  | 'unavailable';

interface Row {
  /** The statuses that may mean it, the nearest first. */
  readonly statuses: readonly [number, ...number[]];
  /** What the description of a reply for it says; of several documented statuses the first described so counts. */
  readonly words?: RegExp;
  /** The one that goes before the others where it is documented by its number. */
  readonly rather?: number;
  /** The status where the operation documents none of them, by a range neither. Default: the nearest. */
  readonly otherwise?: number;
}

/** RFC 9110 §15.5.1 and §15.5.21: what can't be understood is 400; what is understood and not right, 422, in many frameworks. */
const NOT_RIGHT = { statuses: [400, 422], words: /valid|unprocessable|wrong|incorrect|semantic|constraint/i } as const;

const REFUSALS: Readonly<Record<Refusal, Row>> = {
  malformedBody: { statuses: [400, 422], words: /malformed|syntax|pars|json/i },
  missingBody: NOT_RIGHT,
  invalidBody: NOT_RIGHT,
  invalidParameter: NOT_RIGHT,
  // No record can have an id like that. Who documents 422 means by it what breaks a schema, wherever it stands.
  invalidPath: { statuses: [404, 400, 422], rather: 422, otherwise: 400 },
  // Some services do not tell that a credential would help (RFC 9110 §15.5.4).
  unauthenticated: { statuses: [401, 403] },
  notFound: { statuses: [404, 410] },
  // Where there is no status for what is there already, it is a value that is not right.
  conflict: { statuses: [409, 422, 400] },
  // RFC 9110 §13.1.1. Some documents have one status for all that conflicts.
  precondition: { statuses: [412, 409] },
  // draft-ietf-httpapi-idempotency-key-header-07 §2.7.
  keyReused: { statuses: [409, 422, 400], words: /idempot/i, otherwise: 400 },
  // By how near they are: RFC 4918 §11.5, RFC 9110 §15.6.4 and §15.6.1.
  noRoom: { statuses: [507, 503, 500] },
  // What it is for (RFC 9110 §15.6.4), whatever is documented: clients wait and try again.
  unavailable: { statuses: [503] },
};

/**
 * The status that refuses a request: one that the operation documents for it by its number, else the nearest where its
 * range or nothing at all is documented. All other refusals have one status each, which HTTP gives them.
 */
export const refusalFor = (operation: Operation | undefined, kind: Refusal): number =>
  statusesBy(operation?.replies ?? NO_REPLIES)[kind];

const NO_REPLIES: readonly Reply[] = [];

/** The cast is true: the keys of `REFUSALS` are the refusals. */
const statusesBy = memoized(
  (replies: readonly Reply[]) =>
    Object.fromEntries(Object.entries(REFUSALS).map(([kind, row]) => [kind, statusIn(replies, row)])) as Readonly<
      Record<Refusal, number>
    >,
);

function statusIn(replies: readonly Reply[], { statuses, words, rather, otherwise }: Row): number {
  const [nearest] = statuses;
  const documented = statuses.flatMap((status) => replies.find((reply) => reply.status === status) ?? []);
  const meant =
    documented.find(({ status, description }) => status === rather || words?.test(description)) ?? documented[0];
  if (meant !== undefined) return Number(meant.status);
  return otherwise === undefined || hasRange(replies, nearest) ? nearest : otherwise;
}

/** Whether the operation says in any way what it answers to such a request. */
export const documentsRefusal = (operation: Operation, kind: Refusal): boolean =>
  replyFor(operation, refusalFor(operation, kind)) !== undefined;

const hasRange = (replies: readonly Reply[], status: number): boolean =>
  replies.some((reply) => reply.status === `${Math.floor(status / 100)}XX`);
