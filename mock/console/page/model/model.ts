/** The types of the control API, as `openapi/control.yaml` describes them; instants are RFC 3339 texts. */

import type { ShownMemory } from '../../../control/shown-memory';

export type { RecordedMessage, RecordedRequest } from '../../../observe/recorded-request';
export type { Abort, Fault, FaultRule } from '../../../world/stores/fault';

export interface Health {
  readonly version: string;
  readonly contract: {
    readonly title: string;
    readonly version: string;
    /** When it was read: with `--watch`, more than once. */
    readonly readAt: string;
    readonly prefix: string;
  };
  readonly uptimeSeconds: number;
  readonly worlds: number;
  /** What is wrong with something other than a request, a sentence each. */
  readonly warnings: readonly string[];
  readonly memory: ShownMemory | null;
}

export interface Session {
  readonly id: string;
  readonly name: string | null;
  readonly openedAt: string;
  readonly expiresAt: string;
}

export interface ClockState {
  readonly now: string;
  readonly frozen: boolean;
  /** How far the clock is ahead of real time. */
  readonly offsetSeconds?: number;
}

export type ClockChange =
  | { readonly action: 'advance'; readonly seconds: number }
  | { readonly action: 'set'; readonly instant: string }
  | { readonly action: 'freeze' | 'run' | 'reset' };

export interface Window {
  /** `minute`, `day`, … */
  readonly window: string;
  readonly limit: number;
  readonly used: number;
  readonly left: number;
  /** Null while the window is not open. */
  readonly resetAt: string | null;
}

export interface Allowance {
  readonly name: string;
  readonly plan: string;
  readonly revoked: boolean;
  /** The key's value, if it is a demo key. */
  readonly demoValue?: string;
  readonly windows: readonly Window[];
  readonly refusals: number;
  readonly bannedUntil: string | null;
}

export interface AllowanceChange {
  readonly left?: Readonly<Record<string, number>>;
  /** 0 lifts a ban. */
  readonly bannedSeconds?: number;
}

/** What the document leaves open, and what is done about it. */
export interface Silence {
  readonly id: string;
  readonly about: string;
  readonly question: string;
  readonly options: readonly { readonly id: string; readonly means: string; readonly example: string }[];
  /** What the document leaves of the options. */
  readonly left: readonly string[];
  readonly chosen: readonly string[];
  /** Of several any, by the request. */
  readonly taken: readonly string[];
  readonly by: 'default' | 'document' | 'choice' | 'vary';
  /** How often a server may change its mind. */
  readonly varies: 'request' | 'world';
}

export interface Choices {
  readonly vary: number | null;
  readonly except: readonly string[];
  readonly choices: readonly Silence[];
}

/** What takes the place of all choices of before. */
export interface ChoicesChange {
  readonly choices: Readonly<Record<string, readonly string[]>>;
  readonly vary: number | null;
  readonly except: readonly string[];
}

/** The reply to `GET /records` without the records, whose numbers are read exactly: see `exact-json.ts`. */
export interface RecordsHead {
  readonly collections: readonly { readonly name: string; readonly count: number }[];
  readonly collection: string | null;
  readonly idProperty: string | null;
  readonly total: number;
}
