import type { ServerId } from '../model';

/** A server that takes part. */
export interface ServerKind {
  readonly id: ServerId;
  /** What its paths begin with. */
  readonly prefix: string;
  /** How often it takes a turn: 1 in every round, 2 in every second one. */
  readonly every: number;
  /** Node's arguments. */
  args(port: number): readonly string[];
}
