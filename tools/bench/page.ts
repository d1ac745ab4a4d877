import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import type { Bench } from './bench';
import { launchChromium } from './chromium';
import type { Figures, Measured } from './model';
import { HOST } from './redis-server';
import { MOCK } from './servers';
import { percentile } from './statistics';
import type { Subject } from './subject';

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

/** The mock in a page of Chromium, and in a service worker: each round with a profile of its own. */
export async function measurePage({ subject, lengths, processes, progress }: Bench): Promise<readonly Measured[]> {
  const folder = join(processes.folder, 'site');
  mkdirSync(folder);
  execFileSync(process.execPath, [MOCK, 'worker', folder, '--plan-limits', 'off']);
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Page</title>');
  const site = await serve(folder);
  const browser = await launchChromium();
  try {
    const rounds: { readonly page: Figures[]; readonly worker: Figures[] } = { page: [], worker: [] };
    for (let round = 0; round < lengths.page.rounds; round += 1) {
      progress(`page, ${round + 1} of ${lengths.page.rounds}`);
      for (const place of ['page', 'worker'] as const) {
        const bytes = FILES[place].reduce((sum, name) => sum + sizeOf(join(folder, name)), 0);
        const measured = await MEASURES[place](browser, site.origin, asking(subject, lengths.page.requests));
        rounds[place].push({ round, bytes, ...measured });
      }
    }
    return (['page', 'worker'] as const).map((server) => ({ part: 'page', server, rounds: rounds[server] }));
  } finally {
    await browser.close();
    site.close();
  }
}

/** What a page loads for each, beside the file of settings. */
const FILES = {
  page: ['animal-store-mock/mock.js'],
  worker: ['animal-store-mock/mock.js', 'animal-store-mock/page.js'],
} as const;

const sizeOf = (file: string): number => gzipSync(readFileSync(file)).length;

const MEASURES = { page: inPage, worker: inWorker } as const;

type Place = (browser: Browser, origin: string, asked: Asked) => Promise<Partial<Figures>>;

/** What is sent, as the text of a script, and how often. */
interface Asked {
  readonly first: string;
  readonly many: string;
}

function asking({ contract, scenarios }: Subject, requests: number): Asked {
  const [{ method, path, headers }] = scenarios.filter(({ id }) => id === 'get').map(({ request }) => request) as [
    Subject['scenarios'][number]['request'],
  ];
  const one = `fetch(${JSON.stringify(contract.prefix + path)}, ${JSON.stringify({ method, headers })})`;
  return {
    first: `await (await ${one}).text();`,
    many: `(async () => {
      const times = [];
      for (let sent = 0; sent < ${requests}; sent += 1) {
        const begun = performance.now();
        await (await ${one}).text();
        times.push(performance.now() - begun);
      }
      return times;
    })()`,
  };
}

/** @returns how long a script takes in the page, in milliseconds */
const timed = (page: Page, script: string): Promise<number> =>
  page.evaluate(`(async () => { const begun = performance.now(); ${script} return performance.now() - begun; })()`);

async function inPage(browser: Browser, origin: string, { first, many }: Asked): ReturnType<Place> {
  const page = await (await browser.newContext()).newPage();
  const start = `globalThis.mock = await (await import('/animal-store-mock/mock.js')).startMock({ planLimits: false }); ${first}`;
  await page.goto(origin);
  const before = await heapOf(page);
  const time = await timed(page, start);
  const kept = (await heapOf(page)) - before;
  const again = await timed(page, `await mock.close(); ${start}`);
  const times = await page.evaluate<readonly number[]>(many);
  await page.reload();
  const warm = await timed(page, start);
  await page.context().close();
  return { time, warm, again, kept, p50: percentile(times, 50), p99: percentile(times, 99) };
}

async function inWorker(browser: Browser, origin: string, { first, many }: Asked): ReturnType<Place> {
  const page = await (await browser.newContext()).newPage();
  const start = `await (await import('/animal-store-mock/page.js')).startWorker(); ${first}`;
  await page.goto(origin);
  const time = await timed(page, start);
  const times = await page.evaluate<readonly number[]>(many);
  await page.reload();
  const warm = await timed(page, start);
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('ServiceWorker.enable');
  await protocol.send('ServiceWorker.stopAllWorkers');
  const again = await timed(page, first);
  await page.context().close();
  return { time, warm, again, p50: percentile(times, 50), p99: percentile(times, 99) };
}

/** What is in use of a page's heap after a garbage collection. */
async function heapOf(page: Page): Promise<number> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('HeapProfiler.collectGarbage');
  const { usedSize } = await protocol.send('Runtime.getHeapUsage');
  await protocol.detach();
  return usedSize;
}

/** A plain file server, whose files a browser may keep. */
async function serve(folder: string): Promise<{ readonly origin: string; close(): void }> {
  const server = createServer(({ url = '' }, response) => {
    const file = join(folder, url === '/' ? 'index.html' : url);
    try {
      const content = readFileSync(file);
      const type = TYPES[extname(file)] ?? 'text/plain';
      response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'max-age=600' }).end(content);
    } catch {
      response.writeHead(204).end();
    }
  });
  await new Promise<void>((listening) => server.listen(0, HOST, listening));
  return {
    // True of every server that listens on a port.
    origin: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
