import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from '../ask';
import type { Sent } from '../model';
import type { CannedReply } from '../programs/node';
import type { ServerKind } from './kind';

/** What Node adds by itself to every reply. */
const NODES_OWN = ['date', 'connection', 'keep-alive'];

/**
 * Bare `node:http` that sends the bytes and the headers that the mock sent: the ceiling for anything that runs in Node. It
 * reads a body to its end, and that is all: no key, no allowance, no validation, no state, and a path is looked up whole.
 *
 * @param replies what the mock has answered
 */
export function node(
  replies: readonly { readonly request: Sent; readonly answer: Answer }[],
  prefix: string,
  folder: string,
): ServerKind {
  const canned = replies.map(({ request: { method, path }, answer: { status, rawHeaders, body } }): CannedReply => {
    const kept = rawHeaders.flatMap((name, place) =>
      place % 2 === 0 && !NODES_OWN.includes(name.toLowerCase()) ? [name, rawHeaders[place + 1] ?? ''] : [],
    );
    return { method, url: prefix + path, status, headers: kept, body };
  });
  const file = join(folder, 'replies.json');
  writeFileSync(file, JSON.stringify(canned));
  return {
    id: 'node',
    prefix,
    every: 1,
    args: (port) => [join(__dirname, '../programs/node.js'), `${port}`, file],
  };
}
