import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jsonReport } from '../report/json';
import type { Behaviour } from '../selftest/server/behaviour';
import { on } from '../selftest/server/on';
import { startServer } from '../selftest/server/server';
import { runCommand } from '../testing/command';
import { judged } from '../testing/judged';

const failing = on({ operation: 'read', status: 200 }, () => ({ status: 500 }));
/** What stays broken. */
const FAILING: Behaviour = { rewrite: failing };
/** With what is mended. */
const BOTH: Behaviour = {
  rewrite: async (reply, asked) =>
    on({ operation: 'read', status: 404 }, () => ({ headers: { 'Content-Type': 'text/html' } }))(
      await failing(reply, asked),
      asked,
    ),
};

test('of all findings each comes to what its number alone comes to, whatever the others still break', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'replay-'));
  const file = join(folder, 'report.json');
  const report = jsonReport(await judged(BOTH, { maxRequests: 200 }));
  writeFileSync(file, report);
  const server = await startServer(FAILING);
  try {
    const replay = async (...wanted: readonly string[]): Promise<readonly string[]> => {
      const args = ['--base-url', server.baseUrl, '--api-key', server.keys.main, '--quiet'];
      const { stdout } = await runCommand(['replay', file, ...wanted, ...args]);
      return stdout.split('\n').filter((line) => /^\d+\. /.test(line));
    };
    const all = await replay();
    const alone = await Promise.all(all.map(async (_, index) => (await replay(`${index + 1}`))[0]));
    expect(all.length).toBeGreaterThan(1);
    expect(all).toContainEqual(expect.stringMatching(/^\d+\. reply\.media-type getPet .*: gone$/));
    expect(all).toEqual(alone);
  } finally {
    await server.close();
    rmSync(folder, { recursive: true });
  }
});
