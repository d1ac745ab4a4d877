import type { Schema } from './schema';

export type ErrorRole = 'status' | 'code' | 'message';

/** A shape of errors: its schema, and the path to each property that has a role in it; `0` leads into an array. */
export interface ErrorEnvelope {
  readonly schema: Schema;
  readonly mediaType: string;
  readonly roles: Readonly<Partial<Record<ErrorRole, readonly string[]>>>;
  readonly pointer: string;
}
