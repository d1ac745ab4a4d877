import { type Asked, Refused, type Reply } from '../reach/application';
import type { Does } from './access';
import {
  type Accounts,
  at,
  bodyOf,
  type Handlers,
  newId,
  now,
  RACE_MS,
  type Row,
  refuse,
  rowsOf,
  type Stored,
} from './accounts';

const STEPS = { confirm: ['draft'], dispatch: ['confirmed'], deliver: ['dispatched'], cancel: ['draft', 'confirmed'] };

/** Whether a condition lists a tag; by a weak comparison a weak one is as good as a strong one. */
function isTagIn(condition: unknown, tag: string, isWeak: boolean): boolean {
  const plain = (one: string): string => (isWeak ? one.replace(/^W\//, '') : one);
  return String(condition)
    .split(/\s*,\s*/)
    .some((one) => one === '*' || plain(one) === plain(tag));
}

export type Purchases = ReturnType<typeof purchasesOf>;

/** How the purchases of the accounts are found and changed, with what is worked out of each. */
export function purchasesOf(does: Does, { accountOf, seen, put }: Accounts) {
  const revisions = new Map<string, number>();
  const touch = (id: unknown): unknown => revisions.set(String(id), (revisions.get(String(id)) ?? 0) + 1);
  const tagOf = (id: unknown): string => {
    const tag = `"v${revisions.get(String(id)) ?? 0}-${String(id)}"`;
    return does('entity tags are weak') ? `W/${tag}` : tag;
  };
  const totalOf = (rows: readonly Row[]): number =>
    rows.reduce((sum, { quantity, unit_cents }) => sum + quantity * unit_cents, 0);
  const nextSteps = (state: string): readonly string[] => {
    const steps = Object.entries(STEPS).flatMap(([step, from]) => (from.includes(state) ? [step] : []));
    if (does('a purchase may always be cancelled, as it says')) return [...new Set([...steps, 'cancel'])];
    return does('no purchase says that it may be dispatched')
      ? steps.filter((one) => one !== 'dispatch')
      : steps.toReversed();
  };
  const heldFor = (asked: Asked, { id }: Stored): number =>
    [...accountOf(asked).deposits.values()].reduce(
      (sum, one) => sum + (one.purchase_id === id && one.status !== 'voided' ? Number(one.amount_cents) : 0),
      0,
    );
  const withOutstanding = (asked: Asked, purchase: Stored): Stored => ({
    ...purchase,
    outstanding_cents: Number(purchase.total_cents) - heldFor(asked, purchase),
  });
  const recount = (asked: Asked, purchase: Stored | undefined): void => {
    if (purchase === undefined) return;
    touch(purchase.id);
    put(asked, 'purchases', withOutstanding(asked, purchase));
  };
  const set = (asked: Asked, purchase: Stored, by: string): Reply => {
    if (!does(`the tag is the same after ${by}`)) touch(purchase.id);
    const total_cents = totalOf(rowsOf(purchase));
    const changed = { ...purchase, next_steps: nextSteps(String(purchase.state)), total_cents };
    const body = put(asked, 'purchases', withOutstanding(asked, changed));
    return { status: 200, headers: { ETag: tagOf(purchase.id) }, body };
  };
  const purchaseAt = (asked: Asked, fault?: string): Stored =>
    at(seen(asked, 'purchases', fault), asked.path.purchase_id);
  return { tagOf, heldFor, recount, set, purchaseAt };
}

export function purchases(
  does: Does,
  { accounts, fresh, accountOf, seen, expectState, once }: Accounts,
  { tagOf, set, purchaseAt }: Purchases,
): Handlers {
  const expectPlant = (asked: Asked, id: unknown, faults: readonly string[]): void => {
    const plant = accountOf(asked).plants.get(String(id));
    if (plant === undefined && !does(faults[0] ?? '') && !does('another account adds rows'))
      throw new Refused(422, 'There is no such plant.');
    if (plant?.discontinued === true && !does(faults[1] ?? '')) throw new Refused(422, 'The plant is discontinued.');
  };
  const priceOf = (asked: Asked, { plant_id }: Pick<Row, 'plant_id'>): number =>
    Number(accountOf(asked).plants.get(plant_id)?.price_cents ?? 0);
  const rowOf = (asked: Asked, { plant_id, quantity }: Pick<Row, 'plant_id' | 'quantity'>): Row => ({
    ...{ id: newId('ro'), plant_id, quantity },
    unit_cents: priceOf(asked, { plant_id }),
  });
  /** As it is shown: a fault looks the prices up anew. */
  const shown = (asked: Asked, purchase: Stored): Stored =>
    does('the rows follow the prices of their plants')
      ? { ...purchase, rows: rowsOf(purchase).map((row) => ({ ...row, unit_cents: priceOf(asked, row) })) }
      : purchase;
  const rowAt = (asked: Asked, purchase: Stored): Row => {
    const row = rowsOf(purchase).find(({ id }) => id === asked.path.row_id);
    if (row === undefined) throw new Refused(404, 'Not found');
    return row;
  };
  /** Adds to what is available of the plants of a purchase, or takes from it. */
  const addToPlants = (asked: Asked, purchase: Stored, sign: 1 | -1): void => {
    const { plants } = accountOf(asked);
    for (const { plant_id, quantity } of rowsOf(purchase)) {
      const plant = plants.get(plant_id);
      const count = does('a confirmation takes one of each row') && sign < 0 ? 1 : quantity;
      if (plant !== undefined) plants.set(plant_id, { ...plant, available: Number(plant.available) + sign * count });
    }
  };
  const expectEnough = (asked: Asked, purchase: Stored): void => {
    const { plants } = accountOf(asked);
    const looked = does('a confirmation looks at the first row alone')
      ? rowsOf(purchase).slice(0, 1)
      : rowsOf(purchase);
    const isShort = ({ plant_id, quantity }: Row): boolean => {
      const { available = quantity } = plants.get(plant_id) ?? {};
      return does('all that there is may not be taken') ? Number(available) <= quantity : Number(available) < quantity;
    };
    const id = String(rowsOf(purchase)[0]?.plant_id);
    const isRacing = performance.now() < (fresh.get(id) ?? 0) && does('two confirmations at once take the same plants');
    fresh.set(id, performance.now() + RACE_MS);
    if (isRacing) return;
    const nth = looked.findIndex(isShort);
    if (nth < 0 || does('a confirmation takes more than there is')) return;
    if (does('a refused confirmation takes the first rows'))
      addToPlants(asked, { ...purchase, rows: looked.slice(0, nth) }, -1);
    refuse('Too few of a plant are available.');
  };

  return {
    listPurchases: (asked) => {
      const { state } = asked.query;
      const all = [...seen(asked, 'purchases', 'another account lists purchases').values()];
      return { status: 200, body: { data: all.filter((one) => state === undefined || one.state === state) } };
    },
    createPurchase: (asked) =>
      once(
        asked,
        'createPurchase',
        () => {
          const body = bodyOf(asked);
          const { clients } = accountOf(asked);
          const isOthers =
            accounts.other.clients.has(String(body.client_id)) &&
            does('a purchase is made for a client of another account');
          if (!clients.has(String(body.client_id)) && !isOthers && !does('a purchase is made for no client'))
            throw new Refused(422, 'There is no such client.');
          const { referred_by: by } = body;
          if (by !== undefined && !clients.has(String(by)) && !does('a purchase is referred by nobody'))
            throw new Refused(422, 'There is no such client.');
          const sent = body.rows as readonly Row[];
          const byPlant = (one: Row, other: Row): number => one.plant_id.localeCompare(other.plant_id);
          const rows = does('rows are sorted by their plants') ? sent.toSorted(byPlant) : sent;
          if (rows.some(({ quantity }) => quantity > 20) && does('no more than twenty of a plant are sold'))
            throw new Refused(422, 'That is too much.');
          for (const row of rows)
            expectPlant(asked, row.plant_id, ['a purchase is made of no plant', 'a discontinued plant is ordered']);
          const id = newId('pu');
          const record = {
            ...{ id, client_id: body.client_id, ...(by === undefined ? {} : { referred_by: by }) },
            ...(body.note === undefined ? {} : { note: body.note }),
            currency: body.currency ?? 'EUR',
            rows: rows.map((row) => rowOf(asked, row)),
            ...{ state: 'draft', created_at: now() },
          };
          const { headers, body: made } = set(asked, record, 'a create');
          return { status: 201, headers: { ...headers, Location: `/depot/purchases/${id}` }, body: made };
        },
        false,
      ),
    getPurchase: (asked) => {
      const record = purchaseAt(asked, 'another account reads purchases');
      const ETag = tagOf(record.id);
      if (isTagIn(asked.headers['if-none-match'] ?? '', ETag, true)) return { status: 304, headers: { ETag } };
      return { status: 200, headers: { ETag }, body: shown(asked, record) };
    },
    updatePurchase: (asked) => {
      const record = purchaseAt(asked, 'another account changes purchases');
      const match = asked.headers['if-match'];
      if (match === undefined && !does('a purchase is updated without a condition'))
        throw new Refused(428, 'If-Match is missing.');
      const isWeakTaken = does('a weak tag is as good') || does('entity tags are weak');
      const isMatched = isTagIn(match ?? '*', tagOf(record.id), isWeakTaken);
      if (!isMatched && !does('a purchase is updated on any condition')) throw new Refused(412, 'It has changed.');
      expectState(record, ['draft'], 'a confirmed purchase is updated');
      const { note } = bodyOf(asked);
      const { note: was, ...others } = record;
      const kept = note === undefined ? was : note;
      return set(asked, { ...others, ...(kept === null || kept === undefined ? {} : { note: kept }) }, 'an update');
    },
    listRows: (asked) => ({ status: 200, body: { data: rowsOf(shown(asked, purchaseAt(asked))) } }),
    addRow: (asked) => {
      const record = purchaseAt(asked, 'another account adds rows');
      expectState(record, ['draft'], 'a row is added to any purchase');
      const { plant_id, quantity } = bodyOf(asked) as unknown as Row;
      expectPlant(asked, plant_id, ['a row is made of no plant', 'a discontinued plant is added']);
      const row = rowOf(asked, { plant_id, quantity });
      set(asked, { ...record, rows: [...rowsOf(record), row] }, 'a row');
      return { status: 201, body: row };
    },
    updateRow: (asked) => {
      const record = purchaseAt(asked);
      const row = rowAt(asked, record);
      expectState(record, ['draft'], 'a row of any purchase is changed');
      const after = { ...row, quantity: Number(bodyOf(asked).quantity ?? row.quantity) };
      set(asked, { ...record, rows: rowsOf(record).map((one) => (one === row ? after : one)) }, 'a changed row');
      return { status: 200, body: after };
    },
    removeRow: (asked) => {
      const record = purchaseAt(asked);
      const row = rowAt(asked, record);
      expectState(record, ['draft'], 'a row of any purchase is removed');
      set(asked, { ...record, rows: rowsOf(record).filter((one) => one !== row) }, 'a removed row');
      return { status: 204 };
    },
    confirmPurchase: (asked) => {
      const record = purchaseAt(asked, 'another account confirms');
      expectState(record, ['draft'], 'a purchase is confirmed');
      const { plants } = accountOf(asked);
      const isOver = rowsOf(record).some((row) => plants.get(row.plant_id)?.discontinued === true);
      if (isOver && !does('a purchase of a discontinued plant is confirmed')) refuse('A plant is discontinued.');
      expectEnough(asked, record);
      if (!does('a confirmation takes nothing')) addToPlants(asked, record, -1);
      const stamp = does('a confirmation has no time') ? {} : { confirmed_at: now() };
      return set(asked, { ...record, ...stamp, state: 'confirmed' }, 'a confirmation');
    },
    dispatchPurchase: (asked) => {
      const record = purchaseAt(asked);
      expectState(record, ['confirmed'], 'a purchase is dispatched');
      const { carrier, tracking_code } = bodyOf(asked);
      const shipment = {
        carrier: does('each carrier is the post') ? 'post' : carrier,
        ...(does('the tracking code is lost') ? {} : { tracking_code }),
        dispatched_at: now(),
      };
      return set(
        asked,
        { ...record, ...(does('the shipment is lost') ? {} : { shipment }), state: 'dispatched' },
        'a dispatch',
      );
    },
    deliverPurchase: (asked) => {
      const record = purchaseAt(asked);
      expectState(record, ['dispatched'], 'a purchase is delivered');
      return set(
        asked,
        { ...record, state: does('a delivery leaves it dispatched') ? 'dispatched' : 'delivered' },
        'a delivery',
      );
    },
    cancelPurchase: (asked) => {
      const record = purchaseAt(asked, 'another account cancels');
      expectState(record, ['draft', 'confirmed'], 'a purchase is cancelled');
      const isHeld = [...accountOf(asked).deposits.values()].some(
        (one) => one.purchase_id === record.id && one.status === 'authorized',
      );
      if (isHeld && !does('a purchase with an authorized deposit is cancelled'))
        refuse('It has an authorized deposit.');
      const isTaken = record.state === 'confirmed' && !does('a cancellation gives nothing back');
      if (isTaken || does('a draft that is cancelled gives back')) addToPlants(asked, record, 1);
      const reason = does('the reason of a cancellation is lost') ? {} : { cancellation_reason: bodyOf(asked).reason };
      const stamp = does('a cancellation has no time') ? {} : { cancelled_at: now() };
      return set(asked, { ...record, ...reason, ...stamp, state: 'cancelled' }, 'a cancellation');
    },
  };
}
