/**
 * How much memory the mock may take, part by part. What is kept for clients has a row here, with the bound that its owner
 * keeps to; the welcome tells the sum, and the health each row.
 */
import { getHeapStatistics } from 'node:v8';
import type { Memory, MemoryPart } from '../control/memory';
import type { StoreBounds } from '../world/memory/stores';
import type { Worlds } from '../world/model';
import type { Options } from './options';

const MIB = 2 ** 20;
/** Of Node's heap: the rest is for everything else, and for garbage that is not collected yet. */
const RECORDS_SHARE = 0.7;
/** The program, its contract and what V8 made of them, without a request. */
const BASE_HEAP = 48 * MIB;
/** Node itself, its stacks and threads, and the memory of the system's that is shared with nobody. */
const BASE_BESIDE = 112 * MIB;
/** As much again as the heap holds may be garbage before V8 collects it. */
const GARBAGE = 2;

type BoundOptions = Pick<Options, 'recordsMemory' | 'journalMemory' | 'maxSessions'>;

/** What the stores keep to. */
export function storeBoundsOf({ recordsMemory, journalMemory }: BoundOptions): StoreBounds {
  const records = recordsMemory === undefined ? RECORDS_SHARE * heapLimit() : recordsMemory * MIB;
  return { records: Math.floor(records), journals: journalMemory * MIB };
}

export function memoryOf(options: BoundOptions, worlds: Pick<Worlds, 'use'>): Memory {
  const { records, journals } = storeBoundsOf(options);
  const parts: readonly MemoryPart[] = [
    { name: 'records', mostBytes: records, place: 'heap', usedBytes: async () => (await worlds.use()).records },
    { name: 'journals', mostBytes: journals, place: 'heap', usedBytes: async () => (await worlds.use()).journals },
  ];
  return { mostBytes: mostOf(parts), parts };
}

function mostOf(parts: readonly MemoryPart[]): number {
  const sumOf = (wanted: MemoryPart['place']): number =>
    parts.reduce((sum, { place, mostBytes }) => (place === wanted ? sum + mostBytes : sum), 0);
  const heap = Math.min(GARBAGE * (BASE_HEAP + sumOf('heap')), heapLimit());
  return heap + BASE_BESIDE + sumOf('buffers');
}

const heapLimit = (): number => getHeapStatistics().heap_size_limit;
