import type { Engine } from '../pipeline/model';
import type { Awaitable, StoreInUse } from '../world/stores/store';
import type { Access } from './access';

/** What the control plane needs in addition to the request pipeline. */
export interface ControlEngine extends Engine {
  /** Who may use the control plane. */
  readonly access: Access;
  /** How many connections were refused since the start, since there were too many. */
  readonly refused: { connections: number };
  /** When the mock was made, by `performance.now()`. */
  readonly startedAt: number;
  readonly warnings: Warnings;
  /** How much memory it may take. */
  readonly memory: Memory;
  /** Where it remembers. */
  readonly store: StoreInUse;
  /** When the contract was read, in Unix milliseconds. */
  readonly readAt: number;
}

/**
 * The engine that requests are answered by from now on: with `--watch`, another one once the files have changed. Each
 * request takes it once and uses that one to its end.
 */
export interface Live<E extends Engine = ControlEngine> {
  readonly engine: E;
}

/** Something that the mock keeps, and how much of it at most. */
export interface MemoryPart {
  /** What it is, in a word or two. */
  readonly name: string;
  readonly mostBytes: number;
  /** In V8's heap, whose own limit bounds all that is there, in buffers beside it, or in one as well as in the other. */
  readonly place: 'heap' | 'buffers' | 'either';
  /** How many bytes of it there are now; left out where they are not counted. */
  readonly usedBytes?: (() => Awaitable<number>) | undefined;
}

/** What the process may take. */
export interface Memory {
  /** The process as a whole, code and garbage included. */
  readonly mostBytes: number;
  readonly parts: readonly MemoryPart[];
}

/** What is wrong at present with something other than a request, such as a watched file: a sentence from each source. */
interface Warnings {
  /** Puts a sentence in place of the source's last one; undefined where all is well again. */
  set(source: string, sentence: string | undefined): void;
  list(): readonly string[];
}

export function createWarnings(): Warnings {
  const bySource = new Map<string, string>();
  return {
    set(source, sentence) {
      if (sentence === undefined) bySource.delete(source);
      else bySource.set(source, sentence);
    },
    list: () => [...bySource.values()],
  };
}
