import { isObject } from '../../../openapi/contract';
import { type Exchange, isSuccess, type Request } from '../../exchange/exchange';
import { GONE } from '../../exchange/refusals';
import { memberedBodyOf } from '../../exchange/subject';
import { makesIn } from '../../records/clues/read-clues';
import { type JsonRecord, upTo } from '../../records/records';
import { actionOf } from '../../records/states/action-words';
import { statesOf } from '../../records/states/states';
import { agreeing, bodyCandidates } from '../../requests/bodies/bodies';
import { queryFor } from '../../requests/bodies/given';
import { repairedBeside, repairedBody } from '../../requests/bodies/repair';
import { type Hint, hintsOf } from '../../requests/hints';
import { toRequest } from '../../requests/request';
import { unlessUnjudged } from '../../verdict/verdict';
import type { CaseContext } from '../check';
import { noteReached } from '../send-valid';
import { actedOn } from '../ways/owners';
import { lessened } from '../ways/sizes';
import { readyPath } from './paths';
import { pathsToTry } from './try-paths';

/** So many requests are tried for an operation in each round, and in all rounds together. */
const MOST_IN_A_ROUND = 6;
const MOST_TRIES = 14;
/** The same where words say in which states of a record it works: one is brought there in the second round. */
const MOST_BY_CHANCE = 2;

/** What was tried of an operation in earlier rounds. */
export interface Tries {
  left: number;
  /** Whether a refusal says that no other values help. */
  isOver: boolean;
  /** Whether a record was brought into a state in which words say that it works. */
  isReadied: boolean;
  /** The requests whose values were refused. */
  readonly refused: Set<string>;
  /** Values of which a refusal has said what is wrong, when nothing better was known: later there may be. */
  stuck?: { readonly parts: Parts; readonly hints: readonly Hint[] };
}

export const createTries = (): Tries => ({ left: MOST_TRIES, isOver: false, isReadied: false, refused: new Set() });

