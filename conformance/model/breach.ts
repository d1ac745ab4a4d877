import type { Exchange } from './exchange';

/** What an exchange shows that breaks a rule. */
export interface Breach {
  readonly expected: string;
  readonly actual: string;
  /** Tells the breaches of one rule on one operation apart. */
  readonly key: string;
  /** The earlier exchange that it disagrees with. */
  readonly earlier?: Exchange;
}
