import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { text as readStream } from 'node:stream/consumers';
import type { Source } from '../model/contract';
import { ContractError } from '../model/contract-error';
import { reasonOf } from './read-failure';
import { parseYaml } from './yaml';

const FETCH_TIMEOUT_MS = 30_000;

/**
 * Reads a document's text and parses it; follows no `$ref` yet.
 *
 * @param name a file's path, an `http(s)` URL, or `-` for standard input
 * @throws ContractError when it can't be read or is neither YAML nor JSON
 */
export async function readSource(name: string): Promise<Source> {
  const text = await readText(name);
  const json = parseYaml(name, text);
  return { name, text, json, sha256: createHash('sha256').update(text).digest('hex') };
}

async function readText(name: string): Promise<string> {
  try {
    if (name === '-') return await readStream(process.stdin);
    if (/^https?:\/\//i.test(name)) return await download(name);
    return await readFile(name, 'utf8');
  } catch (error) {
    throw new ContractError(
      name,
      '',
      `can't be read: ${reasonOf(error)}.`,
      'Name a file, a URL, or - for standard input.',
    );
  }
}

async function download(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response.text();
}
