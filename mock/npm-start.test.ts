import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** A package with our scripts whose build does nothing, so that other tests keep the programs that they run. */
const folder = mkdtempSync(join(tmpdir(), 'npm-start-'));
beforeAll(() => {
  symlinkSync(join(ROOT, 'dist'), join(folder, 'dist'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'ours', scripts: { ...scripts, build: 'true' } }));
});
const groups: number[] = [];
afterAll(() => {
  for (const group of groups) killGroup(group);
  rmSync(folder, { recursive: true, force: true });
});

/** Ends what a test that failed halfway has left. */
function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // It has ended, as it should.
  }
}

interface Started {
  /** npm itself, the leader of a process group as in a terminal. */
  readonly npm: ChildProcess;
  readonly baseUrl: string;
}

async function npmStart(...args: readonly string[]): Promise<Started> {
  const npm = spawn('npm', [...args, '--', '--port', '0'], { cwd: tmpdir(), env: process.env, detached: true });
  // A process that was started has an id.
  groups.push(npm.pid as number);
  let stdout = '';
  let stderr = '';
  npm.stderr.on('data', (data: Buffer) => {
    stderr += data.toString();
  });
  const baseUrl = await new Promise<string>((resolve, reject) => {
    npm.stdout.on('data', (data: Buffer) => {
      stdout += data.toString();
      const url = /mocked at (\S+)\n/.exec(stdout)?.[1];
      if (url !== undefined) resolve(url);
    });
    npm.once('exit', () => reject(new Error(`npm ended: ${stdout}${stderr}`)));
  });
  return { npm, baseUrl };
}

test.each<[string, (pid: number) => void]>([
  ['SIGTERM, which npm alone is sent', (pid) => process.kill(pid, 'SIGTERM')],
  ['SIGINT, which npm alone is sent', (pid) => process.kill(pid, 'SIGINT')],
  ['Ctrl+C, which a terminal sends to npm and to the mock', (pid) => process.kill(-pid, 'SIGINT')],
])('npm start ends with the mock at %s', async (_, end) => {
  const { npm, baseUrl } = await npmStart('--prefix', folder, 'start');
  expect((await fetch(`${baseUrl}/pets`)).status).toBe(401);
  // See above.
  end(npm.pid as number);
  // Not until neither npm nor the mock holds the output any more.
  expect(await once(npm, 'close')).toEqual([0, null]);
  await expect(fetch(baseUrl)).rejects.toThrow('fetch failed');
});
