import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { endWithThisProcess } from './child-process';
import { BenchError } from './model';

export const HOST = '127.0.0.1';

/** Whether Redis' own server is installed on this machine, 7 or newer: `apt-get install redis-server`. */
export function hasRedis(): boolean {
  // In Jest `process.env` is a copy, which the program would not get.
  const { env } = process;
  try {
    const said = execFileSync('redis-server', ['--version'], { encoding: 'utf8', stdio: 'pipe', env });
    return Number(/ v=(\d+)\./.exec(said)?.[1]) >= 7;
  } catch {
    return false;
  }
}

/** Redis' own server in a process on this machine's loopback. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  readonly process: ChildProcess;
  /** Ends it at once, as the loss of its machine would, and waits for the end. What it keeps in its folder stays. */
  kill(): Promise<void>;
}

interface RedisOptions {
  /** Where it keeps what it is told to keep. */
  readonly folder: string;
  /** A free one where it is left out. */
  readonly port?: number | undefined;
  /** Of `redis.conf`, as arguments: `['--appendonly', 'yes']`. Without any it keeps nothing. */
  readonly settings?: readonly string[] | undefined;
}

/**
 * Resolves once it takes commands.
 *
 * @throws BenchError if there is none on this machine, or it ends
 */
export async function startRedisServer({ folder, port, settings = [] }: RedisOptions): Promise<RedisServer> {
  const at = port ?? (await freePort());
  const own = ['--port', String(at), '--bind', HOST, '--dir', folder, '--save', ''];
  const child = spawn('redis-server', [...own, ...settings], { stdio: ['ignore', 'pipe', 'inherit'] });
  endWithThisProcess(child);
  await ready(child);
  return {
    url: `redis://${HOST}:${at}`,
    port: at,
    process: child,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-2000);
      if (said.includes('Ready to accept connections')) resolve();
    });
    child.once('error', () => reject(new BenchError('redis-server is needed: apt-get install redis-server')));
    child.once('exit', () => reject(new BenchError(`redis-server ended: ${said}`)));
  });
}

/** Below those that Linux and macOS give to connections by themselves (`ip_local_port_range` begins at 32768). */
const PORTS = { from: 20_000, below: 32_768 };

/**
 * A port of the loopback that nothing listens on, and that no connection gets meanwhile: a client that asks again and again
 * whether its server is there could else be connected to itself, from that very port.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.below);
    const server = createServer().listen(port, HOST);
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new BenchError('a server without a port');
  return address.port;
}
