import { stringifyJson, surePurposesOf } from '../../openapi/contract';
import { type Exchange, isOfOperation, isSafe } from '../exchange/exchange';
import { keyOf } from '../records/known';
import { idOf, type JsonRecord } from '../records/records';
import { createSightings, lessonOf, type NewLearner } from './learner';
import { recordsShown } from './records-shown';

/** So often an order has to be the same: of two members, every other time it is so by chance. */
const OFTEN = 6;
/** Of so many records the order is remembered. */
const MOST = 2000;

/**
 * The same record, in replies of the same operation: what several operations show may be written by several hands, and a
 * server may keep each record in the order in which its client has sent it. A change to any record may change its order.
 */
export const learnMemberOrder: NewLearner<'json.member-order'> = (contract) => {
  const purposes = surePurposesOf(contract);
  const before = new Map<string, { readonly order: readonly string[]; readonly exchange: Exchange }>();
  const sightings = createSightings<'steady' | 'changing'>();
  let compared = 0;

  const compare = (record: JsonRecord, key: string, exchange: Exchange): void => {
    const order = orderOf(record);
    const known = before.get(key);
    if (known === undefined && before.size < MOST && order.length > 1) before.set(key, { order, exchange });
    if (known === undefined || !isSameSet(known.order, order)) return;
    compared += 1;
    const isSame = known.order.every((name, place) => order[place] === name);
    const shows = isSame
      ? `a record has its members in the order ${order.join(', ')} each time`
      : `a record has its members in the order ${known.order.join(', ')}, then ${order.join(', ')}`;
    sightings.see(isSame ? 'steady' : 'changing', shows, [known.exchange, exchange]);
  };

  return {
    observe(exchange) {
      const { request, together } = exchange;
      if (!isSafe(request)) before.clear();
      if (!isSafe(request) || !isOfOperation(exchange) || together !== undefined) return;
      const purpose = purposes.get(request.operation);
      if (purpose === undefined) return;
      for (const record of recordsShown(exchange, purpose)) {
        const id = idOf(record, purpose.resource);
        if (id !== undefined)
          compare(record, `${request.operation.id} ${stringifyJson(request.path)} ${keyOf(id)}`, exchange);
      }
    },
    forget: () => before.clear(),
    conclude() {
      const changing = sightings.all().filter(({ option }) => option === 'changing');
      if (changing.length > 0) return lessonOf(changing, '');
      const few = 'too few replies showed a record that another one of the same operation had shown';
      return compared >= OFTEN ? lessonOf(sightings.all(), few) : { unknown: few };
    },
  };
};

/** JavaScript puts names that are whole numbers before the others, wherever they stood. */
const orderOf = (record: JsonRecord): readonly string[] => Object.keys(record).filter((name) => !/^\d+$/.test(name));

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.toSorted().join('\n') === other.toSorted().join('\n');
