import { type Exchange, isOfOneCaller, isOfOperation, isRefusal, isSuccess } from '../exchange/exchange';
import { type Allowance, allowanceOf, isOfKey } from '../rules/oracles/allowance';
import { createSightings, lessonOf, type NewLearner } from './learner';

/** So often the same has to be seen, and so much more often than anything else. */
const FEWEST = 3;
const SHARE = 0.8;

/** A reply's figures, and the requests of its key that were refused since the last success. */
interface Told {
  readonly allowance: Allowance;
  readonly exchange: Exchange;
  readonly refused: number;
}

/** Between two successes of a key, what is gone besides the second one is what the refusals in between have cost. */
export const learnCost: NewLearner<'refusals.cost'> = ({ allowanceHeaders: names }) => {
  const sightings = createSightings<'counted' | 'free'>();
  const last = new Map<string, Told>();
  let compared = 0;

  const compare = (before: Told, { allowance, exchange }: Omit<Told, 'refused'>): void => {
    const { refused } = before;
    const [had, left] = [before.allowance.remaining, allowance.remaining];
    if (refused === 0 || had === undefined || left === undefined || !isSameWindow(before.allowance, allowance)) return;
    const gone = had - left - 1;
    compared += 1;
    const shows = `${names.remaining}: ${had}, then ${left} after ${refused} refused and one that was served`;
    if (gone === refused) sightings.see('counted', shows, [before.exchange, exchange]);
    if (gone === 0) sightings.see('free', shows, [before.exchange, exchange]);
  };

  return {
    observe(exchange) {
      const { request, response, together, isRepeated } = exchange;
      if (response === undefined || !isOfOneCaller(request.credential)) return void last.delete(keyOf(exchange));
      const key = keyOf(exchange);
      const before = last.get(key);
      const allowance = allowanceOf(response, names);
      if (together !== undefined || isRepeated === true || response.status === 429) return void last.delete(key);
      if (isSuccess(exchange) && isOfOperation(exchange)) {
        if (before !== undefined) compare(before, { allowance, exchange });
        last.set(key, { allowance, exchange, refused: 0 });
      } else if (before !== undefined && isRefusal(exchange) && isOfKey(exchange))
        last.set(key, { ...before, refused: before.refused + 1 });
      else last.delete(key);
    },
    forget: () => last.clear(),
    conclude: () =>
      lessonOf(
        sightings.all(Math.max(FEWEST, compared * SHARE)),
        compared < FEWEST
          ? 'too few replies told what was left before and after a refusal'
          : 'what refusals cost was not the same each time: others may use the key, or some of the allowance comes back meanwhile',
      ),
  };
};

const keyOf = ({ request, keyNumber }: Exchange): string => `${JSON.stringify(request.credential)} ${keyNumber ?? ''}`;

const isSameWindow = (one: Allowance, other: Allowance): boolean =>
  one.limit === other.limit && one.reset !== undefined && one.reset === other.reset;
