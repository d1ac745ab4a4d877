import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from '../http/answer';
import type { Log } from '../observe/log';
import { SMALL_REPLY } from '../pipeline/room-for-reply';
import { type Bodies, DECODER_BYTES } from './bodies';
import type { Rooms } from './bytes';
import type { Handler } from './handler';
import { hasBody } from './has-body';
import { NodeRequest } from './node-request';
import type { Replies } from './replies';
import { send } from './send';

/** What large bodies and replies of all requests may take together. */
export interface InFlight {
  readonly bodies: Bodies;
  readonly decoders: Bodies;
  readonly replies: Replies;
}

/** Makes a function that answers a request of Node's. It never throws, and nobody need wait for it. */
export function createExchange(
  log: Log,
  handle: Handler,
  { bodies, decoders, replies }: InFlight,
): (request: IncomingMessage, response: ServerResponse) => void {
  const roomsUntil = (response: ServerResponse): Rooms => ({
    ofBody(bytes, turnOut) {
      const room = bodies.take(bytes, turnOut);
      response.once('close', room.leave);
      return room;
    },
    ofDecoder: () => decoders.take(DECODER_BYTES, () => {}),
  });
  return (request, response) => {
    const rooms = hasBody(request) ? roomsUntil(response) : undefined;
    const roomForReply = (bytes: number) => replies.take(response, bytes);
    void handle(new NodeRequest(request, rooms, roomForReply)).then((reply) => {
      const wait = 'bytes' in reply && reply.bytes.length > SMALL_REPLY ? roomForReply(sizeOf(reply)) : undefined;
      if (wait === undefined) send(request, response, reply, log);
      else void wait.then(() => send(request, response, reply, log));
    });
  };
}

const sizeOf = ({ bytes }: Answer): number => Buffer.byteLength(bytes);
