import { type Asked, Refused, type Reply } from '../../reach/application';
import { by, instant, type Listing, pageByCursor } from './lists';
import { at, bodyOf, expectThere, onceByKey, pick } from './records';
import { newId, type Part, PREFIX, type Stored } from './world';

/** Whoever looks first and writes later sees what was there so long ago. */
const LOOKING_MS = 10;

/** Bills, which go from status to status, and the payments below them, which may bring them on. */
export const bills: Part = (world, does) => {
  const { bills: table, payments } = world;
  const before = new Map<string, { readonly record: Stored; readonly until: number }>();
  const listing: Listing = {
    filters: {
      status: ({ status }, value) =>
        status === value ||
        (value === 'issued' && status === 'partly_paid' && does('issued bills are those partly paid too')),
    },
    order: () => by(({ created_at: made }) => instant(made)),
  };
  const set = (record: Stored): Reply => {
    const was = table.get(String(record.id));
    if (was !== undefined) before.set(String(record.id), { record: was, until: performance.now() + LOOKING_MS });
    table.set(String(record.id), record);
    return { status: 200, body: record };
  };
  /** The bill of a path; with a race in it as it was just before. */
  const billAt = (asked: Asked, race: string): Stored => {
    const bill = at(table, asked, 'billId');
    const was = before.get(String(bill.id));
    return was !== undefined && was.until > performance.now() && does(race) ? was.record : bill;
  };
  const refuse = (message: string): never => {
    throw new Refused(does('a bill in a wrong status is a 422') ? 422 : 409, message);
  };
  const expect = (bill: Stored, statuses: readonly string[], fault: string): void => {
    if (!statuses.includes(String(bill.status)) && !does(fault)) refuse(`It is ${bill.status}.`);
  };
  const sumOf = (id: unknown): number =>
    [...payments.values()]
      .filter((one) => one.bill_id === id && one.state === 'taken')
      .reduce((sum, one) => sum + Number(one.amount_cents), 0);
  /** The bill with what its payments make of it. */
  const paid = (bill: Stored): Stored => {
    const sum = sumOf(bill.id);
    const paid_cents = does('what was paid is the last payment') ? [...payments.values()].at(-1)?.amount_cents : sum;
    if (!['issued', 'partly_paid', 'paid'].includes(String(bill.status))) return { ...bill, paid_cents };
    if (sum === 0) return { ...bill, paid_cents, status: 'issued' };
    const isWhole = sum >= Number(bill.total_cents) && !does('no bill is ever paid');
    if (isWhole || does('the first payment pays a bill')) return { ...bill, paid_cents, status: 'paid' };
    return { ...bill, paid_cents, status: does('a part leaves a bill issued') ? 'issued' : 'partly_paid' };
  };
  const paymentAt = (asked: Asked): Stored => {
    const payment = at(payments, asked, 'paymentId');
    if (payment.bill_id !== at(table, asked, 'billId').id) throw new Refused(404, 'This bill has no such payment.');
    return payment;
  };
  const pay = (asked: Asked): Reply => {
    const now = at(table, asked, 'billId');
    const seen = billAt(asked, 'payments at once are more than the total');
    const bill = seen.status === 'draft' ? now : seen;
    const { id } = bill;
    if (bill.status !== 'draft' || !does('a draft takes payments'))
      expect(bill, ['issued', 'partly_paid'], 'a bill of any status takes payments');
    const amount = Number(bodyOf(asked).amount_cents);
    if (amount > Number(bill.total_cents) - Number(bill.paid_cents) && !does('a payment may be more than is left')) {
      if (does('a refused payment counts')) set({ ...at(table, asked, 'billId'), paid_cents: amount });
      refuse('That is more than is left.');
    }
    const payment: Stored = {
      ...{ id: newId('pay'), bill_id: id, ...pick(bodyOf(asked), ['amount_cents', 'remark']) },
      ...{ state: 'taken', created_at: world.now() },
    };
    payments.set(String(payment.id), payment);
    set(paid(at(table, asked, 'billId')));
    const Location = `${PREFIX}/bills/${id}/payments/${payment.id}`;
    return { status: 201, headers: { Location }, body: payment };
  };
  return {
    listBills: ({ query }) => {
      const { shown, next } = pageByCursor([...table.values()], query, listing, {}, does);
      return { status: 200, body: { data: shown, nextCursor: next ?? null } };
    },
    writeBill: (asked) => {
      const body = bodyOf(asked);
      expectThere(world.members, body.member_id);
      const id = newId('bil');
      const lines = body.lines as readonly { readonly unit_cents: number; readonly count: number }[];
      const counted = does('a bill counts its first line alone') ? lines.slice(0, 1) : lines;
      const total_cents = counted.reduce(
        (sum, one) => sum + one.unit_cents * (does('a bill counts each line once') ? 1 : one.count),
        0,
      );
      if (total_cents > 1000 && does('no bill is of more than a thousand')) throw new Refused(422, 'That is too much.');
      const status = does('a new bill is issued') ? 'issued' : 'draft';
      const told = { cost_center: null, ...pick(body, ['member_id', 'lines', 'cost_center']) };
      set({ id, ...told, total_cents, paid_cents: 0, status, created_at: world.now() });
      return { status: 201, headers: { Location: `${PREFIX}/bills/${id}` }, body: table.get(id) };
    },
    getBill: (asked) => ({ status: 200, body: at(table, asked, 'billId') }),
    dropBill: (asked) => {
      const bill = at(table, asked, 'billId');
      expect(bill, ['draft'], 'a bill that was issued is dropped');
      table.delete(String(bill.id));
      return { status: 204 };
    },
    issueBill: (asked) => {
      const bill = billAt(asked, 'a bill is issued twice at once');
      expect(bill, ['draft'], 'a bill is issued in any status');
      const issued = does('issuing stamps no time') ? {} : { issued_at: world.now() };
      return set({ ...bill, ...issued, status: does('an issued bill stays a draft') ? 'draft' : 'issued' });
    },
    voidBill: (asked) => {
      const bill = at(table, asked, 'billId');
      const cause = does('voiding loses its cause') ? {} : pick(bodyOf(asked), ['cause']);
      if (does('a refused voiding takes its cause')) set({ ...bill, ...cause });
      const statuses = ['draft', 'issued', ...(does('a bill with payments is voided') ? ['partly_paid', 'paid'] : [])];
      expect(bill, statuses, 'a filed bill is voided');
      return set({ ...bill, ...cause, status: 'void' });
    },
    writeOffBill: (asked) => {
      const bill = at(table, asked, 'billId');
      expect(bill, ['partly_paid'], 'a bill of any status is written off');
      return set({ ...bill, status: does('a bill that is written off is void') ? 'void' : 'written_off' });
    },
    fileBill: (asked) => {
      const bill = at(table, asked, 'billId');
      expect(bill, ['paid', 'written_off'], 'a bill on which something is owed is filed');
      if (bill.cost_center === null && !does('a bill without a cost center is filed')) refuse('It has no cost center.');
      return set({ ...bill, ...(does('filing stamps no time') ? {} : { filed_at: world.now() }), status: 'filed' });
    },

    listPayments: (asked) => {
      const { id } = at(table, asked, 'billId');
      return { status: 200, body: [...payments.values()].filter((one) => one.bill_id === id) };
    },
    addPayment: (asked) => {
      at(table, asked, 'billId');
      if (does('a payment is made again under its key')) return pay(asked);
      return onceByKey(asked, world, `addPayment ${asked.path.billId}`, 409, () => pay(asked), does);
    },
    getPayment: (asked) => ({ status: 200, body: paymentAt(asked) }),
    bounceBillPayment: (asked) => {
      const payment = does('a payment bounces below any bill') ? at(payments, asked, 'paymentId') : paymentAt(asked);
      if (payment.state !== 'taken' && !does('a payment bounces again')) refuse('It has bounced.');
      const after: Stored = { ...payment, state: does('a payment that has bounced stays taken') ? 'taken' : 'bounced' };
      payments.set(String(after.id), after);
      set(paid(at(table, asked, 'billId')));
      return { status: 200, body: after };
    },
  };
};
