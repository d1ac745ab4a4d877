import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { runCommand } from '../../testing/command';

/** A plain file server, and the folder that it has at its root. */
interface Site {
  readonly origin: string;
  readonly folder: string;
  /** Paths that it was asked for. */
  readonly asked: string[];
  close(): void;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** Its pages may do what a strict Content-Security-Policy allows. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' https://api.example; img-src 'self'; worker-src 'self'";

/**
 * Files of a site by their names; the mock's are written by the command `worker` with these flags.
 *
 * @param below the folder in it that all of them are in
 */
export async function siteWith(
  files: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
  below = '.',
): Promise<Site> {
  const root = mkdtempSync(join(tmpdir(), 'animal-store-site-'));
  const folder = join(root, below);
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const { code, stderr } = await runCommand(['worker', folder, ...flags]);
  if (code !== 0) throw new Error(stderr);
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://site.example');
    asked.push(pathname);
    const name = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    try {
      const content = readFileSync(join(root, name));
      const type = TYPES[extname(name)] ?? 'application/octet-stream';
      response.writeHead(200, { 'Content-Type': type, 'Content-Security-Policy': POLICY }).end(content);
    } catch {
      response.writeHead(204).end();
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    // True of every server that listens on a port.
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ folder, asked },
    close() {
      server.closeAllConnections();
      server.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
