import type { Exchange } from './exchange';
import type { JsonRecord } from './records';

/** What a run has learnt of the values that a server takes, beside those that it has shown. */
export interface ValueNotes {
  /** How many values were made that no record has. */
  made: number;
  /** How many bodies were marked that should be refused. */
  marks: number;
  /** Makes other values of the same seed: an earlier run may have left its records. */
  salt: number;
  /** By collection or, where an operation belongs to none, by operation. */
  readonly habits: Map<string, Habit>;
  /** By operation, for how many refusals of good values a reason was looked for. */
  readonly explained: Map<string, number>;
  /** By operation, the last good body that was taken. */
  readonly taken: Map<string, JsonRecord>;
  /** By operation, bodies of good values that were refused, where other values were taken. */
  readonly refused: Map<string, RefusedBody[]>;
}

export interface RefusedBody {
  readonly path: JsonRecord;
  readonly body: JsonRecord;
  readonly exchange: Exchange;
  readonly isKnown: boolean;
}

/** How bodies are made that a server takes. */
export interface Habit {
  readonly way: Way;
  /** Whether the server has taken a body that was made so. */
  readonly isTaken: boolean;
  /** How often other ways were tried since one was found that works. */
  readonly tries: number;
}

/** What a body is made of, and which of its members get a value that no record has. */
export interface Way {
  /** `values`: each member is one that the server has shown. `record`: all of them together are those of one record. */
  readonly base: 'values' | 'record';
  readonly fresh: 'none' | 'texts' | 'texts and numbers' | 'all';
}

export const createValueNotes = (): ValueNotes => ({
  made: 0,
  marks: 0,
  salt: 0,
  habits: new Map(),
  explained: new Map(),
  taken: new Map(),
  refused: new Map(),
});
