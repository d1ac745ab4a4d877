import { readFile } from 'node:fs/promises';

/** Which start of the system a process belongs to, and when after that it began; undefined where there is no `/proc`. */
export async function birthOf(pid: number): Promise<string | undefined> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const status = await readFile(`/proc/${pid}/stat`, 'utf8');
    // proc_pid_stat(5): the 22nd field; the second, in parentheses, may have anything in it.
    const began = status.slice(status.lastIndexOf(')') + 2).split(' ')[19];
    return began && `${boot.trim()} ${began}`;
  } catch {
    return undefined;
  }
}
