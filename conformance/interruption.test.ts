import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../openapi/program/testing/folder';
import { plainly } from '../tools/selftest/server/altering';
import type { Running } from '../tools/selftest/server/server';
import { startServer } from '../tools/selftest/server/server';
import { startCommand } from './testing/command';

/** Answers as a lawful server does until it has seen so many requests, and from then on not at all. */
async function startStalling(after: number): Promise<{ server: Running; stalled: Promise<void> }> {
  let tell = (): void => {};
  const stalled = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const server = await startServer({
    send: (response, outgoing, asked) => {
      if (asked.world.seen <= after) plainly(response, outgoing, asked);
      else tell();
    },
  });
  return { server, stalled };
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends a run with what was found until then, in all reports, and with %i', async (name, code) => {
  const folder = temporaryFolder();
  const { server, stalled } = await startStalling(40);
  const { child, ended } = startCommand(['--base-url', server.baseUrl, '--report-dir', folder], {
    ANIMAL_STORE_API_KEY: server.keys.main,
  });
  await stalled;
  child.kill(name);
  const { code: status, stdout, stderr } = await ended();
  expect([status, stderr]).toEqual([code, '']);
  expect(stdout).toMatch(/^The run was interrupted: this is what was found until then\.$/m);
  expect(stdout).toMatch(/records were created and remain: \d+/);
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
  expect(report.created.length).toBeGreaterThan(0);
  expect(report.inconclusive[0].reasons).toContain('the run was interrupted before');
  expect(report.violations).toEqual([]);
  expect(readFileSync(join(folder, 'junit.xml'), 'utf8')).toContain('</testsuites>');
  await server.close();
});

test('a signal before anything was judged is told in a line', async () => {
  const { server, stalled } = await startStalling(0);
  const { child, ended } = startCommand(['--base-url', server.baseUrl], {});
  await stalled;
  child.kill('SIGINT');
  expect(await ended()).toEqual({
    code: 130,
    stdout: '',
    stderr: 'error: the run was interrupted before anything was judged.\n',
  });
  await server.close();
});
