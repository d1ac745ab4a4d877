import { readdirSync, readFileSync } from 'node:fs';
import type { MemoryPart } from '../control/model';
import { MAX_STREAMS, MAX_WAITING_BYTES } from '../control/streams';
import { SMALL_REPLY } from '../pipeline/perform';
import { MOST_BODY_BYTES, MOST_DECODER_BYTES, MOST_REPLY_BYTES, SMALL_BODY } from './memory-pool';

/** How many connections a server holds. */
export interface Capacity {
  /** The most that are served at once. */
  readonly connections: number;
  /** What bounds them: what the user wants, or the files that the system lets the process open. */
  readonly bound: 'option' | 'files';
  /** The most beyond them that are being refused. */
  readonly refusals: number;
}

/** Open files that are left for other things than connections, such as pages and state files, where there are many. */
const RESERVED_FILES = 64;
const LEAST_CONNECTIONS = 4;

/**
 * @param asked the most connections that the user wants
 * @param files how many files this process may have open, and has now; undefined where the system does not say
 */
export function capacityOf(asked: number, files: Files | undefined): Capacity {
  if (files === undefined) return { connections: asked, bound: 'option', refusals: RESERVED_FILES / 2 };
  const reserved = Math.min(RESERVED_FILES, Math.floor(files.most / 4));
  const possible = Math.max(LEAST_CONNECTIONS, files.most - files.open - reserved);
  const refusals = Math.floor(reserved / 2);
  return asked <= possible
    ? { connections: asked, bound: 'option', refusals }
    : { connections: possible, bound: 'files', refusals };
}

export interface Files {
  readonly most: number;
  readonly open: number;
}

/** By the files of Linux; Node asks no system for it. */
export function openFiles(): Files | undefined {
  try {
    const [, most] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return most === undefined ? undefined : { most: Number(most), open: readdirSync('/proc/self/fd').length };
  } catch {
    return undefined;
  }
}

/** The most requests that wait behind others, on all connections together. A connection that sends more is closed. */
export const MAX_PIPELINED = 10_000;

/** What Node reads of a connection at once, whether or not it has been handled. */
const READ_AHEAD_BYTES = 2 ** 16;
/** Of a connection, its requests and its parser, with a head of 16 KiB that is kept for the next to share. */
const CONNECTION_HEAP = 3 * 2 ** 14;
/** Of a request that waits behind another on its connection. */
const PIPELINED_HEAP = 2 ** 13;

/** @param connections the most that are open at once */
export const serverParts = (connections: number): readonly MemoryPart[] => [
  { name: 'connections', mostBytes: connections * CONNECTION_HEAP + MAX_PIPELINED * PIPELINED_HEAP, place: 'heap' },
  {
    name: 'what connections read and send',
    mostBytes: connections * (READ_AHEAD_BYTES + SMALL_BODY + SMALL_REPLY),
    place: 'buffers',
  },
  { name: 'large bodies of requests', mostBytes: MOST_BODY_BYTES + MOST_DECODER_BYTES, place: 'buffers' },
  { name: 'large replies', mostBytes: MOST_REPLY_BYTES, place: 'buffers' },
  { name: 'streams', mostBytes: MAX_STREAMS * MAX_WAITING_BYTES, place: 'buffers' },
];
