import { readdirSync, readFileSync } from 'node:fs';

/** How many connections a server holds. */
export interface Capacity {
  /** The most that are served at once. */
  readonly connections: number;
  /** What bounds them: what the user wants, or the files that the system lets the process open. */
  readonly bound: 'option' | 'files';
  /** The most beyond them that are being told so. */
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
