/** Deposits name the purchase that they pay, and count there. */
import { type Asked, Refused, type Reply } from '../reach/application';
import type { Does } from './access';
import { type Accounts, at, bodyOf, type Handlers, newId, now, RACE_MS, type Stored } from './accounts';
import type { Purchases } from './purchases';

export function deposits(
  does: Does,
  { fresh, accountOf, seen, put, expectState, once }: Accounts,
  { heldFor, recount }: Purchases,
): Handlers {
  const expectOutstanding = (asked: Asked, purchase: Stored | undefined, amount: number): void => {
    if (purchase === undefined || does('deposits are more than is outstanding')) return;
    const { id } = purchase;
    const isRacing =
      performance.now() < (fresh.get(String(id)) ?? 0) && does('deposits at once are more than is outstanding');
    fresh.set(String(id), performance.now() + RACE_MS);
    const status = does('a deposit beyond what is outstanding is a conflict') ? 409 : 422;
    if (!isRacing && amount > Number(purchase.total_cents) - heldFor(asked, purchase))
      throw new Refused(status, 'That is more than is outstanding.');
  };
  const depositAt = (asked: Asked, fault?: string): Stored => at(seen(asked, 'deposits', fault), asked.path.deposit_id);
  const setDeposit = (asked: Asked, deposit: Stored): Reply => {
    const body = put(asked, 'deposits', deposit);
    recount(asked, accountOf(asked).purchases.get(String(deposit.purchase_id)));
    return { status: 200, body };
  };

  return {
    listDeposits: (asked) => ({
      status: 200,
      body: { data: [...seen(asked, 'deposits', 'another account lists deposits').values()] },
    }),
    createDeposit: (asked) =>
      once(asked, 'createDeposit', () => {
        const { purchase_id, amount_cents, method = 'card', ...sent } = bodyOf(asked);
        const purchase = accountOf(asked).purchases.get(String(purchase_id));
        const theirs = does('a deposit is in EUR unless it says otherwise') ? 'EUR' : purchase?.currency;
        const { currency = theirs ?? 'EUR' } = sent;
        if (purchase === undefined && !does('a deposit is made for no purchase'))
          throw new Refused(404, 'There is no such purchase.');
        if (purchase !== undefined) expectState(purchase, ['confirmed', 'dispatched'], 'a deposit is made');
        if (
          sent.currency !== undefined &&
          purchase?.currency !== currency &&
          !does('a deposit is made in any currency')
        )
          throw new Refused(422, 'The purchase is in another currency.');
        expectOutstanding(asked, purchase, Number(amount_cents));
        const id = newId('de');
        const record = {
          ...{ id, purchase_id, amount_cents, currency, refunded_cents: 0, method },
          ...{ status: 'authorized', created_at: now() },
        };
        accountOf(asked).deposits.set(id, record);
        if (!does('a deposit is not counted')) recount(asked, purchase);
        return { status: 201, headers: { Location: `/depot/deposits/${id}` }, body: record };
      }),
    getDeposit: (asked) => ({ status: 200, body: depositAt(asked, 'another account reads deposits') }),
    captureDeposit: (asked) => {
      const record = depositAt(asked, 'another account captures');
      expectState(record, ['authorized'], 'a deposit is captured');
      const stamp = does('a capture has no time') ? {} : { captured_at: now() };
      return setDeposit(asked, { ...record, ...stamp, status: 'captured' });
    },
    voidDeposit: (asked) => {
      const record = depositAt(asked);
      expectState(record, ['authorized'], 'a deposit is voided');
      return setDeposit(asked, { ...record, status: 'voided' });
    },
    refundDeposit: (asked) =>
      once(asked, 'refundDeposit', () => {
        const record = depositAt(asked);
        expectState(record, ['captured', 'partially_refunded'], 'a deposit is refunded');
        const amount = Number(bodyOf(asked).amount_cents);
        const left = Number(record.amount_cents) - Number(record.refunded_cents);
        if (amount > left && !does('a refund is more than is left'))
          throw new Refused(422, 'That is more than is left.');
        const refunded_cents = does('each refund counts alone') ? amount : Number(record.refunded_cents) + amount;
        const isAll = refunded_cents >= Number(record.amount_cents) && !does('a full refund is one in part');
        const state = isAll || does('a refund in part is a full one') ? 'refunded' : 'partially_refunded';
        const status = does('a refund in part leaves it captured') && !isAll ? 'captured' : state;
        return setDeposit(asked, { ...record, ...(does('a refund is not counted') ? {} : { refunded_cents }), status });
      }),
  };
}
