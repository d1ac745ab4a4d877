import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from '../ask';
import type { Sent } from '../model';
import type { CannedReply } from '../programs/node';
import type { ServerKind } from './kind';

/** Headers that Node adds to every reply. */
const NODES_OWN = ['date', 'connection', 'keep-alive'];

/**
 * Bare `node:http` that sends the bytes and headers of the mock's replies: the upper limit for any server in Node. It reads
 * bodies to their end and does nothing else: no key, no allowance, no validation, no state, and paths are looked up whole.
 *
 * @param replies the mock's replies
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
