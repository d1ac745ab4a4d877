import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Attempt } from './model';
import { type Address, openLane } from './wire/lane';

/** How another client fared meanwhile. Times are milliseconds. */
export interface Fared {
  readonly asked: number;
  /** How often it got no success. */
  readonly failed: number;
  readonly failure: string | undefined;
  /** The longest wait for a reply, as it was. */
  readonly longest: number;
  /**
   * The longest wait without the time in which the mock's process, or the client's own, was ready to run and the machine had no processor for
   * it (`/proc/<pid>/schedstat`). On other systems than Linux the same as `longest`.
   */
  readonly longestOfMock: number;
  /** When that one began and ended, in Unix milliseconds. */
  readonly during: readonly [number, number];
  readonly median: number;
}

export interface Watched {
  readonly address: Address;
  readonly attempt: Attempt;
  /** The mock's. */
  readonly pid: number;
}

const PERIOD_MS = 20;

/** Asks again and again on a connection of its own, until it is told to stop. */
export async function watchOthers({ address, attempt, pid }: Watched, isOver: () => boolean): Promise<Fared> {
  const lane = openLane(address);
  const waits: number[] = [];
  let worst = { longest: 0, longestOfMock: 0, during: [0, 0] as readonly [number, number] };
  let [failed, failure]: [number, string | undefined] = [0, undefined];
  while (!isOver()) {
    const [begun, idle] = [Date.now(), idleTime(pid) + idleTime('self')];
    const { milliseconds, replies, ended, malformed } = await lane.send(attempt);
    const ofMock = Math.max(0, milliseconds - (idleTime(pid) + idleTime('self') - idle));
    waits.push(milliseconds);
    const status = replies[0]?.status ?? 0;
    if (status < 200 || status > 299 || malformed !== undefined) {
      failed += 1;
      failure ??= malformed ?? (status === 0 ? `no reply: ${ended}` : `a ${status}`);
    }
    worst = {
      longest: Math.max(worst.longest, milliseconds),
      ...(ofMock > worst.longestOfMock
        ? { longestOfMock: ofMock, during: [begun, Date.now()] }
        : { longestOfMock: worst.longestOfMock, during: worst.during }),
    };
    await pause(PERIOD_MS);
  }
  lane.close();
  const sorted = waits.sort((one, other) => one - other);
  return { asked: waits.length, failed, failure, ...worst, median: sorted[Math.floor(sorted.length / 2)] ?? 0 };
}

/** How long the main thread of a process was ready to run and did not, so far, in milliseconds; 0 where nobody tells. */
function idleTime(pid: number | 'self'): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}