/** The values of a request. */
interface Parts {
  readonly path: JsonRecord;
  readonly query: JsonRecord;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * Tries to get a first success of the subject's operation: with other records where one is not found, with other bodies where one is
 * refused. What a success came for is in the notes then.
 *
 * @throws CannotJudge, OutOfBudget
 */
export async function reachOperation(context: CaseContext, tries: Tries): Promise<undefined> {
  const { subject } = context;
  if (tries.isOver) return undefined;
  const sent = new Set(tries.refused);
  let bodies = bodyCandidates(context, subject);
  let isChanged = false;
  const paths = pathsToTry(context, () => {
    isChanged = true;
  });
  const isNew = (parts: Parts): boolean => !sent.has(keyOf(toRequest(subject.operation, parts)));
  // The first of those that were not refused before. A loop by `of` would end a generator with its first value.
  const nextBody = (parts: Parts): Parts | undefined => {
    for (let one = bodies.next(); one.done !== true; one = bodies.next()) {
      const body = agreeing(subject, parts.path, one.value);
      if (isNew({ ...parts, body })) return { ...parts, body };
    }
    return undefined;
  };
  const otherPath = async (parts: Parts): Promise<Parts | undefined> => {
    for (let one = await paths.next(); one.done !== true; one = await paths.next()) {
      const { body, ...others } = { ...parts, path: one.value };
      const other = body === undefined ? others : { ...others, body: agreeing(subject, others.path, body) };
      if (isChanged) {
        // In another state it may take what it has refused.
        [isChanged, bodies] = [false, bodyCandidates(context, subject)];
        sent.clear();
        return body === undefined ? others : (nextBody(others) ?? others);
      }
      if (isNew(other)) return other;
    }
    return undefined;
  };
  let wasMended = false;
  const after = async (exchange: Exchange, parts: Parts): Promise<Parts | undefined> => {
    const { status } = exchange.response ?? {};
    if (status === undefined || !OF_VALUES.includes(status)) return undefined;
    const hints = hintsOf(exchange);
    // What is done to a record conflicts with that, unless the refusal names what was sent beside it.
    const isOfRecord = status === 409 && actedOn(context, subject.operation) !== undefined;
    if (isOfRecord && hints.every(({ at }) => at.length === 0)) return otherPath(parts);
    // What should be new was made before, by an earlier run.
    if (status === 409) context.notes.values.salt = exchange.startedAt;
    // What a refusal has said of the values is done: another without a word of them may be about what the path names.
    const isOfOther = wasMended && hints.every(({ at }) => at.length === 0);
    const elsewhere = isOfOther && hints.length > 0 ? await otherPath(parts) : undefined;
    if (elsewhere !== undefined) return elsewhere;
    const mended = lessenedParts(exchange, parts) ?? repairedParts(context, parts, hints);
    wasMended = mended !== undefined && isNew(mended);
    if (wasMended) return mended;
    if (hints.length > 0) tries.stuck = { parts, hints };
    // A conflict may be one with the state of what the path names.
    if (hints.some((hint) => hint.in === 'path')) return otherPath(parts);
    const isOfPath = isOfOther || GONE.includes(status) || status === 409;
    return isOfPath ? ((await otherPath(parts)) ?? nextBody(parts)) : (nextBody(parts) ?? (await otherPath(parts)));
  };

  const isByStates = namesStates(context);
  const isSecond = tries.left < MOST_TRIES;
  const ready = isByStates && isSecond && !tries.isReadied ? await unlessUnjudged(readyPath(context)) : undefined;
  tries.isReadied ||= ready !== undefined;
  const values = { headers: {}, query: queryFor(context, subject) };
  const bare = ready === undefined ? await otherPath({ path: {}, ...values }) : { path: ready, ...values };
  const mended =
    tries.stuck && repairedParts(context, { ...tries.stuck.parts, path: bare?.path ?? {} }, tries.stuck.hints);
  const [first] = bodyCandidates(context, subject);
  const fresh = async (): Promise<Parts | undefined> => {
    if (bare === undefined) return undefined;
    // Where all bodies were refused there, elsewhere the first of them is one to try.
    return nextBody(bare) ?? (first === undefined ? bare : otherPath({ ...bare, body: first }));
  };
  let parts = mended !== undefined && isNew(mended) ? mended : await fresh();
  // Where none could be brought there, chance is what is left.
  const most = isByStates && (ready !== undefined || !isSecond) ? MOST_BY_CHANCE : MOST_IN_A_ROUND;
  for (let count = 0; parts !== undefined && count < most && tries.left > 0; count += 1) {
    const request = toRequest(subject.operation, parts);
    sent.add(keyOf(request));
    const exchange = await unlessUnjudged(context.send(request));
    if (exchange === undefined) {
      // What is done to others' records in the one way may be done to the run's own in another.
      parts = (await otherPath(parts)) ?? nextBody(parts);
      continue;
    }
    tries.left -= 1;
    if (isSuccess(exchange)) {
      if (isObject(parts.body)) noteReached(context, subject, parts.body);
      // What was made below something has room there.
      if (makesIn(subject.operation, context.contract) === subject.operation.path)
        for (const [name, value] of Object.entries(parts.path))
          context.known.chooseParent(upTo(subject.operation.path, name), value);
      return undefined;
    }
    const { status } = exchange.response ?? {};
    if (status === 400 || status === 422 || status === 500) tries.refused.add(keyOf(request));
    tries.isOver = status === undefined || FINAL.includes(status);
    parts = await after(exchange, parts);
  }
  return undefined;
}

/** Whether words say in which states of a record the subject's operation works. */
function namesStates(context: CaseContext): boolean {
  const resource = actedOn(context, context.subject.operation);
  const states = resource && statesOf(resource);
  return states !== undefined && actionOf(context.subject.operation, states).from !== undefined;
}

/** The request with less of what it asks for, where its refusal says that there is not so much; undefined where that is none other. */
function lessenedParts({ request, response }: Exchange, parts: Parts): Parts | undefined {
  const media = memberedBodyOf(request.operation);
  if (media === undefined || !isObject(parts.body) || !TOO_MUCH.test(response?.body.text ?? '')) return undefined;
  const body = lessened(media.schema, parts.body);
  return body && { ...parts, body };
}

const TOO_MUCH =
  /\b(?:more|greater|larger|higher) than\b|\bexceed|\btoo (?:much|many|high|large|great|big)\b|\b(?:not|isn't) enough\b|\binsufficient\b|\bout of stock\b|\bover(?:paid|payment|draw)/i;

/** The request with what a refusal says of its values; undefined where that leads to no other. */
function repairedParts(context: CaseContext, parts: Parts, hints: readonly Hint[]): Parts | undefined {
  const { subject } = context;
  const body = isObject(parts.body) ? repairedBody(context, subject, parts.body, hints) : undefined;
  const beside = repairedBeside(context, subject, parts, hints);
  return body === undefined && beside === undefined
    ? undefined
    : { ...parts, ...beside, ...(body === undefined ? {} : { body }) };
}

/** Statuses that say something of what was asked for: the record, a value, a state; a server may fail at one value and not at another. */
const OF_VALUES: readonly number[] = [400, 404, 409, 410, 422, 500];
/** Statuses that no other values change: who may, and what there is. */
const FINAL: readonly number[] = [401, 403, 405, 501];

const keyOf = ({ target, headers, body }: Request): string => JSON.stringify([target, headers, body]);
