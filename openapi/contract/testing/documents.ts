import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseYaml } from '../document/yaml';
import { stringifyJson } from '../json/json';
import { pointerTokens } from '../json/value';
import { loadContract, type Reading, SHIPPED_DOCUMENT } from '../load';
import type { Contract } from '../model/contract';
import { ContractError } from '../model/problem';

export const SHIPPED_TEXT = readFileSync(SHIPPED_DOCUMENT, 'utf8');

/** Values by the JSON pointer of the place where they go; `undefined` removes what stands there. */
export type Edits = Readonly<Record<string, unknown>>;

/** The shipped document with these edits. */
export function shippedWith(edits: Edits): Record<string, unknown> {
  const document = asObject(parseYaml('shipped', SHIPPED_TEXT), '');
  for (const [pointer, value] of Object.entries(edits)) put(document, pointer, value);
  return document;
}

function put(document: Record<string, unknown>, pointer: string, value: unknown): void {
  const tokens = [...pointerTokens(pointer)];
  const last = tokens.pop() ?? '';
  const owner = tokens.reduce((object, token) => asObject(object[token], pointer), document);
  if (value === undefined) Reflect.deleteProperty(owner, last);
  else owner[last] = value;
}

function asObject(value: unknown, pointer: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new Error(`no object on the way to ${pointer}`);
  // An object or an array; both have their members under the tokens of a pointer.
  return value as Record<string, unknown>;
}

/** A new folder with these files, for as long as `use` takes. */
export async function withFiles<T>(
  files: Readonly<Record<string, string | Uint8Array>>,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A server on the loopback interface, for as long as `use` takes. */
export async function withServer<T>(serve: RequestListener, use: (origin: string) => Promise<T>): Promise<T> {
  const server = createServer(serve);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    // A server that listens on a port has this kind of address.
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** The contract of a document, given as its text or as what the text says. */
export function contractOf(
  document: string | Readonly<Record<string, unknown>>,
  reading: Reading = {},
): Promise<Contract> {
  const text = typeof document === 'string' ? document : stringifyJson(document);
  return withFiles({ 'document.yaml': text }, (folder) => loadContract(join(folder, 'document.yaml'), [], reading));
}

/** What is wrong with something that can't be loaded. */
export async function faultOf(loading: Promise<unknown>): Promise<ContractError> {
  try {
    await loading;
  } catch (error) {
    if (error instanceof ContractError) return error;
    throw error;
  }
  throw new Error('expected a ContractError, but the document was loaded');
}

/** What the shipped document is refused for after these edits, where it is read strictly. */
export function faultAfter(edits: Edits): Promise<ContractError> {
  return faultOf(contractOf(shippedWith(edits), { strict: true }));
}
