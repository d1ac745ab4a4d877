import type { IncomingMessage } from 'node:http';
import type { Problem } from '../errors/problems';

/** Where a message has the reason why its rest will never come: that may be known before anybody reads the body. */
const REASON = Symbol('reason');
const BODY_FAILURE = 'bodyFailure';

type Message = IncomingMessage & { [REASON]?: Problem };

/** Says to whoever reads the message's body, now or later, that its rest will never come. */
export function failBody(message: Message, reason: Problem): void {
  message[REASON] = reason;
  message.emit(BODY_FAILURE, reason);
}

/** Calls back when the message is broken off; at once where it is already. */
export function onBodyFailure(message: Message, listener: (reason: Problem) => void): void {
  const known = message[REASON];
  if (known === undefined) message.on(BODY_FAILURE, listener);
  else listener(known);
}
