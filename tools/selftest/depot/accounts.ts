/** What the depot keeps for each account, and how a request finds it. */
import { randomUUID } from 'node:crypto';
import { type Asked, Refused, type Reply } from '../reach/application';
import { type Does, OTHER, tokenOf } from './access';

export type Stored = Readonly<Record<string, unknown>>;
type Table = Map<string, Stored>;
export type Row = Readonly<{ id: string; plant_id: string; quantity: number; unit_cents: number }>;

/** What comes of each operation. */
export type Handlers = Readonly<Record<string, (asked: Asked) => Reply>>;

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

export const newId = (prefix: string): string => `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 10)}`;
export const now = (): string => new Date().toISOString();
export const bodyOf = ({ body }: Asked): Stored => (body ?? {}) as Stored;
export const rowsOf = (purchase: Stored): readonly Row[] => purchase.rows as readonly Row[];

/** @throws Refused */
export function at(table: ReadonlyMap<string, Stored>, id: string | undefined): Stored {
  const record = table.get(id ?? '');
  if (record === undefined) throw new Refused(404, 'Not found');
  return record;
}

/** @throws Refused */
export function refuse(message: string): never {
  throw new Refused(409, message);
}

/** For so long a write is not there for who looks with a fault. */
export const RACE_MS = 25;

export type Accounts = ReturnType<typeof openAccounts>;

export function openAccounts(does: Does) {
  const accounts = { own: emptyAccount(), other: emptyAccount() };
  /** Writes that were not there a moment ago for who looks with a fault. */
  const fresh = new Map<string, number>();
  const accountOf = ({ headers }: Pick<Asked, 'headers'>): Account =>
    tokenOf(headers) === OTHER && !does('both keys are of one account') ? accounts.other : accounts.own;
  /** The table in which a request finds records; that of another account with a fault. */
  const seen = (asked: Asked, name: 'clients' | 'plants' | 'purchases' | 'deposits', fault?: string) => {
    const own = accountOf(asked)[name];
    if (fault === undefined || !does(fault) || own === accounts.own[name]) return own;
    return new Map([...accounts.own[name], ...own]);
  };
  const put = (asked: Asked, name: 'clients' | 'plants' | 'purchases' | 'deposits', record: Stored): Stored => {
    const id = String(record.id);
    const { own } = accounts;
    const table = own[name].has(id) ? own[name] : accountOf(asked)[name];
    table.set(id, record);
    return record;
  };
  const expectState = (record: Stored, states: readonly string[], fault: string): void => {
    const state = String(record.state ?? record.status);
    if (!states.includes(state) && !does(fault) && !does(`${fault} when ${state}`)) refuse(`It is ${state}.`);
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
  return { accounts, fresh, accountOf, seen, put, expectState, once };
}
