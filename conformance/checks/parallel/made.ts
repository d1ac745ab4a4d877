import { type Operation, own, type Resource } from '../../../openapi/contract';
import { type Exchange, isSuccess } from '../../exchange/exchange';
import { listingOf } from '../../records/listing';
import { idOf, type JsonRecord, keyOf, recordOf, sameJson } from '../../records/records';
import { namesIn } from '../../rules/relations/compare';
import { newId } from '../../rules/relations/created';
import { brief } from '../../verdict/brief';
import { fail, type Verdict } from '../../verdict/verdict';

/** A record that a create has made, and its reply shows. */
export interface Made {
  readonly id: unknown;
  readonly record: JsonRecord;
  readonly exchange: Exchange;
}

/** What the creates among some exchanges have made. */
export const madeBy = (exchanges: readonly Exchange[], create: Operation, resource: Resource): readonly Made[] =>
  exchanges
    .filter((exchange) => exchange.request.operation === create && isSuccess(exchange))
    .map((exchange) => ({ exchange, record: recordOf(exchange, resource) ?? {} }))
    .map(({ exchange, record }) => ({ exchange, record, id: idOf(record, resource) }))
    .filter(({ id }) => id !== undefined);

/** Two records that have one id. */
export function sameIdIn(made: readonly Made[]): Verdict | undefined {
  const byKey = new Map<string, Made>();
  for (const one of made) {
    const before = byKey.get(keyOf(one.id));
    if (before !== undefined)
      return fail({
        expected: 'an id of its own for each record',
        actual: `the id ${brief(one.id)} for two, with ${made.length} requests at once`,
        exchanges: [before.exchange, one.exchange],
        key: 'id twice',
        topic: { inTurn: newId.id },
      });
    byKey.set(keyOf(one.id), one);
  }
  return undefined;
}

/** A list that was asked for among the creates, and shows one of their records otherwise than it was made: half of a write. */
export function tornIn(exchanges: readonly Exchange[], made: readonly Made[], resource: Resource): Verdict | undefined {
  for (const exchange of exchanges) {
    const listing = exchange.request.operation === resource.operations.list ? listingOf(exchange, resource) : undefined;
    if (listing?.isPlain !== true) continue;
    for (const { id, record, exchange: create } of made) {
      const shown = listing.byKey.get(keyOf(id));
      const named = [...namesIn(exchange, resource).keys()].filter((name) => namesIn(create, resource).has(name));
      const name =
        shown && named.find((one) => own(record, one) !== undefined && !sameJson(own(record, one), own(shown, one)));
      if (shown === undefined || name === undefined) continue;
      return fail({
        expected: `${name}: ${brief(own(record, name))}, or no such record yet`,
        actual: `${name}: ${brief(own(shown, name))}, with ${exchanges.length} requests at once`,
        exchanges: [create, exchange],
        key: 'half of a write',
      });
    }
  }
  return undefined;
}
