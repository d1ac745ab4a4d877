import { existsSync, readFileSync } from 'node:fs';
import { on } from '../tools/selftest/server/altering';
import { startServer } from '../tools/selftest/server/server';
import { startCommand } from './testing/command';

const MEGABYTES = 2 ** 20;
const long = 'x'.repeat(4 * MEGABYTES);

/** The most memory that a process has taken so far, in bytes; undefined once it has ended. */
function peakOf(pid: number | undefined): number | undefined {
  const file = `/proc/${pid}/status`;
  const [, kilobytes] = existsSync(file) ? (/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8')) ?? []) : [];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux(
  'replies of 4 MB each, which together are more than a run may take, are judged and let go',
  async () => {
    const server = await startServer({
      rewrite: on({ operation: 'list' }, () => ({ body: [{ id: 1n, name: long, categoryId: 9007199254740993n }] })),
    });
    const { child, ended } = startCommand(
      ['--base-url', server.baseUrl, '--checks', 'list,input.parameters-refused,reply', '--max-requests', '60'],
      {
        ANIMAL_STORE_API_KEY: server.keys.main,
      },
    );
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, peakOf(child.pid) ?? 0);
    }, 20);
    const { code, stdout } = await ended();
    clearInterval(watch);
    await server.close();
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^FAIL: .*; [3-6]\d requests /m)]);
    expect(peak).toBeGreaterThan(50 * MEGABYTES);
    expect(peak).toBeLessThan(300 * MEGABYTES);
  },
  240_000,
);
