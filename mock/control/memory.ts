import type { ShownMemory } from '../../openapi/types/control';
import type { Awaitable } from '../world/stores/awaitable';

/** Something that the mock keeps, and how much of it at most. */
export interface MemoryPart {
  /** What it is, in a word or two. */
  readonly name: string;
  readonly mostBytes: number;
  /** In V8's heap, whose own limit bounds all that is there, in buffers beside it, or in one as well as in the other. */
  readonly place: 'heap' | 'buffers' | 'either';
  /** How many bytes of it there are now; left out where nobody counts them. */
  readonly usedBytes?: (() => Awaitable<number>) | undefined;
}

/** What the process may take. */
export interface Memory {
  /** The process as a whole, code and garbage included. */
  readonly mostBytes: number;
  readonly parts: readonly MemoryPart[];
}

export async function readMemory({ mostBytes, parts }: Memory): Promise<ShownMemory> {
  const shown = parts.map(async (part) => ({
    name: part.name,
    mostBytes: part.mostBytes,
    usedBytes: (await part.usedBytes?.()) ?? null,
  }));
  return { mostBytes, residentBytes: residentBytes(), parts: await Promise.all(shown) };
}

/** Asking opens a file, for which a file descriptor has to be left. */
function residentBytes(): number | null {
  try {
    return process.memoryUsage.rss();
  } catch {
    return null;
  }
}
