/** One window of a plan: so many requests in so many seconds. */
export interface Allowance {
  /** The window's name in the document: `second`, `minute`, `hour` or `day`. */
  readonly window: string;
  readonly requests: number;
  readonly seconds: number;
}

export interface Plan {
  readonly name: string;
  /** Shortest window first; `custom` where each customer has figures of its own. */
  readonly allowances: readonly Allowance[] | 'custom';
  readonly pointer: string;
}

export type AllowanceRole = 'limit' | 'remaining' | 'reset';

/** The names of the response headers that have the figures. */
export type AllowanceHeaders = Readonly<Record<AllowanceRole, string | undefined>>;
