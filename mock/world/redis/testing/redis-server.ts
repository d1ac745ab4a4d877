import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Whether Redis' own server is installed, 7 or newer: `apt-get install redis-server`. Tests that need it are skipped
 * without it, as `report-missing.ts` says at the end.
 */
export const hasRedis = (): boolean => {
  // In Jest `process.env` is a copy, which the program would not get.
  const { env } = process;
  try {
    const said = execFileSync('redis-server', ['--version'], { encoding: 'utf8', stdio: 'pipe', env });
    return Number(/ v=(\d+)\./.exec(said)?.[1]) >= 7;
  } catch {
    return false;
  }
};

/** A server of its own, on loopback, which keeps nothing unless it is told to. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

/** @param settings of `redis.conf`, as arguments: `['--appendonly', 'yes']` */
export async function startRedis(settings: readonly string[] = []): Promise<RedisServer> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-redis-'));
  const own = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  const child = spawn('redis-server', [...own, ...settings], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Ready to accept connections')) resolve();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`redis-server ended: ${said}`)));
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    process: child,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('no port'));
        else resolve(address.port);
      });
    });
  });
}
