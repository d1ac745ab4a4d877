import type { Contract, Operation, Part } from '../openapi/contract';

/** A failed exchange: what came instead of a whole HTTP response. */
export interface TransportFailure {
  readonly kind: 'timeout' | 'closed' | 'malformed' | 'too-large' | 'unreachable';
  readonly message: string;
}

/** A body as it came, and what it is as JSON. */
export interface Body {
  readonly bytes: number;
  /** Decoded as UTF-8; undefined where it is none. */
  readonly text: string | undefined;
  /** The exact JSON value, or why there is none; undefined for an empty body. */
  readonly json: { readonly value: unknown } | { readonly problem: string } | undefined;
}

export interface Response {
  readonly status: number;
  /** By name in lower case; several of one name are joined by a comma. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Body;
}

/** Whose credential a request carries. */
export type Credential = 'main' | 'limit' | 'none' | { readonly wrong: string };

/** A request as a check means it. */
export interface Request {
  readonly operation: Operation;
  readonly method: string;
  /** Path and query below the base URL, percent-encoded. */
  readonly target: string;
  /** The values of the path's parameters. */
  readonly path: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly credential: Credential;
}

/** One request and what came of it. */
export interface Exchange {
  /** From 1, in the order of sending. */
  readonly number: number;
  readonly request: Request;
  /** The id of the check that sent it. */
  readonly sentBy: string;
  readonly response: Response | undefined;
  readonly failure: TransportFailure | undefined;
  /** Unix milliseconds by our clock, before it was sent. */
  readonly startedAt: number;
  readonly milliseconds: number;
}

export type Level = 'MUST' | 'SHOULD';

/** The sentence of the contract that a check holds a server to, and where it stands. */
export interface Clause {
  readonly sentence: string;
  readonly pointer: string;
}

/** What a check is about: an operation, and its part in a resource where it has one. */
export interface Subject {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly part: Part | undefined;
}

/** What came of one case. Of several, the worst stands for the check. */
export type Verdict =
  | { readonly outcome: 'pass' }
  /** `of`: the id of the check that it is about, where that is another than the one that sent it. */
  | { readonly outcome: 'fail' | 'warn'; readonly observation: Observation; readonly of?: string }
  | { readonly outcome: 'skip' | 'inconclusive' | 'error'; readonly reason: string };

/** What was seen and should not have been. */
export interface Observation {
  readonly expected: string;
  readonly actual: string;
  /** The exchanges that show it, in order; the last is the one that tells. */
  readonly exchanges: readonly Exchange[];
  /** Observations with the same key are one finding, however often seen. */
  readonly key: string;
  readonly clause?: Clause;
}

/**
 * A check is a value. Its id never changes its meaning.
 *
 * Its cases are values too, so that a small budget is spent on the most telling case of every check before the second
 * one of any.
 */
export interface Check {
  readonly id: string;
  readonly title: string;
  readonly level: Level;
  readonly applies: (subject: Subject) => boolean;
  readonly clause: (subject: Subject) => Clause;
  readonly cases: (subject: Subject, options: CaseOptions) => readonly Case[];
}

export interface CaseOptions {
  /** Random examples for each check that draws some. */
  readonly examples: number;
  readonly seed: number;
  readonly limits: LimitOptions | undefined;
}

export interface LimitOptions {
  /** The most requests that using up the key's allowance may take. */
  readonly most: number;
  readonly waitForReset: boolean;
}

/** The smallest thing that is sent and judged as a whole. */
export interface Case {
  readonly name: string;
  /** 1: enough to find most faults. 2: thorough. 3: random. */
  readonly tier: 1 | 2 | 3;
  /** The most requests that it sends. */
  readonly cost: number;
  readonly run: (session: Session) => Promise<Verdict | readonly Verdict[]>;
}

/** An oracle looks at every exchange, whoever sent it. */
export interface Oracle {
  readonly id: string;
  readonly title: string;
  readonly level: Level;
  readonly clause: (exchange: Exchange, contract: Contract) => Clause;
  /** Undefined where it has nothing to say of such an exchange; else the faults that it sees, none for a lawful one. */
  readonly judge: (exchange: Exchange, before: History) => readonly Fault[] | undefined;
}

/** A fault that an oracle sees. */
export interface Fault {
  readonly expected: string;
  readonly actual: string;
  /** Tells faults of one oracle on one operation apart. */
  readonly key: string;
  readonly level?: 'warn';
  readonly pointer?: string;
  /** The earlier exchange that it disagrees with. */
  readonly earlier?: Exchange;
}

/** What an oracle may know beside the exchange. */
export interface History {
  readonly contract: Contract;
  readonly target: Target;
  /** The exchange before this one with the same credential. */
  readonly previous: Exchange | undefined;
}

/** What the user has said of the server. */
export interface Target {
  readonly baseUrl: string;
  /** The plan of the key, where it is known. */
  readonly plan: string | undefined;
  readonly limitPlan: string | undefined;
  /** Whether nobody else uses the key meanwhile. */
  readonly exclusive: boolean;
}

/** What a running case works with. */
export interface Session {
  readonly contract: Contract;
  readonly target: Target;
  readonly subject: Subject;
  readonly options: CaseOptions;
  readonly known: Known;
  /**
   * Sends a request; every oracle judges the exchange.
   *
   * @throws OutOfBudget when it may not be sent any more
   */
  send(request: Request): Promise<Exchange>;
  /** Waits, within the time that is left. */
  wait(milliseconds: number): Promise<void>;
}

export type JsonRecord = Readonly<Record<string, unknown>>;

export interface Sighting {
  readonly record: JsonRecord;
  readonly shownBy: Exchange;
}

/** What has been learnt of the server's records. */
export interface Known {
  /** Records of a resource by id, as they were last seen in a reply. */
  records(resource: string): ReadonlyMap<unknown, JsonRecord>;
  /** Ids that this run has made. */
  created(resource: string): ReadonlySet<unknown>;
  /** A record as it was seen first. */
  first(resource: string, id: unknown): Sighting | undefined;
  /** The most records that one unfiltered list has shown. */
  longest(resource: string): number;
  sawList(resource: string, length: number): void;
  see(resource: string, id: unknown, record: JsonRecord, shownBy: Exchange, isNew: boolean): void;
  /** A record that was deleted, or is about to be shown in another form. */
  forget(resource: string, id: unknown): void;
  /** The record whose id leads to all that lies below it in the paths; nothing changes or deletes it. */
  host(resource: string): unknown;
  setHost(resource: string, id: unknown): void;
  /** Whether the user has named good values of a property: then others may not be. */
  isNamed(property: string): boolean;
  /** Values of a property that the server has shown or the user has named: it has to accept them. */
  values(resource: string, property: string): readonly unknown[];
}
