import type { Exchange } from '../exchange/exchange';
import type { Judge } from '../judge/judge';
import type { Observed } from './observed';

/** The most exchanges that are judged as if they had taken place at once. */
const MOST_TOGETHER = 32;

/** The place of an exchange among all others. */
type Place = Pick<Observed, 'began' | 'ended' | 'meanwhile'>;

/**
 * Gives exchanges to the judge in the order in which they took place; those that overlap, together.
 *
 * @param onJudged is called with each exchange after it was judged
 */
export function createOrder(judge: Judge, onJudged: (exchange: Exchange) => void) {
  let waiting: Exchange[] = [];
  let last: Place = { began: 0, ended: 0, meanwhile: 'nothing' };
  /** What began before this place may have lain across exchanges that are judged already. */
  let judgedUpTo = 0;
  let batches = 0;

  const judgeWaiting = (): void => {
    const exchanges = waiting;
    waiting = [];
    const [first] = exchanges;
    if (first === undefined) return;
    if (exchanges.length === 1) judge.observe(first);
    else {
      batches += 1;
      const requests = exchanges.map(({ request }) => request);
      const together = exchanges.map((one): Exchange => {
        const began = one.startedAt;
        return { ...one, together: { batch: batches, requests, began, ended: began + one.milliseconds } };
      });
      judge.observeTogether(together, true);
      for (const one of together) onJudged(one);
      return;
    }
    onJudged(first);
  };

  /** @param isSure whether nothing that is not judged yet may have changed records meanwhile */
  const judgeAll = (isSure: boolean): void => {
    if (!isSure) judge.forget();
    judgeWaiting();
    if (!isSure) judge.forget();
    judgedUpTo = last.ended;
  };
  // What is in flight may change records at any moment from when it was sent.
  const flush = (): void => judgeAll(last.meanwhile !== 'any');

  return {
    /**
     * @param exchange undefined where it can't be judged, and has changed nothing
     * @param isWhole whether all of it is known, so that it can be compared with others
     */
    add(place: Place, exchange: Exchange | undefined, isWhole: boolean): void {
      last = place;
      if (exchange !== undefined && (place.began < judgedUpTo || !isWhole)) {
        judge.observeApart(exchange);
        onJudged(exchange);
      } else if (exchange !== undefined) waiting.push(exchange);
      if (place.meanwhile === 'nothing' || waiting.length >= MOST_TOGETHER) flush();
    },
    /** An exchange went by that can't be judged, and may have changed the server's records. */
    skip(place: Place): void {
      last = place;
      judgeAll(false);
    },
    /** Several of those went by, the last of them up to this place. */
    leaveGap(upTo: number): void {
      judgeAll(false);
      judgedUpTo = Math.max(judgedUpTo, upTo);
    },
    /** Judges what is still waiting for others that are in flight. */
    flush,
  };
}
