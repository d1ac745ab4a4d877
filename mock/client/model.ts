import type {
  AllowanceChange,
  AllowanceState,
  ChoicesChange,
  ChoicesState,
  Fault,
  FaultRule,
  Pattern,
  RecordedRequest,
  State,
  StateChange,
} from '../../openapi/types/control';
import type { Clock } from '../world/stores/clock';

/** A world for a program that the mock runs in: what the control plane does, without HTTP. */
export interface WorldClient {
  /** It throws a TypeError for what leads to no instant that RFC 3339 can write, and does not advance backwards. */
  readonly clock: Clock;
  readonly faults: {
    /** @throws TypeError for a rule that the control plane would refuse */
    add(rule: FaultRule): Promise<Fault>;
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
    set(name: string, change: AllowanceChange): Promise<AllowanceState>;
  };
  /** The logged requests that match, newest first; all of them without a pattern. */
  requests(pattern?: Pattern): Promise<readonly RecordedRequest[]>;
  clearRequests(): Promise<void>;
  state(): Promise<State>;
  /**
   * Replaces the parts that are given.
   *
   * @throws TypeError for what does not fit the contract; then nothing has changed
   */
  restore(state: StateChange): Promise<void>;
  /** Records, allowances, bans, clock, choices, faults and request log as at the start. */
  reset(): Promise<void>;
}

/** A world of its own. Once it has ended, every method except `close` throws an Error that says so. */
export interface SessionClient extends WorldClient {
  readonly id: string;
  /** What it was called when it was opened. */
  readonly name: string | undefined;
  /** The key's value by the key's name, e.g. `apiKeys.free`. */
  readonly apiKeys: Readonly<Record<string, string>>;
  /** Ends the session; its keys are invalid from then on. It may have ended before. */
  close(): void;
}
