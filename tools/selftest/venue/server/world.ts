import { randomUUID } from 'node:crypto';
import type { Application } from '../../reach/application';

/** What stands before the paths. */
export const PREFIX = '/venue/v3';

/** Whether this server breaks the contract in the way of that name, or keeps it in an unusual one. */
export type Does = (name: string) => boolean;

/** A record, all of it as replies may show it. */
export type Stored = Readonly<Record<string, unknown>>;

/** A collection in the order in which its records were made. */
export type Table = Map<string, Stored>;

export interface World {
  readonly members: Table;
  readonly rooms: Table;
  readonly bookings: Table;
  readonly comments: Table;
  readonly charges: Table;
  readonly bills: Table;
  readonly payments: Table;
  readonly archives: Table;
  readonly passes: Table;
  readonly stamps: Table;
  readonly teams: Table;
  readonly desks: Table;
  readonly loans: Table;
  /** Ids of teams that were removed, and labels of desks that were. */
  readonly gone: Set<string>;
  readonly labels: Set<string>;
  /** How often a record was changed. */
  readonly versions: Map<string, number>;
  /** When that was last, by a clock that is never set. */
  readonly changedAt: Map<string, number>;
  /** What is never shown, by the id of its record. */
  readonly secrets: Map<string, unknown>;
  /** First replies, by the operation, credential and key of the request. */
  readonly named: Map<string, { readonly body: string; readonly reply: unknown }>;
  /** A time that is later at each call. */
  readonly now: () => string;
  readonly count: () => number;
}

/** Operations in one world. */
export type Part = (world: World, does: Does) => ReturnType<Application['open']>;

/** An id of its own with this prefix. */
export const newId = (prefix: string): string => `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 8)}`;

export const id = (prefix: string, nth: number): string => `${prefix}_${String(nth).padStart(8, '0')}`;
const day = (nth: number): string => new Date(Date.UTC(2025, 0, nth, 9)).toISOString();
const tableOf = (records: readonly Stored[]): Table => new Map(records.map((one) => [String(one.id), one]));

/** The records at the start. No order of theirs is another one's: neither names nor sizes follow the times. */
export function openWorld(): World {
  const names = ['Mona Fjeld', 'Abel Quist', 'Zara Dahl', 'Ivar Moe', 'Ben Stone', 'Lise Berg', 'Otto Vik'];
  const members = names.map((name, nth) => ({
    id: id('mem', nth + 1),
    name,
    email: `${name.split(' ')[0]?.toLowerCase()}@venue.example`,
    tier: ['basic', 'plus', 'patron'][nth % 3],
    newsletter: nth % 2 === 0,
    ...(nth % 2 === 0 ? { address: { street: `Quay ${nth + 1}`, town: 'Bergen' } } : {}),
    createdAt: day(nth + 1),
  }));
  const rooms = [100, 9, 12, 80, 8, 240, 12].map((capacity, nth) => ({
    id: `7c0e1d2a-0000-4000-8000-${String(nth + 1).padStart(12, '0')}`,
    code: `RM-${String(101 + nth * 7)}`,
    name: ['Harbour', 'Attic', 'Studio', 'Cellar', 'Office', 'Hall', 'Garden'][nth],
    capacity,
    hourly_cents: [9000, 1500, 12000, 700, 900, 25000, 2500][nth],
    floor: [0, 4, 2, -1, 2, 0, 2][nth],
    created_at: day(nth + 1),
  }));
  const bookings = [5, 3, 9, 1, 7, 2, 8, 4].map((at, nth) => ({
    id: id('bkg', nth + 1),
    member_id: id('mem', (nth % 4) + 1),
    room_id: rooms[nth % 5]?.id,
    // The same kind of time with another offset: its text sorts otherwise than it does.
    starts_at: nth % 2 === 0 ? `2026-03-0${at}T08:00:00Z` : `2026-03-0${at}T01:30:00-09:00`,
    hours: (nth % 5) + 1,
    guests: [4, 12, 100, 9, 30, 2, 11, 80][nth],
    state: ['hold', 'confirmed', 'cancelled'][nth % 3],
    created_at: day(nth + 1),
  }));
  const comments = [1, 1, 1, 2, 2, 5].map((booking, nth) => ({
    id: nth + 1,
    booking_id: id('bkg', booking),
    text: `Remark ${nth + 1}`,
    author: 'staff',
    created_at: day(nth + 1),
  }));
  const charges = [500, 12000, 99, 3000, 12000, 70000].map((amount, nth) => ({
    id: id('ch', nth + 1),
    booking_id: id('bkg', (nth % 3) + 1),
    amount_cents: amount,
    currency: ['EUR', 'NOK'][nth % 2],
    method: nth % 2 === 0 ? { kind: 'voucher', code: `SPRING${nth}` } : { kind: 'card', last4: '4242' },
    status: 'taken',
    taken_at: day(nth + 1),
  }));
  const passes = [9, 100, 12, 80, 7, 240].map((rank, nth) => ({
    id: id('pas', nth + 1),
    label: ['Kite', 'Anchor', 'Lantern', 'Barrel', 'Compass', 'Oar'][nth],
    ...(nth % 2 === 0 ? { remark: ['Found abroad', 'By the gate', 'Worn out'][nth / 2] } : {}),
    kind: ['day', 'week', 'season', 'staff'][nth % 4],
    rank,
    holder_id: id('mem', (nth % 3) + 1),
    doors: [{ room_id: rooms[nth]?.id, level: (nth % 3) + 1 }],
    voucher: { member_id: id('mem', 7) },
    blocked: nth % 3 === 2,
    stamps: 0,
    made_at: day(nth + 1),
  }));
  let last = 0;
  let counted = 100;
  return {
    members: tableOf(members),
    rooms: tableOf(rooms),
    bookings: tableOf(bookings),
    comments: tableOf(comments),
    charges: tableOf(charges),
    bills: new Map(),
    payments: new Map(),
    archives: new Map(),
    passes: tableOf(passes),
    stamps: new Map(),
    teams: new Map(),
    desks: new Map(),
    loans: new Map(),
    gone: new Set(),
    labels: new Set(),
    versions: new Map(),
    changedAt: new Map(),
    secrets: new Map(),
    named: new Map(),
    now: () => {
      last = Math.max(last + 1, Date.now());
      return new Date(last).toISOString();
    },
    count: () => {
      counted += 1;
      return counted;
    },
  };
}
