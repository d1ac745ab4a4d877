import type { AnimalStore } from '../../openapi/types/animal-store';
import type { Api } from '../../openapi/types/api';
import type * as control from '../../openapi/types/control';
import type {
  AllowanceState,
  ChoicesChange,
  ChoicesState,
  Fault,
  PlanFigures,
  RecordedRequest,
} from '../../openapi/types/control';
import type { Clock } from '../world/stores/clock';

declare global {
  interface SymbolConstructor {
    /** As TypeScript's `esnext.disposable` has it: the types below do not need that library. */
    readonly asyncDispose: unique symbol;
  }
}

// What the control plane takes and returns, for a program: of the shipped contract, unless it names another.

export type AllowanceChange<A extends Api = AnimalStore> = control.AllowanceChange<A>;
export type FaultRule<A extends Api = AnimalStore> = control.FaultRule<A>;
export type Pattern<A extends Api = AnimalStore> = control.Pattern<A>;
export type RequestPattern<A extends Api = AnimalStore> = control.RequestPattern<A>;
export type State<A extends Api = AnimalStore> = control.State<A>;
export type StateChange<A extends Api = AnimalStore> = control.StateChange<A>;

/** A world for a program that the mock runs in: what the control plane does, without HTTP. */
export interface WorldClient<A extends Api = AnimalStore> {
  /** It throws a TypeError for what leads to no instant that RFC 3339 can write, and does not advance backwards. */
  readonly clock: Clock;
  readonly faults: {
    /** @throws TypeError for a rule that the control plane would refuse */
    add(rule: FaultRule<A>): Promise<Fault>;
    list(): Promise<readonly Fault[]>;
    /**
     * Whether there was one of this id.
     *
     * @throws TypeError for what is no text
     */
    remove(id: string): Promise<boolean>;
    clear(): Promise<void>;
  };
  /** What is done where the document leaves things open. */
  readonly choices: {
    /** Every unspecified behaviour, with what is done about it. */
    get(): Promise<ChoicesState>;
    /**
     * Replaces what was chosen; `{ choices: {} }` chooses nothing. A reset brings back the choices of the start.
     *
     * @throws TypeError for a behaviour or an option that does not exist; then nothing has changed
     */
    set(change: ChoicesChange): Promise<ChoicesState>;
  };
  readonly allowances: {
    list(): Promise<readonly AllowanceState[]>;
    /** @throws TypeError for a key or a window that does not exist, or where requests cost no quota */
    set(name: A['keys'], change: AllowanceChange<A>): Promise<AllowanceState>;
  };
  /** The logged requests that match, newest first; all of them without a pattern. */
  requests(pattern?: Pattern<A>): Promise<readonly RecordedRequest[]>;
  clearRequests(): Promise<void>;
  state(): Promise<State<A>>;
  /**
   * Replaces the parts that are given.
   *
   * @throws TypeError for what does not fit the contract; then nothing has changed
   */
  restore(state: StateChange<A>): Promise<void>;
  /** Records, allowances, bans, clock, choices, faults and request log as at the start. */
  reset(): Promise<void>;
}

/** Figures of a session's own for the plans, or undefined where they are not known to be given. */
export type Plans<A extends Api> = control.SessionOptions<A>['plans'];

/** What `mock.session` takes. Each may be left out. */
export interface SessionOptions<A extends Api = AnimalStore, P extends Plans<A> = Plans<A>>
  extends control.SessionOptions<A> {
  readonly plans?: P;
}

/** The API of a session: with any windows, where its plans have figures of their own. */
export type SessionApi<A extends Api, P> = P extends object
  ? Pick<A, Exclude<keyof Api, 'windows'>> & { readonly windows: keyof PlanFigures }
  : A;

type RevokedKeys<A> = A extends { readonly revokedKeys: infer Name } ? Name : never;

/** A world of its own. Once it has ended, every method except `close` throws an Error that says so. */
export interface SessionClient<A extends Api = AnimalStore, P extends Plans<A> = undefined>
  extends WorldClient<SessionApi<A, P>> {
  readonly id: string;
  /** What it was called when it was opened. */
  readonly name: string | undefined;
  /** The key's value by the key's name, e.g. `apiKeys.free`. */
  readonly apiKeys: { readonly [Name in Exclude<A['keys'], RevokedKeys<A>>]: string };
  /** Ends the session; its keys are invalid from then on. It may have ended before. */
  close(): void;
  /** For `await using session = await mock.session()`. */
  [Symbol.asyncDispose](): Promise<void>;
}
