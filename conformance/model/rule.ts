import type { Level } from './clause';

/** What a server is held to, whoever judges it. Its id never changes its meaning. */
export interface Rule {
  readonly id: string;
  readonly title: string;
  readonly level: Level;
}
