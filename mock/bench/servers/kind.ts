import type { ServerId } from '../model';

/** A server that takes part. */
export interface ServerKind {
  readonly id: ServerId;
  /** What its paths begin with. */
  readonly prefix: string;
  /** How often it takes a turn: in each round, or in each second one. */
  readonly every: number;
  /** Node's arguments. */
  args(port: number): readonly string[];
}
