import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../observe/log';
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
    void handle(new NodeRequest(request, rooms)).then((reply) => {
      send(request, response, reply, log);
      replies.watch(response);
    });
  };
}
