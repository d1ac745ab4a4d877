import type { Arbitrary } from 'fast-check';
import type { Contract } from '../../openapi/contract';

/** What a run goes by. */
export interface Setting {
  /** As `--document` has it. */
  readonly document: string;
  readonly contract: Contract;
  /** That of the control plane. */
  readonly control: Contract;
  readonly keys: Keys;
  readonly seed: number;
  /** Milliseconds that another client may wait for a reply. */
  readonly stall: number;
  /** Tells the user what is done now, or what came of it. */
  progress(doing: string): void;
}

/** The admin token, and the API keys of the default session. */
export interface Keys {
  readonly token: string;
  /** Any request may have them anywhere. */
  readonly shared: readonly string[];
  /** Bodies alone have it in them: a record that has it is read by others. */
  readonly buried: string;
  /** The file that the mock reads the API keys from. */
  readonly file: string;
}

/** The sessions of the mock that attacks go on in. */
export interface Sessions {
  /** That of each attack, without limits. */
  readonly ofAttack: Readonly<Record<string, Session>>;
  /** That of the other client. */
  readonly other: Session;
  /** One whose quota is soon used up. */
  readonly metered: Session;
  /** Those that an attack may do anything to. */
  readonly disposable: readonly Session[];
}

export interface Session {
  readonly id: string;
  readonly key: string;
}

/** What the attacks know of the mock: its two contracts, and the secrets that must not show. */
export interface Target extends Pick<Setting, 'contract' | 'control' | 'keys'> {
  readonly sessions: Sessions;
}

/** How an attempt goes on after its last byte. */
export type Ending =
  /** Waits for one reply; the connection serves the next attempt. */
  | 'wait'
  /** Closes its own side, and reads to the end. */
  | 'end'
  /** Is silent for a moment, reads what comes, and leaves. */
  | 'hold'
  /** Leaves at once. */
  | 'leave';

/** What is sent on a connection. */
export interface Attempt {
  /** The bytes, in the parts in which they are written. */
  readonly parts: readonly Buffer[];
  readonly ending: Ending;
  /** What is known of the one request in it; undefined where it is no request, or several. */
  readonly request: RequestLine | undefined;
  /** Whether any reply may come, since the attempt has switched faults on. */
  readonly isUnderFaults?: true;
}

interface RequestLine {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
}

/** A reply as it came. */
export interface Reply {
  readonly status: number;
  /** By name in lower case; the values of repeated ones are joined by a comma. */
  readonly headers: ReadonlyMap<string, string>;
  /** In Latin-1: a character is a byte. */
  readonly head: string;
  readonly body: Buffer;
}

/** What came back on a connection. */
export interface Received {
  readonly replies: readonly Reply[];
  /** Why the bytes are not replies of HTTP; undefined where they are. */
  readonly malformed: string | undefined;
  /** `silent`: neither a reply nor an end came in time. */
  readonly ended: 'answered' | 'closed' | 'reset' | 'silent' | 'left';
  readonly milliseconds: number;
}

/** A kind of attack, each attempt of which is a value that can be made again, and made smaller. */
export interface Attack {
  readonly name: string;
  /** How many of a hundred attempts are its own, where nothing else is asked for. */
  readonly share: number;
  /** Whether it goes on by itself, since it changes what all replies are. */
  readonly isAlone?: true;
  attempts(target: Target): Arbitrary<Attempt>;
}
