import { readdirSync, readFileSync } from 'node:fs';
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
   * The longest wait for what the mock did. Where processes waited for a processor meanwhile, that is the time that the
   * mock's main thread ran. On other systems than Linux the same as `longest`.
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
    const [begun, mockThen, ownThen] = [Date.now(), scheduleOf(pid), scheduleOf(process.pid)];
    const { milliseconds, replies, ended, malformed } = await lane.send(attempt);
    const [mockNow, ownNow] = [scheduleOf(pid), scheduleOf(process.pid)];
    const ofMock = shareOf(milliseconds, {
      busy: mockNow.busy - mockThen.busy,
      delayed: mockNow.delayed - mockThen.delayed + ownNow.delayed - ownThen.delayed,
    });
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

/** Where the machine was short of processors for more than this part of a wait, the rest of it says little, too. */
const CONTENDED = 0.1;

/** What of a wait was for the mock: all of it, but on a machine that was short of processors only what its main thread ran. */
export const shareOf = (wait: number, { busy, delayed }: Schedule): number =>
  delayed > CONTENDED * wait ? Math.min(wait, busy) : wait;

/** What the system has done for a process so far, in milliseconds; 0 where nobody tells. */
interface Schedule {
  /** How long its main thread has run. */
  readonly busy: number;
  /** How long its threads were ready to run and did not, each by itself: the main one may wait for any other. */
  readonly delayed: number;
}

/** `/proc/<pid>/task/<tid>/schedstat`: nanoseconds that it ran, and that it waited for a processor. */
function scheduleOf(pid: number): Schedule {
  try {
    const threads = readdirSync(`/proc/${pid}/task`).map((thread) => {
      const [busy, delayed] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
      return { isMain: Number(thread) === pid, busy: Number(busy) / 1e6, delayed: Number(delayed) / 1e6 };
    });
    const sum = threads.reduce((whole, { delayed }) => whole + delayed, 0);
    return { busy: threads.find(({ isMain }) => isMain)?.busy ?? 0, delayed: sum };
  } catch {
    return { busy: 0, delayed: 0 };
  }
}
