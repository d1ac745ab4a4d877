/** How much memory the mock may take: a row for each thing that is kept for clients, with the bound that its owner keeps to. */
import { getHeapStatistics } from 'node:v8';
import { MOST_TEXT_BYTES } from '../actions/list';
import { MOST_BODY_BYTES } from '../control/body';
import type { Memory, MemoryPart } from '../control/model';
import { type Log, MOST_WAITING_HEAP } from '../observe/log';
import { capacityOf, openFiles, serverParts } from '../server/capacity';
import type { StoreBounds } from '../world/memory/stores';
import type { Worlds } from '../world/model';
import { KNOWN_ADDRESSES } from '../world/stores/ledger';
import { OPTIONS, type Options } from './options';

const MIB = 2 ** 20;
/** Of Node's heap: the rest is for everything else, and for garbage that is not collected yet. */
const RECORDS_SHARE = 0.7;
/** The program, its contract and what V8 made of them, without a request. */
const BASE_HEAP = 48 * MIB;
/** Node itself, its stacks and threads, and the system's memory that it shares with no other process. */
const BASE_BESIDE = 112 * MIB;
/** As much again as the heap holds may be garbage before V8 collects it. */
const GARBAGE = 2;

/** A world with the shipped fixtures, and what a session remembers of each of its keys. */
const SESSION = 32 * 2 ** 10;
const KEY = 2 ** 10;
/** What a ledger remembers of an address. */
const ADDRESS = 512;

type BoundOptions = Pick<Options, 'recordsMemory' | 'journalMemory' | 'maxSessions' | 'maxConnections' | 'store'>;

/**
 * What the stores keep to.
 *
 * @throws TypeError for more than Node's heap has room for
 */
export function storeBoundsOf({
  recordsMemory,
  journalMemory,
}: Pick<BoundOptions, 'recordsMemory' | 'journalMemory'>): StoreBounds {
  const all = RECORDS_SHARE * heapLimit();
  if (journalMemory !== OPTIONS.journalMemory.default) ensureRoom('--journal-memory', journalMemory, all / 2);
  // More than the default is taken from the records.
  const records = all - Math.max(0, journalMemory - OPTIONS.journalMemory.default) * MIB;
  if (recordsMemory !== undefined) ensureRoom('--records-memory', recordsMemory, records);
  const isMost = recordsMemory === undefined || recordsMemory >= Math.floor(records / MIB);
  return {
    records: recordsMemory === undefined ? Math.floor(records) : recordsMemory * MIB,
    journals: journalMemory * MIB,
    remedy: isMost ? `a larger heap (${heapOf(2 * heapLimit())})` : 'a higher --records-memory',
  };
}

/** @param most in bytes, of the heap as it is */
function ensureRoom(flag: string, wanted: number, most: number): void {
  if (wanted * MIB <= most) return;
  const heap = heapLimit();
  throw new TypeError(
    `${flag} ${wanted} is more MiB than there is room for in Node's heap of ${Math.floor(heap / MIB)}. Give ` +
      `${Math.floor(most / MIB)} at most, or start the mock with ${heapOf((wanted * MIB * heap) / most)}.`,
  );
}

/** The variable by which Node's heap gets so many bytes. */
const heapOf = (bytes: number): string => `NODE_OPTIONS=--max-old-space-size=${Math.ceil(bytes / MIB)}`;

/**
 * What is kept for clients, and the most that it takes. The first lines of the mock and its health tell the sum.
 *
 * To add something: 1. its owner keeps to a bound in bytes: what is stored is refused by a `StoreFull`, what is only
 * remembered is forgotten; 2. add a row here; 3. test it filled, as `mock/bounds.test.ts` does.
 *
 * @param keys how many API keys each session has
 */
export function memoryOf(
  options: BoundOptions,
  keys: number,
  worlds: Pick<Worlds, 'use'>,
  log: Pick<Log, 'waiting'>,
): Memory {
  const { records, journals } = storeBoundsOf(options);
  const usedBytes = async (): Promise<number> => (await worlds.use()).records;
  // With a shared store they are there.
  const ofRecords: MemoryPart = { name: 'records', mostBytes: records, place: 'heap', usedBytes };
  const parts: readonly MemoryPart[] = [
    ...(options.store === undefined ? [ofRecords] : []),
    { name: 'journals', mostBytes: journals, place: 'either', usedBytes: async () => (await worlds.use()).journals },
    { name: 'sessions', mostBytes: options.maxSessions * (SESSION + KEY * keys), place: 'heap' },
    { name: 'addresses', mostBytes: ADDRESS * KNOWN_ADDRESSES, place: 'heap' },
    { name: 'texts of records', mostBytes: MOST_TEXT_BYTES, place: 'heap' },
    { name: 'bodies of the Admin API', mostBytes: MOST_BODY_BYTES, place: 'buffers' },
    ...serverParts(capacityOf(options.maxConnections, openFiles()).connections),
    { name: 'log', mostBytes: MOST_WAITING_HEAP, place: 'heap', usedBytes: log.waiting },
  ];
  return { mostBytes: mostOf(parts), parts };
}

function mostOf(parts: readonly MemoryPart[]): number {
  const sumOf = (...places: readonly MemoryPart['place'][]): number =>
    parts.reduce((sum, { place, mostBytes }) => (places.includes(place) ? sum + mostBytes : sum), 0);
  const heap = Math.min(GARBAGE * (BASE_HEAP + sumOf('heap', 'either')), heapLimit());
  return heap + BASE_BESIDE + sumOf('buffers', 'either');
}

const heapLimit = (): number => getHeapStatistics().heap_size_limit;
