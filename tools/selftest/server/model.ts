/** `status` is any text, and `id` any integer: faulty servers keep what a lawful one would not. */
export interface Animal {
  readonly id: bigint;
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: string | undefined;
}
export type NewAnimal = Omit<Animal, 'id'>;

export type Operation = 'list' | 'create' | 'read';
export type KeyName = 'main' | 'limit' | 'other';
export type Keys = Readonly<Record<KeyName, string>>;

/** Requests allowed in a minute and in a day. */
export interface Plan {
  readonly minute: number;
  readonly day: number;
}

/** Times are milliseconds since 1970. */
export interface Window {
  opened: number;
  used: number;
}

/** What was spent by one key. `times` is for windows that slide. */
export interface Row {
  readonly minute: Window;
  readonly day: Window;
  times: readonly number[];
}

/** What is left after a request, or that it was over the limit. `resetAt` is in milliseconds since 1970. */
export interface Allowance {
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt: number;
  readonly refused: boolean;
}

/** What the reply to a refused request says. */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}
