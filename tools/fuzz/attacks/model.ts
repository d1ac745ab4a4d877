import type { Arbitrary } from 'fast-check';
import type { Attempt } from '../model';
import type { Subject } from '../subject';

/** A kind of attack, each attempt of which is a value that can be made again, and made smaller. */
export interface Attack {
  readonly name: string;
  /** What it does, in a few words. */
  readonly title: string;
  /** How many of a hundred attempts are its own, where nothing else is asked for. */
  readonly share: number;
  /** Attacks of one phase go on side by side. Those that change what all replies are go alone. */
  readonly phase: 'side by side' | 'alone';
  attempts(subject: Subject): Arbitrary<Attempt>;
}
