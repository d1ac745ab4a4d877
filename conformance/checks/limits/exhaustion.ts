import { type Exchange, isSuccess, outcomeOf, type Request } from '../../exchange/exchange';
import type { Subject } from '../../exchange/subject';
import { toRequest } from '../../requests/request';
import { type Allowance, allowanceOf, serverTime } from '../../rules/oracles/allowance';
import { type Case, type CaseContext, type CaseOptions, type Check, casesOf, type Exhaustion } from '../../steps/check';
import { CannotJudge, fail, inconclusive, PASS, type Replied, replied, type Verdict } from '../../verdict/verdict';

/** What a check of the limits has of its own. */
interface Limited extends Pick<Check, 'id' | 'title' | 'isInARow'> {
  readonly sentence: string;
  /** What its resource has to have besides a list. */
  readonly needs?: (subject: Subject) => boolean;
  /** By their names. */
  readonly stories: (
    subject: Subject,
    limits: NonNullable<CaseOptions['limits']>,
  ) => Readonly<Record<string, Case['run']>>;
}

/** A check of the limits: only where a key is given whose allowance may be used up. One case does that; the others judge what comes after. */
export const limitCheck = ({ sentence, needs = () => true, stories, ...rest }: Limited): Check => ({
  ...rest,
  level: 'MUST',
  applies: (subject) => subject.purpose?.role === 'list' && subject.contract.plans.length > 0 && needs(subject),
  clause: ({ operation }) => ({
    sentence,
    pointer: operation.replies.find(({ status }) => status === 429)?.pointer ?? '/x-plans',
  }),
  cases: (subject, { limits }) => (limits === undefined ? [] : casesOf(stories(subject, limits))),
});

/** The check that does it says why. */
export const NOT_COUNTED = 'this run did not count the allowance of the limit key down to its end: see limits.enforced';

/** What using up the allowance has shown. @throws CannotJudge where it was not used up */
export function exhaustionOf({ notes }: CaseContext): Exhaustion {
  if (notes.exhaustion === undefined) throw new CannotJudge(NOT_COUNTED);
  return notes.exhaustion;
}

/** A list with the smallest page, which is not read. */
export function smallestList({ subject }: CaseContext, credential: 'main' | 'limit'): Request {
  const { pageSize } = subject.purpose?.resource ?? {};
  const least = pageSize?.schema.minimum;
  const query = pageSize === undefined || least === undefined ? {} : { [pageSize.name]: least };
  return toRequest(subject.operation, { query, credential });
}

/** The rate limit headers of a reply. */
export const allowanceIn = ({ contract }: CaseContext, { response }: Replied): Allowance =>
  allowanceOf(response, contract.allowanceHeaders);

/** Judges a request that was sent after the first 429: it is refused, too. */
export function judgeServed(context: CaseContext, exhaustion: Exhaustion, exchange: Exchange, key: string): Verdict {
  const after = replied(exchange);
  if (after.response.status === 429) return PASS;
  // Which of several faults a server names is open: a 404 or a 403 may be about something else.
  if (!isSuccess(after)) return inconclusive(`${outcomeOf(after)} may be about something else than the limit`);
  if (mayBeServed(context, exhaustion, after))
    return inconclusive('some of the allowance may have come back meanwhile');
  const { refused } = exhaustion;
  return fail({ expected: 'the status 429', actual: outcomeOf(after), exchanges: [refused, after], key });
}

/** Whether a reply that came after a 429 may lawfully be no 429: some of the allowance is back, or another window has begun. */
function mayBeServed(context: CaseContext, { refused, limit }: Exhaustion, after: Replied): boolean {
  if (((Date.now() - refused.startedAt) / 1000) * limit >= SHORTEST_WINDOW_S) return true;
  const { reset } = allowanceIn(context, refused);
  if (reset === undefined) return false;
  const time = serverTime(after.response);
  return (allowanceIn(context, after).reset ?? 0) > reset + 1 || (time !== undefined && time >= reset - 1);
}

/** A bucket may refill over so many seconds. */
export const SHORTEST_WINDOW_S = 60;
