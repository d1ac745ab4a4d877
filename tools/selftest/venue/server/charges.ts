import { Refused } from '../../reach/application';
import { by, instant, type Listing, pageByCursor } from './lists';
import { at, bodyOf, expectThere, onceByKey, pick } from './records';
import { newId, type Part, PREFIX, type Stored } from './world';

/** Charges, each made once for the key of its request. */
export const charges: Part = (world, does) => {
  const { charges: table } = world;
  const listing: Listing = {
    filters: {
      minCents: ({ amount_cents: cents }, value) =>
        does('the least amount is exclusive') ? Number(cents) > Number(value) : Number(cents) >= Number(value),
      maxCents: ({ amount_cents: cents }, value) =>
        does('the greatest amount is not looked at') || Number(cents) <= Number(value),
      taken_after: ({ taken_at: at }, value) =>
        does('an exclusive start is inclusive') ? instant(at) >= instant(value) : instant(at) > instant(value),
      taken_before: ({ taken_at: at }, value) =>
        does('an exclusive end is inclusive') ? instant(at) <= instant(value) : instant(at) < instant(value),
      currency: ({ currency }, value) => currency === value,
    },
    order: () => by(({ taken_at: at }) => instant(at), !does('the oldest charge comes first')),
  };
  const ownMethod = (method: unknown): Stored => {
    // By its schema.
    const { number, ...rest } = method as Stored;
    if (number === undefined) return rest;
    const isShown = does('the number of a card is shown');
    return { ...rest, ...(isShown ? { number } : {}), last4: String(number).slice(-4) };
  };
  return {
    listCharges: ({ query }) => {
      const most = does('a limit beyond the greatest is not cut') ? Number.MAX_SAFE_INTEGER : 50;
      const { shown, next = null } = pageByCursor([...table.values()], query, listing, { most }, does);
      let more = next !== null;
      if (does('no page says that there is more')) more = false;
      if (does('each page says that there is more')) more = true;
      return { status: 200, body: { items: shown, meta: { has_more: more, next_cursor: next } } };
    },
    addCharge: (asked) =>
      onceByKey(
        asked,
        world,
        'addCharge',
        409,
        () => {
          const body = bodyOf(asked);
          if (!does('a charge is made for a booking that is not there')) expectThere(world.bookings, body.booking_id);
          const id = newId('ch');
          const record = {
            ...{ id, ...pick(body, ['booking_id', 'amount_cents', 'currency']) },
            ...{ method: ownMethod(body.method), status: 'taken', taken_at: world.now() },
          };
          table.set(id, record);
          return { status: 201, headers: { Location: `${PREFIX}/charges/${id}` }, body: record };
        },
        does,
      ),
    getCharge: (asked) => ({ status: 200, body: at(table, asked, 'chargeId') }),
    refundCharge: (asked) => {
      const before = at(table, asked, 'chargeId');
      if (before.status === 'refunded' && !does('a refunded charge is refunded again'))
        throw new Refused(409, 'The charge was refunded before.');
      const record: Stored = { ...before, status: does('a refund changes nothing') ? before.status : 'refunded' };
      table.set(String(record.id), record);
      return { status: 200, body: record };
    },
  };
};
