import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract } from '../../openapi/contract';
import { temporaryFolder } from '../../openapi/program/testing/folder';
import { openHar } from '../traffic/har-file';
import { judgeRecordings } from '../traffic/judge-recordings';
import { indexOf } from '../traffic/traffic-index';

/** A request to record. */
export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An entry of a HAR, as plain as recorders write it; tests alter it. */
export interface WrittenEntry {
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: { readonly [name: string]: unknown; readonly url: string };
  readonly response: {
    readonly [name: string]: unknown;
    readonly status: number;
    readonly headers: readonly { readonly name: string; readonly value: string }[];
    readonly content: Readonly<Record<string, unknown>>;
  };
}

/** Sends a request and writes down what a recorder would. */
export async function recorded(
  baseUrl: string,
  { method = 'GET', path, headers = {}, body }: Asked,
): Promise<WrittenEntry> {
  const startedAt = Date.now();
  const url = baseUrl + path;
  const signal = AbortSignal.timeout(REPLY_MS);
  const reply = await fetch(url, {
    method,
    headers,
    signal,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  });
  const text = await reply.text();
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: Date.now() - startedAt,
    request: {
      method,
      url,
      headers: fieldsOf(Object.entries(headers)),
      ...(body === undefined ? {} : { postData: { mimeType: 'application/json', text: body } }),
    },
    response: {
      status: reply.status,
      headers: fieldsOf(reply.headers),
      content: { size: Buffer.byteLength(text), mimeType: reply.headers.get('content-type') ?? '', text },
      bodySize: Buffer.byteLength(text),
    },
  };
}

/** Longer than any server takes that replies at all. */
const REPLY_MS = 3000;

const fieldsOf = (pairs: Iterable<readonly [string, string]>) => [...pairs].map(([name, value]) => ({ name, value }));

/** The text of a HAR file. */
export const harText = (entries: readonly unknown[]): string =>
  JSON.stringify({ log: { version: '1.2', creator: { name: 'a test', version: '1' }, pages: [], entries } }, null, 1);

/** Judges recordings, each of these entries, without the program. */
export async function judgedHar(
  contract: Contract,
  recordings: readonly (readonly unknown[])[],
  baseUrl: string,
  isComplete = false,
): Promise<ReturnType<typeof judgeRecordings>> {
  const folder = temporaryFolder();
  const paths = recordings.map((entries, index) => {
    const path = join(folder, `${index}.har`);
    writeFileSync(path, harText(entries));
    return path;
  });
  const files = await Promise.all(paths.map(openHar));
  try {
    const choice = { checks: [], excludedChecks: [], operations: [], excludeDeprecated: false };
    return judgeRecordings(contract, files.map(indexOf), { ...choice, baseUrl, isComplete });
  } finally {
    for (const file of files) file.close();
  }
}
