import type { SecurityScheme } from '../../../openapi/contract';
import type { Keys } from '../../exchange/keys/keys';
import type { Choice } from '../../judge/choice';
import type { Given } from '../../requests/bodies/given';
import type { Target } from '../../rules/rule';
import type { Finding } from '../../verdict/result';
import type { TransportOptions } from '../../wire/carriers';
import type { LearningOptions } from './learning';

/** Everything that decides what a run does. */
export interface RunOptions extends Choice, LearningOptions {
  readonly target: Target;
  readonly keys: Keys;
  /** Undefined where the main key lasts. */
  readonly renewal?: KeyRenewal | undefined;
  readonly maxRequests: number;
  readonly maxTimeMs: number;
  readonly examples: number;
  readonly seed: number;
  readonly waitForReset: boolean;
  readonly maxFailures: number;
  /** How many of these violations count: those that are known need not. Undefined: all of them. */
  readonly countFailures?: ((findings: readonly Finding[]) => number) | undefined;
  readonly ratePerMinute: number | undefined;
  /** The most requests that are sent at once; 0: none are. */
  readonly parallel: number;
  /** Ids of operations that are called although they may end or cripple the server. */
  readonly included?: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** Where the user has the key go of which the document says nothing. */
  readonly credentialIn?: SecurityScheme | undefined;
  readonly transport: TransportOptions;
  /** Whether what the run has created is deleted in the end. */
  readonly clean?: boolean;
  /** Ends the run: what was found until then is its result. */
  readonly interrupted?: AbortSignal | undefined;
  /** Values known to be good, by property. */
  readonly examplesGiven: ReadonlyMap<string, readonly unknown[]>;
  /** The same, and what was named for path parameters and within members, by operation. */
  readonly given: Given;
  /** The flags by which the user has named them. */
  readonly named?: NamedExamples;
}

/** What names values as flags do. */
interface NamedExamples {
  /** Of `--example`, each as its text: `operation.name=value`. */
  readonly example: readonly string[];
  /** The file of `--examples`. */
  readonly examples?: string | undefined;
}

/** How another main key is had. */
export interface KeyRenewal {
  /** Milliseconds for which a key is used; undefined: until the server refuses it. */
  readonly lifeMs: number | undefined;
  /** Rejects with what is wrong, in a few words, where there is none. */
  readonly fetch: () => Promise<string>;
}

export interface RunEvents {
  readonly onProgress: (progress: Progress) => void;
  readonly onWait: (until: number, why: string) => void;
}

interface Progress {
  readonly check: string;
  readonly requests: number;
  readonly findings: number;
}
