import { execFileSync } from 'node:child_process';

/** Where Debian has it, which is not on everybody's path. */
const PATH = `${process.env.PATH ?? ''}:/usr/sbin`;

/** What runs it finds it by these. */
export const HAPROXY_ENV: NodeJS.ProcessEnv = { ...process.env, PATH };

/** Whether HAProxy is installed on this machine: `apt-get install haproxy`. */
export function hasHaproxy(): boolean {
  try {
    execFileSync('haproxy', ['-v'], { stdio: 'pipe', env: HAPROXY_ENV });
    return true;
  } catch {
    return false;
  }
}
