import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { dirname, join } from 'node:path';
import { SHIPPED_DOCUMENT } from '../../../openapi/contract';
import { type Application, type Asked, Refused, type Reply } from '../reach/application';

/** Whether this server breaks the contract in the way of that name, or keeps it in an unusual one. */
export type Does = (name: string) => boolean;

type Stored = Readonly<Record<string, unknown>>;
type Table = Map<string, Stored>;
type Row = Readonly<{ id: string; plant_id: string; quantity: number; unit_cents: number }>;

/** Two of one account, one that may only read in it, and one of another account. */
const TOKEN = 'dt-4kQ9wZr7Lm2XvB';
const KEY = 'dk-8sHn3TcY6PfGjD';
const READER = 'dt-reader-5VbN1qWx';
const OTHER = 'dt-other-7RtY3uIo';

/** The depot, which keeps its document but for what it `does`. The build leaves the document where it is. */
export const depot = (does: Does): Application => ({
  document: join(dirname(SHIPPED_DOCUMENT), '../tools/selftest/depot/depot.yaml'),
  flags: [
    ...['--credential', `bearer=${TOKEN}`, '--credential', `apiKey=${KEY}`],
    ...['--read-only-key', READER, '--limit-key', OTHER],
  ],
  admit: (headers, method, address) => admit(headers, method, address, does),
  spares: (name) => name === 'Idempotency-Key' && does('a key may be missing'),
  problem: ({ status, message, headers }) => ({ status, headers, body: { code: `E${status}`, message } }),
  finish: (reply, { method, headers }) =>
    method !== 'GET' && tokenOf(headers) === READER && does('what the reader does is refused, and done')
      ? { status: 403, body: { code: 'E403', message: 'Forbidden' } }
      : reply,
  open: () => open(does),
});

const tokenOf = ({ authorization, 'x-api-key': key }: IncomingHttpHeaders): string =>
  authorization?.replace(/^Bearer /, '') ?? String(key ?? '');

