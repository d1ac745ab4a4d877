import type { Chosen } from '../../../openapi/behaviours/chosen';
import type { Allowance, Contract, Plan } from '../../../openapi/contract';
import type { Admit } from './admission';
import type { Clock, Random } from './clock';
import type { Faults } from './faults';
import type { Journal } from './journal';
import type { Ledger } from './ledger';
import type { Collections, Examples, RecordStore } from './records';
import type { Awaitable } from './store';

/** An API key as the mock knows it: its value is not kept, see `Keyring`. */
export interface ApiKey {
  /** What logs, journals and pages call it. */
  readonly name: string;
  readonly plan: string;
  readonly allowances: readonly Allowance[];
  readonly revoked: boolean;
  /** The OAuth 2 scopes, or roles, that it has; undefined: all. */
  readonly scopes?: readonly string[] | undefined;
  /** Whether it may change nothing, where the document says what is answered then. */
  readonly readOnly?: boolean | undefined;
  /** The value, where any client may see it: that of a shipped demo key. */
  readonly demoValue?: string | undefined;
}

/** What changes in a world, from its start or a reset up to the next reset. */
export interface WorldState {
  readonly clock: Clock;
  readonly records: RecordStore;
  /**
   * What no client sees: records that the contract does not allow at present, and replies that are sent again
   * (`mock/pipeline/idempotency.ts`). They count as those of `records` do.
   */
  readonly aside: RecordStore;
  readonly ledger: Ledger;
  readonly journal: Journal;
  readonly faults: Faults;
  readonly choices: ChoiceStore;
  /** What made-up values are drawn from. */
  readonly random: Random;
  readonly admit: Admit;
}

/** What a world is made from, and may be replaced while it goes on. */
export interface WorldTerms {
  readonly contract: Contract;
  /** The records that it begins with. */
  readonly fixtures: Collections;
  /** Those that are made up besides. */
  readonly examples?: Examples | undefined;
  /** The keys that lead to it. */
  readonly keys: readonly ApiKey[];
  /** What it does where the contract leaves things open, from its beginning and from each reset on. */
  readonly chosen?: Chosen | undefined;
}

/** All that the mock remembers. Two worlds share nothing that changes. */
export interface World {
  readonly id: string;
  /** What the session is called that was opened for it, if it was given a name. */
  readonly name?: string | undefined;
  /** The keys that lead here. */
  readonly keys: readonly ApiKey[];
  /** Whether allowances are enforced. */
  readonly planLimits: boolean;
  /** The plan of callers without a valid key. */
  readonly anonymous: Pick<Plan, 'name'> & { readonly allowances: readonly Allowance[] };
  /** What the document leaves of the unspecified behaviours that it says something of. */
  readonly leftOpen: Contract['leftOpen'];
  /** The present state: a reset puts another in its place. A request takes it once and uses that one to its end. */
  readonly state: WorldState;
  /** Of changes that were made otherwise than by a request to the API. */
  readonly notices: Notices;
  /** Has `state` as other processes have left it by now. The admission of a request to the API does the same. */
  catchUp(): Awaitable<void>;
  /**
   * Makes a new state with the fixtures in it, puts it in place of the present one, and announces that. What a request
   * that began before still writes goes to the state that it took, which is in no world any more.
   *
   * @param begin what it does from now on where the document leaves things open, after later resets, too
   * @throws StoreFull where watched fixtures have become more than there is room for
   */
  reset(begin?: { readonly chosen: Chosen | undefined }): Promise<void>;
  /**
   * Makes a new state that has these records and goes on with everything else of the present one, and puts it in its
   * place at once. Others are served meanwhile. As with a reset, what a request that began before still writes goes to
   * the records that it took.
   *
   * @throws StoreFull where there is no room for them beside those of before
   */
  replaceRecords(records: Collections): Promise<void>;
  /** Is called once the world has ended: what it holds counts no longer. */
  leave(): Awaitable<void>;
  /** Goes on under other terms. The state stays as it is; the next reset makes one of these terms. */
  revise(terms: WorldTerms): void;
}

/** What a world does where its document leaves things open. */
export interface ChoiceStore {
  /** Undefined where that is what the mock does without any choice: then no request pays for it. */
  readonly chosen: Chosen | undefined;
  /** @returns is there once all who share the world do so */
  choose(chosen: Chosen | undefined): Awaitable<void>;
  /** The number of the next request that differs by such a choice, from 0 on: each of several processes counts its own. */
  nextTurn(): number;
}

/** Tells those who look at a world that something was changed in it otherwise than by a request to the API. */
export interface Notices {
  announce(): void;
  /**
   * Calls back at each change.
   *
   * @returns how to stop
   */
  listen(hear: () => void): () => void;
}
