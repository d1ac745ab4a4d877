/** A child of this process: it ends with it, and Linux tells what it uses (proc(5)). */
import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Ends a child with this process, however that ends, but for SIGKILL. */
export function endWithThisProcess(child: ChildProcess): void {
  const end = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
}

/** The most memory that a process has ever had, in bytes; undefined where the system does not tell. */
export const peakMemory = (pid: number): number | undefined => memoryOf(pid, 'VmHWM');

/** The memory that a process has now, in bytes; 0 where the system does not tell. */
export const residentMemory = (pid: number): number => memoryOf(pid, 'VmRSS') ?? 0;

function memoryOf(pid: number, field: 'VmHWM' | 'VmRSS'): number | undefined {
  const [, kilobytes] = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readProc(pid, 'status') ?? '') ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

/** Linux reports processor time in hundredths of a second (`USER_HZ`) on every machine. */
const MICROSECONDS_PER_TICK = 10_000;

/** The processor time that a process has used so far, in microseconds; undefined where the system does not tell. */
export function processorTime(pid: number): number | undefined {
  const stat = readProc(pid, 'stat');
  // The second field is the program's name in parentheses and may hold anything; utime and stime are the 14th and 15th.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields === undefined ? undefined : (Number(fields[11]) + Number(fields[12])) * MICROSECONDS_PER_TICK;
}

/** What the system has done for a process so far, in milliseconds; 0 where it does not tell. */
export interface Schedule {
  /** How long its main thread has run. */
  readonly busy: number;
  /** How long its threads were ready to run and did not, each by itself: the main one may wait for any other. */
  readonly delayed: number;
}

/** `/proc/<pid>/task/<tid>/schedstat`: nanoseconds that it ran, and that it waited for a processor. */
export function scheduleOf(pid: number): Schedule {
  try {
    const threads = readdirSync(`/proc/${pid}/task`).map((thread) => {
      const [busy, delayed] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
      return { isMain: Number(thread) === pid, busy: Number(busy) / 1e6, delayed: Number(delayed) / 1e6 };
    });
    const delayed = threads.reduce((sum, thread) => sum + thread.delayed, 0);
    return { busy: threads.find(({ isMain }) => isMain)?.busy ?? 0, delayed };
  } catch {
    return { busy: 0, delayed: 0 };
  }
}

function readProc(pid: number, file: 'status' | 'stat'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}
