import type { Operation } from './operation';
import type { Schema } from './schema';

/** What an operation does with a singleton. */
export type SingletonRole = 'read' | 'replace' | 'patch' | 'delete';

/** A thing at a path of its own, such as the account of whoever asks: no collection has it, and it has no id in its path. */
export interface Singleton {
  readonly path: string;
  readonly operations: Readonly<Partial<Record<SingletonRole, Operation>>> & { readonly read: Operation };
  /** The reply that shows it. */
  readonly schema: Schema;
}