const DEEDS: readonly (readonly [name: string, method: string, end: RegExp])[] = [
  ['create clients', 'POST', /\/clients$/],
  ['replace clients', 'PUT', /\/clients\//],
  ['delete clients', 'DELETE', /\/clients\//],
  ['delete plants', 'DELETE', /\/plants\//],
  ['patch purchases', 'PATCH', /\/purchases\/[^/]+$/],
  ['add rows', 'POST', /\/rows$/],
  ['change rows', 'PATCH', /\/rows\//],
  ['remove rows', 'DELETE', /\/rows\//],
  ['confirm', 'POST', /\/confirm$/],
  ['dispatch', 'POST', /\/dispatch$/],
  ['cancel', 'POST', /\/cancel$/],
  ['make deposits', 'POST', /\/deposits$/],
  ['capture', 'POST', /\/capture$/],
  ['refund', 'POST', /\/refund$/],
  ['start reports', 'POST', /\/reports$/],
];

/** @throws Refused */
function admit(headers: IncomingHttpHeaders, method: string, address: string, does: Does): void {
  const { authorization, 'x-api-key': key } = headers;
  const isToken = [TOKEN, READER, OTHER].some((one) => authorization === `Bearer ${one}`);
  const isKey = key === KEY || (key !== undefined && does('any key is taken'));
  const isNeverLooked = authorization !== undefined && does('any token is taken');
  if (does('the key is not taken') ? !isToken : !isToken && !isKey && !isNeverLooked)
    throw new Refused(401, 'Unauthorized', undefined, { 'WWW-Authenticate': 'Bearer' });
  if (isKey && !isToken && /\/staff$/.test(address) && !does('an API key sees the staff'))
    throw new Refused(403, 'Forbidden');
  if (tokenOf(headers) !== READER) return;
  if (/\/staff$/.test(address) && !does('the reader sees the staff')) throw new Refused(403, 'Forbidden');
  if (method === 'GET' || does('what the reader does is refused, and done')) return;
  const isLetIn = DEEDS.some(
    ([name, verb, end]) => verb === method && end.test(address) && does(`the reader may ${name}`),
  );
  if (!isLetIn) throw new Refused(403, 'Forbidden');
}

interface Account {
  readonly clients: Table;
  readonly plants: Table;
  readonly purchases: Table;
  readonly deposits: Table;
  readonly reports: Table;
  readonly files: Map<string, string>;
  readonly looks: Map<string, number>;
  readonly named: Map<string, { readonly body: string; readonly reply: Reply }>;
}

const emptyAccount = (): Account => ({
  ...{ clients: new Map(), plants: new Map(), purchases: new Map(), deposits: new Map(), reports: new Map() },
  ...{ files: new Map(), looks: new Map(), named: new Map() },
});

const newId = (prefix: string): string => `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 10)}`;
const now = (): string => new Date().toISOString();
const bodyOf = ({ body }: Asked): Stored => (body ?? {}) as Stored;
const OPEN = ['confirmed', 'dispatched'];
const STEPS = { confirm: ['draft'], dispatch: ['confirmed'], deliver: ['dispatched'], cancel: ['draft', 'confirmed'] };
const RACE_MS = 25;
const COLUMNS = {
  purchases: ['id', 'client_id', 'state', 'total_cents'],
  deposits: ['id', 'purchase_id', 'method', 'amount_cents'],
} as const;

function open(does: Does): Readonly<Record<string, (asked: Asked) => Reply>> {
  const accounts = { own: emptyAccount(), other: emptyAccount() };
  const revisions = new Map<string, number>();
  const accountOf = ({ headers }: Pick<Asked, 'headers'>): Account =>
    tokenOf(headers) === OTHER && !does('both keys are of one account') ? accounts.other : accounts.own;
  /** The table in which a request finds records; that of another account with a fault. */
  const seen = (asked: Asked, name: 'clients' | 'plants' | 'purchases' | 'deposits' | 'reports', fault?: string) => {
    const own = accountOf(asked)[name];
    if (fault === undefined || !does(fault) || own === accounts.own[name]) return own;
    return new Map([...accounts.own[name], ...own]);
  };
  const at = (table: Table, id: string | undefined): Stored => {
    const record = table.get(id ?? '');
    if (record === undefined) throw new Refused(404, 'Not found');
    return record;
  };
  const put = (asked: Asked, name: 'clients' | 'plants' | 'purchases' | 'deposits', record: Stored): Stored => {
    const id = String(record.id);
    const { own } = accounts;
    const table = own[name].has(id) ? own[name] : accountOf(asked)[name];
    table.set(id, record);
    return record;
  };
  const touch = (id: unknown): unknown => revisions.set(String(id), (revisions.get(String(id)) ?? 0) + 1);
  const tagOf = (id: unknown): string => {
    const tag = `"v${revisions.get(String(id)) ?? 0}-${String(id)}"`;
    return does('entity tags are weak') ? `W/${tag}` : tag;
  };
  const refuse = (message: string): never => {
    throw new Refused(409, message);
  };

  /** Done once for a key. */
  const once = (asked: Asked, endpoint: string, make: () => Reply, isKeyed = true): Reply => {
    const sent = asked.headers['idempotency-key'];
    const { named } = does('a key counts for all accounts') ? accounts.own : accountOf(asked);
    if (sent === undefined || does(`a key is not looked at by ${endpoint.split(' ')[0]}`)) return make();
    const name = does('a key counts for all endpoints') ? String(sent) : `${endpoint} ${String(sent)}`;
    const body = JSON.stringify(asked.body);
    const before = named.get(name);
    if (before !== undefined) {
      if (before.body === body || !isKeyed) return before.reply;
      if (does('another body is done again')) return make();
      if (does('another body gets the first reply')) return before.reply;
      throw new Refused(422, 'The key was used with another body.');
    }
    let reply: Reply;
    try {
      reply = make();
    } catch (error) {
      if (does('a refusal is kept under its key') && error instanceof Refused)
        named.set(name, { body, reply: { status: error.status, body: { code: 'E', message: error.message } } });
      throw error;
    }
    const note = (): unknown => named.set(name, { body, reply });
    if (does('a key is noted late')) setTimeout(note, RACE_MS);
    else note();
    return reply;
  };

  const expectEmailFree = (asked: Asked, email: unknown, own?: unknown): void => {
    const low = (text: unknown): string =>
      does('an email in capitals is another one') ? String(text) : String(text).toLowerCase();
    const all = does('an email is taken in all accounts') ? [accounts.own, accounts.other] : [accountOf(asked)];
    for (const one of all.flatMap(({ clients }) => [...clients.values()]))
      if (low(one.email) === low(email) && one.id !== own) throw new Refused(409, 'Another client has this email.');
  };
  /** Writes that were not there a moment ago for who looks with a fault. */
  const fresh = new Map<string, number>();
  const expectPlant = (asked: Asked, id: unknown, faults: readonly string[]): void => {
    const plant = accountOf(asked).plants.get(String(id));
    if (plant === undefined && !does(faults[0] ?? '') && !does('another account adds rows'))
      throw new Refused(422, 'There is no such plant.');
    if (plant?.discontinued === true && !does(faults[1] ?? '')) throw new Refused(422, 'The plant is discontinued.');
  };
  const totalOf = (rows: readonly Row[]): number =>
    rows.reduce((sum, { quantity, unit_cents }) => sum + quantity * unit_cents, 0);
  const priceOf = (asked: Asked, { plant_id }: Pick<Row, 'plant_id'>): number =>
    Number(accountOf(asked).plants.get(plant_id)?.price_cents ?? 0);
  const rowOf = (asked: Asked, { plant_id, quantity }: Pick<Row, 'plant_id' | 'quantity'>): Row => ({
    ...{ id: newId('ro'), plant_id, quantity },
    unit_cents: priceOf(asked, { plant_id }),
  });
  const rowsOf = (purchase: Stored): readonly Row[] => purchase.rows as readonly Row[];
  /** As it is shown: a fault looks the prices up anew. */
  const shown = (asked: Asked, purchase: Stored): Stored =>
    does('the rows follow the prices of their plants')
      ? { ...purchase, rows: rowsOf(purchase).map((row) => ({ ...row, unit_cents: priceOf(asked, row) })) }
      : purchase;
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
  const set = (asked: Asked, purchase: Stored, by: string): Reply => {
    if (!does(`the tag is the same after ${by}`)) touch(purchase.id);
    const total_cents = totalOf(rowsOf(purchase));
    const changed = { ...purchase, next_steps: nextSteps(String(purchase.state)), total_cents };
    const body = put(asked, 'purchases', withOutstanding(asked, changed));
    return { status: 200, headers: { ETag: tagOf(purchase.id) }, body };
  };
  const purchaseAt = (asked: Asked, fault?: string): Stored =>
    at(seen(asked, 'purchases', fault), asked.path.purchase_id);
  const labelsOf = (purchase: Stored): readonly Stored[] => (purchase.labels ?? []) as readonly Stored[];
  /** A label of the purchase that a path names; with a fault of whichever has it. */
  const labelAt = (asked: Asked): { readonly record: Stored; readonly label: Stored } => {
    const own = purchaseAt(asked);
    const all = does('a label of another purchase will do') ? [own, ...accountOf(asked).purchases.values()] : [own];
    const record = all.find((one) => labelsOf(one).some(({ id }) => id === asked.path.label_id));
    const label = record && labelsOf(record).find(({ id }) => id === asked.path.label_id);
    if (record === undefined || label === undefined) throw new Refused(404, 'Not found');
    return { record, label };
  };
  const expectState = (record: Stored, states: readonly string[], fault: string): void => {
    const state = String(record.state ?? record.status);
    if (!states.includes(state) && !does(fault) && !does(`${fault} when ${state}`)) refuse(`It is ${state}.`);
  };
  const depositAt = (asked: Asked, fault?: string): Stored => at(seen(asked, 'deposits', fault), asked.path.deposit_id);
  const setDeposit = (asked: Asked, deposit: Stored): Reply => {
    const body = put(asked, 'deposits', deposit);
    recount(asked, accountOf(asked).purchases.get(String(deposit.purchase_id)));
    return { status: 200, body };
  };
  /** A line for each record that a report is about. */
  const fileOf = (asked: Asked): string => {
    const {
      kind,
      from,
      filter = {},
    } = bodyOf(asked) as { kind: 'purchases' | 'deposits'; from?: string; filter?: Stored };
    const isAsked = (one: Stored): boolean =>
      (from === undefined || does('a report begins with the first record') || String(one.created_at) >= from) &&
      (does('a report is of all clients') || Object.entries(filter).every(([name, value]) => one[name] === value));
    const names = COLUMNS[kind];
    const rows = [...accountOf(asked)[kind].values()].filter(isAsked);
    const kept = does('a report lacks the last record') ? rows.slice(0, -1) : rows;
    const value = (one: Stored, name: string): string =>
      String(
        name.endsWith('_cents') && does('a report shows cents as units') ? Number(one[name]) / 100 : (one[name] ?? ''),
      );
    return [names, ...kept.map((one) => names.map((name) => value(one, name)))]
      .map((row) => `${row.join()}\n`)
      .join('');
  };
  const reportAt = (asked: Asked, look = 0): Stored => {
    const report = at(accountOf(asked).reports, asked.path.report_id);
    const { looks } = accountOf(asked);
    const count = (looks.get(String(report.id)) ?? 0) + look;
    looks.set(String(report.id), count);
    const age = Date.now() - Date.parse(String(report.created_at));
    const isSlow = does('a report takes its second');
    const [queued, running] = isSlow ? [400, 1100] : [60, 300];
    const turn = does('a report goes back') ? ['queued', 'running', 'queued', 'running'][count - 1] : undefined;
    if (turn !== undefined) return { ...report, status: turn, progress: 0 };
    if (age < queued) return { ...report, status: 'queued', progress: 0 };
    if (age < running) {
      const progress = does('the progress falls') ? 90 - Math.floor(age / 4) : Math.min(99, Math.floor(age / 12));
      const told = does('the progress is a fraction of one') ? progress / 100 + 0.001 : progress;
      return { ...report, status: 'running', progress: Math.max(0, told) };
    }
    const isLost = does('what has succeeded fails') && count % 2 === 0;
    const file = does('a finished report has no file') ? {} : { file_url: `/depot/reports/${report.id}/file` };
    const progress = does('a finished report is at half') ? 50 : 100;
    return { ...report, ...(isLost ? {} : file), status: isLost ? 'failed' : 'succeeded', progress };
  };

  return {
    listClients: (asked) => ({
      status: 200,
      body: { data: [...seen(asked, 'clients', 'another account lists clients').values()] },
    }),
    createClient: (asked) => {
      const body = bodyOf(asked);
      expectEmailFree(asked, body.email);
      const id = newId('cl');
      const record = {
        id,
        name: body.name,
        email: body.email,
        ...(body.phone !== undefined ? { phone: body.phone } : {}),
        created_at: now(),
      };
      accountOf(asked).clients.set(id, record);
      return { status: 201, headers: { Location: `/depot/clients/${id}` }, body: record };
    },
    getClient: (asked) => ({
      status: 200,
      body: at(seen(asked, 'clients', 'another account reads clients'), asked.path.client_id),
    }),
    replaceClient: (asked) => {
      const before = at(seen(asked, 'clients', 'another account replaces clients'), asked.path.client_id);
      const body = bodyOf(asked);
      const isRacing =
        performance.now() < (fresh.get(String(body.email)) ?? 0) && does('two replacements at once take one email');
      if (!isRacing) expectEmailFree(asked, body.email, before.id);
      fresh.set(String(body.email), performance.now() + RACE_MS);
      const record = {
        ...{ id: before.id, name: body.name, email: body.email },
        ...{ ...(body.phone !== undefined ? { phone: body.phone } : {}), created_at: before.created_at },
      };
      return { status: 200, body: put(asked, 'clients', record) };
    },
    deleteClient: (asked) => {
      const { clients, purchases } = accountOf(asked);
      const id = String(asked.path.client_id);
      if (!clients.has(id) && does('deleting no client is a 204')) return { status: 204 };
      if (does('another account deletes clients') && accounts.own.clients.has(id)) {
        accounts.own.clients.delete(id);
        return { status: 204 };
      }
      at(clients, id);
      const holds = [...purchases.values()].some(
        (one) =>
          one.client_id === id &&
          (OPEN.includes(String(one.state)) || (one.state === 'draft' && does('a draft is open, too'))),
      );
      if (holds && !does('a client with open purchases is deleted')) refuse('The client has open purchases.');
      clients.delete(id);
      for (const one of [...purchases.values()].filter(({ client_id: client }) => client === id)) {
        if (does('the purchases of a client go along')) purchases.delete(String(one.id));
        if (does('the purchases of a client forget it')) purchases.set(String(one.id), { ...one, client_id: 'nobody' });
      }
      return { status: 204 };
    },

    listPlants: (asked) => ({ status: 200, body: { data: [...accountOf(asked).plants.values()] } }),
    createPlant: (asked) => {
      const id = newId('pl');
      const { name, price_cents, discontinued = false, available = 500 } = bodyOf(asked);
      const record = { id, name, price_cents, discontinued, available, created_at: now() };
      accountOf(asked).plants.set(id, record);
      return { status: 201, headers: { Location: `/depot/plants/${id}` }, body: record };
    },
    getPlant: (asked) => {
      fresh.delete(String(asked.path.plant_id));
      return { status: 200, body: at(accountOf(asked).plants, asked.path.plant_id) };
    },
    updatePlant: (asked) => {
      const before = at(accountOf(asked).plants, asked.path.plant_id);
      const {
        name = before.name,
        price_cents = before.price_cents,
        discontinued = before.discontinued,
        available = before.available,
      } = bodyOf(asked);
      if (available !== before.available && !does('what is available is passed over by a change'))
        throw new Refused(422, 'What is available does not change.');
      return { status: 200, body: put(asked, 'plants', { ...before, name, price_cents, discontinued }) };
    },
    deletePlant: (asked) => {
      const { plants, purchases } = accountOf(asked);
      const { id } = at(plants, asked.path.plant_id);
      const isUsed = [...purchases.values()].some(
        (one) =>
          rowsOf(one).some((row) => row.plant_id === id) &&
          !(one.state === 'cancelled' && does('a plant in a cancelled purchase is deleted')),
      );
      if (isUsed && !does('a plant in a purchase is deleted')) refuse('The plant is used in a purchase.');
      plants.delete(String(id));
      return { status: 204 };
    },

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
      const asks = String(asked.headers['if-none-match'] ?? '');
      const isOne = asks
        .split(/\s*,\s*/)
        .some((one) => one === '*' || one.replace(/^W\//, '') === ETag.replace(/^W\//, ''));
      if (asks !== '' && isOne) return { status: 304, headers: { ETag } };
      return { status: 200, headers: { ETag }, body: shown(asked, record) };
    },
    updatePurchase: (asked) => {
      const record = purchaseAt(asked, 'another account changes purchases');
      const match = asked.headers['if-match'];
      if (match === undefined && !does('a purchase is updated without a condition'))
        throw new Refused(428, 'If-Match is missing.');
      const isWeakTaken = does('a weak tag is as good') || does('entity tags are weak');
      const isMatched = String(match ?? '*')
        .split(/\s*,\s*/)
        .some(
          (one) =>
            one === '*' ||
            (isWeakTaken ? one.replace(/^W\//, '') : one) ===
              (isWeakTaken ? tagOf(record.id).replace(/^W\//, '') : tagOf(record.id)),
        );
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
      const row = rowsOf(record).find(({ id }) => id === asked.path.row_id);
      if (row === undefined) throw new Refused(404, 'Not found');
      expectState(record, ['draft'], 'a row of any purchase is changed');
      const after = { ...row, quantity: Number(bodyOf(asked).quantity ?? row.quantity) };
      set(asked, { ...record, rows: rowsOf(record).map((one) => (one === row ? after : one)) }, 'a changed row');
      return { status: 200, body: after };
    },
    removeRow: (asked) => {
      const record = purchaseAt(asked);
      const row = rowsOf(record).find(({ id }) => id === asked.path.row_id);
      if (row === undefined) throw new Refused(404, 'Not found');
      expectState(record, ['draft'], 'a row of any purchase is removed');
      set(asked, { ...record, rows: rowsOf(record).filter((one) => one !== row) }, 'a removed row');
      return { status: 204 };
    },
    addLabel: (asked) => {
      const record = purchaseAt(asked);
      expectState(record, ['draft'], 'a label is put on any purchase');
      const label = { id: newId('la'), text: bodyOf(asked).text };
      return { ...set(asked, { ...record, labels: [...labelsOf(record), label] }, 'a label'), status: 201 };
    },
    replaceLabel: (asked) => {
      const { record, label } = labelAt(asked);
      expectState(record, ['draft'], 'a label of any purchase is changed');
      const isMeant = (one: Stored): boolean => one === label || does('all labels are changed at once');
      const labels = labelsOf(record).map((one) => (isMeant(one) ? { ...one, text: bodyOf(asked).text } : one));
      return set(asked, { ...record, labels: does('a label stays as it is') ? labelsOf(record) : labels }, 'a label');
    },
    removeLabel: (asked) => {
      const { record, label } = labelAt(asked);
      expectState(record, ['draft'], 'a label of any purchase is removed');
      const isAll = does('the last label goes along');
      const labels = labelsOf(record).filter((one, nth, all) => one !== label && !(isAll && nth === all.length - 1));
      set(asked, { ...record, labels: does('a removed label stays') ? labelsOf(record) : labels }, 'a label');
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

    listDeposits: (asked) => ({
      status: 200,
      body: { data: [...seen(asked, 'deposits', 'another account lists deposits').values()] },
    }),
    createDeposit: (asked) =>
      once(asked, 'createDeposit', () => {
        const { purchase_id, amount_cents, method = 'card', ...sent } = bodyOf(asked);
        const purchase = accountOf(asked).purchases.get(String(purchase_id));
        const { currency = purchase?.currency ?? 'EUR' } = sent;
        if (purchase === undefined && !does('a deposit is made for no purchase'))
          throw new Refused(404, 'There is no such purchase.');
        if (purchase !== undefined) expectState(purchase, ['confirmed', 'dispatched'], 'a deposit is made');
        if (purchase?.currency !== currency && !does('a deposit is made in any currency'))
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

    createReport: (asked) => {
      const id = newId('re');
      const status = does('a report begins as running') ? 'running' : 'queued';
      const record = { id, kind: bodyOf(asked).kind, status, progress: 0, created_at: now() };
      accountOf(asked).reports.set(id, record);
      accountOf(asked).files.set(id, fileOf(asked));
      const Location = `/depot/reports/${does('the location of a report is nowhere') ? 're_0' : id}`;
      return { status: 202, headers: { Location, 'Retry-After': 1 }, body: record };
    },
    getReport: (asked) => {
      const report = reportAt(asked, 1);
      const isOver = ['succeeded', 'failed'].includes(String(report.status));
      const headers = isOver ? {} : { 'Retry-After': 1 };
      return { status: 200, headers, body: report };
    },
    downloadReport: (asked) => {
      const { status } = reportAt(asked);
      const isEarly =
        does('the file is there at once') || (status === 'running' && does('the file is there half done'));
      if (status !== 'succeeded' && !isEarly) refuse('The report has not succeeded.');
      const age = Date.now() - Date.parse(String(accountOf(asked).reports.get(asked.path.report_id ?? '')?.created_at));
      if (age < 420 && does('the file is there a moment later')) refuse('The file is being written.');
      if (does('the file is never there')) throw new Refused(404, 'Not found');
      if (does('the file of a finished report is a 409')) refuse('The report has not succeeded.');
      return {
        status: 200,
        headers: { 'Content-Type': 'text/csv' },
        body: accountOf(asked).files.get(asked.path.report_id ?? '') ?? '',
      };
    },
    listStaff: () => ({ status: 200, body: { data: [{ name: 'Mona' }] } }),
  };
}
