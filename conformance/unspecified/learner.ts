import type { BehaviourId, OptionOf } from '../../openapi/behaviours/options';
import type { Contract, Purpose } from '../../openapi/contract';
import { evidenceOf } from '../exchange/evidence';
import type { Exchange } from '../exchange/exchange';
import type { Lesson, Seen } from '../verdict/result';

/**
 * Learns one unspecified behaviour from exchanges, whichever client sent them. It concludes nothing where what it saw could
 * come of several options, or of none.
 */
interface Learner<Option extends string = string> {
  /**
   * Exchanges come in the order of their replies, with the values of their bodies.
   *
   * @param purpose the operation's part in a resource, where it surely has one
   */
  observe(exchange: Exchange, purpose: Purpose | undefined): void;
  /** Requests went by unseen: what was shown before may be so no more. */
  forget?(): void;
  conclude(): Lesson<Option>;
}

/** What makes the learner of a behaviour. */
export type NewLearner<Id extends BehaviourId> = (contract: Contract) => Learner<OptionOf<Id>>;

/** What was seen of each option so far: how often, and first in which exchanges. */
interface Sightings<Option extends string> {
  see(option: Option, shows: string, exchanges: readonly Exchange[]): void;
  count(option: Option): number;
  /** In the order of their first sightings. */
  all(): readonly Seen<Option>[];
  /** A way that is none of the options. */
  seeOther(why: string): void;
  /**
   * The options that are sure; unknown where none is, or where too much fits no option.
   *
   * @param isSure whether an option that was seen so often is meant. Default: any is
   */
  conclude(unseen: string, isSure?: (option: Option, count: number) => boolean): Lesson<Option>;
}

/** What fits no option is an exception where it is rarer; else the server does something that no option says. */
const MOST_OTHERS = 0.1;

export function createSightings<Option extends string>(): Sightings<Option> {
  const found = new Map<Option, { readonly first: Seen<Option>; count: number }>();
  let others = 0;
  let other: string | undefined;
  return {
    see(option, shows, exchanges) {
      const known = found.get(option);
      if (known === undefined)
        found.set(option, { first: { option, shows, exchanges: exchanges.map(evidenceOf) }, count: 1 });
      else known.count += 1;
    },
    count: (option) => found.get(option)?.count ?? 0,
    all: () => [...found.values()].map(({ first }) => first),
    seeOther(why) {
      other ??= why;
      others += 1;
    },
    conclude(unseen, isSure = () => true) {
      const total = [...found.values()].reduce((sum, { count }) => sum + count, others);
      if (others > total * MOST_OTHERS) return { unknown: other ?? unseen };
      const sure = [...found.values()].filter(({ first, count }) => isSure(first.option, count));
      return lessonOf(
        sure.map(({ first }) => first),
        other ?? unseen,
      );
    },
  };
}

/** A lesson of what was seen, or of why that is nothing. */
export function lessonOf<Option extends string>(seen: readonly Seen<Option>[], unknown: string): Lesson<Option> {
  const [first, ...others] = seen;
  return first === undefined ? { unknown } : { seen: [first, ...others] };
}

/** What one exchange shows of a behaviour: an option, or a way that is none of its options. */
export type Sight<Option extends string> =
  | { readonly option: Option; readonly shows: string }
  | { readonly other: string };

/**
 * A learner of a behaviour of which each exchange shows something by itself.
 *
 * @param unseen why nothing is known where no exchange showed anything
 */
export function byExchange<Option extends string>(
  look: (exchange: Exchange) => Sight<Option> | undefined,
  unseen: string,
): Learner<Option> {
  const sightings = createSightings<Option>();
  return {
    observe(exchange) {
      const sight = look(exchange);
      if (sight === undefined) return;
      if ('option' in sight) sightings.see(sight.option, sight.shows, [exchange]);
      else sightings.seeOther(sight.other);
    },
    conclude: () => sightings.conclude(unseen),
  };
}
