import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { stringifyJson } from '../../openapi/contract';
import { packageFile } from '../../openapi/package/package-file';
import { launchChromium } from '../../tools/bench/chromium';
import { type ConnectedMock, connectMock, type MockOptions } from '../index';

/** What a page asks its mock: the text of a byte is the character of its number. */
interface Passed {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | undefined;
}

interface Got {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

const PAGE = '<!doctype html><title>Page</title><script type="module" src="/main.js"></script>';
const SCRIPT = `
import { parseJson, startMock } from '/browser.mjs';
globalThis.begin = async (options) => void (globalThis.mock = await startMock(parseJson(options)));
globalThis.pass = async ({ url, method, headers, body }) => {
  const bytes = body === undefined ? undefined : Uint8Array.from(body, (byte) => byte.charCodeAt(0));
  const reply = await fetch(url, { method, headers, body: bytes, redirect: 'manual' }).catch(() => undefined);
  if (reply === undefined) return undefined;
  const got = new Uint8Array(await reply.arrayBuffer());
  const text = Array.from(got, (byte) => String.fromCharCode(byte)).join('');
  return { status: reply.status, headers: [...reply.headers], body: text };
};`;

/** What comes with each message of Node's, and a page has by itself. */
const OF_CONNECTIONS: readonly string[] = ['connection', 'content-length', 'host', 'transfer-encoding', 'keep-alive'];

/** Those of a mock in a page, the rest of which it has no use for. */
const NOT_OF_PAGES: readonly (keyof MockOptions)[] = ['log', 'admin', 'adminToken', 'adminOrigin'];

/**
 * A mock in a page of Chromium behind a port: each request is sent again by the page's own `fetch`, which the mock answers there.
 */
export async function bridgeToPage(
  options: MockOptions,
): Promise<{ readonly mock: ConnectedMock; readonly close: () => Promise<void> }> {
  const browser = await launchChromium();
  const page = await browser.newPage();
  const files: Readonly<Record<string, readonly [type: string, content: string | Buffer]>> = {
    '/page': ['text/html', PAGE],
    '/main.js': ['text/javascript', SCRIPT],
    '/browser.mjs': ['text/javascript', readFileSync(packageFile('dist/lib/browser.mjs'))],
  };
  const server = createServer((request, response) => {
    const [type, content] = files[request.url ?? ''] ?? [];
    if (content !== undefined) response.writeHead(200, { 'Content-Type': type }).end(content);
    else passOn(page, origin, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // True of every server that listens on a port.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await page.goto(`${origin}/page`);
  const given = Object.entries(options).filter(([name]) => !NOT_OF_PAGES.includes(name as keyof MockOptions));
  await page.evaluate(`begin(${JSON.stringify(stringifyJson(Object.fromEntries(given)))})`);
  const mock = await connectMock(origin);
  const close = async (): Promise<void> => {
    await mock.close();
    await browser.close();
    server.closeAllConnections();
    server.close();
  };
  return { mock, close };
}

async function passOn(page: Page, origin: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const bytes = await buffer(request);
  const { url = '', method = '', headers } = request;
  const sent = Object.entries(headers).filter(([name]) => !OF_CONNECTIONS.includes(name));
  const passed: Passed = {
    ...{ url: origin + url, method },
    headers: sent.map(([name, value]) => [name, String(value)]),
    body: bytes.length === 0 ? undefined : bytes.toString('latin1'),
  };
  const got = await page.evaluate<Got | undefined>(`pass(${JSON.stringify(passed)})`);
  if (got === undefined) {
    response.destroy();
    return;
  }
  response.writeHead(got.status, got.headers.flat());
  response.end(Buffer.from(got.body, 'latin1'));
}
