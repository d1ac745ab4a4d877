import { readFileSync } from 'node:fs';
import { isObject } from '../../../openapi/contract';
import type { Plane } from './plane';

/** The most memory that a process has ever had, in bytes (`VmHWM`, proc(5)); undefined where nobody tells. */
export function peakOf(pid: number): number | undefined {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}

/** The bound that the mock's health states, in bytes; undefined where it states none. */
export async function boundOf(plane: Plane): Promise<number | undefined> {
  const health = await plane.ask('GET', '/health');
  const memory = isObject(health) ? health.memory : undefined;
  const bound = isObject(memory) ? memory.mostBytes : undefined;
  return typeof bound === 'number' ? bound : undefined;
}

/** The memory that a process has now, in bytes; 0 where nobody tells. */
export function residentMemory(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
