import { MAX_WAITING_BYTES } from '../control/follower';
import type { MemoryPart } from '../control/memory';
import { MAX_STREAMS } from '../control/streams';
import { SMALL_REPLY } from '../pipeline/room-for-reply';
import { MOST_BODY_BYTES, MOST_DECODER_BYTES, SMALL_BODY } from './bodies';
import { MAX_PIPELINED } from './connections';
import { MOST_REPLY_BYTES } from './replies';

/** What Node reads of a connection at once, which nobody may have looked at yet. */
const READ_AHEAD_BYTES = 2 ** 16;
/** Of a connection, its requests and its parser, with a head of 16 KiB that is kept for the next to share. */
const CONNECTION_HEAP = 3 * 2 ** 14;
/** Of a request that waits behind another on its connection. */
const PIPELINED_HEAP = 2 ** 13;

/** @param connections the most that are open at once */
export const serverParts = (connections: number): readonly MemoryPart[] => [
  { name: 'connections', mostBytes: connections * CONNECTION_HEAP + MAX_PIPELINED * PIPELINED_HEAP, place: 'heap' },
  {
    name: 'what connections read and send',
    mostBytes: connections * (READ_AHEAD_BYTES + SMALL_BODY + SMALL_REPLY),
    place: 'buffers',
  },
  { name: 'large bodies of requests', mostBytes: MOST_BODY_BYTES + MOST_DECODER_BYTES, place: 'buffers' },
  { name: 'large replies', mostBytes: MOST_REPLY_BYTES, place: 'buffers' },
  { name: 'streams', mostBytes: MAX_STREAMS * MAX_WAITING_BYTES, place: 'buffers' },
];
