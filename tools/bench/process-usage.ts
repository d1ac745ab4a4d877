import { readFileSync } from 'node:fs';

/** The resource usage of a process on Linux (proc(5)); unknown on other systems. */

/** Linux reports processor time in hundredths of a second (`USER_HZ`) on every machine. */
const MICROSECONDS_PER_TICK = 10_000;

/** The processor time that a process has used so far, in microseconds. */
export function processorTime(pid: number): number | undefined {
  const stat = readProc(pid, 'stat');
  // The second field is the program's name in parentheses and may hold anything; utime and stime are the 14th and 15th.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields === undefined ? undefined : (Number(fields[11]) + Number(fields[12])) * MICROSECONDS_PER_TICK;
}

/** The most memory that a process ever used, in bytes. */
export function peakMemory(pid: number): number | undefined {
  const line = /^VmHWM:\s+(\d+) kB$/m.exec(readProc(pid, 'status') ?? '');
  return line === null ? undefined : Number(line[1]) * 1024;
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}
