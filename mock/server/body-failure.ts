import type { IncomingMessage } from 'node:http';
import type { Problem } from '../errors/problems';

/** Holds why the rest of a message's body will never come, which may be known before anybody reads the body. */
const REASON = Symbol('reason');
const BODY_FAILURE = 'bodyFailure';

/** Is on a message whose reader lets the client wait. */
const OWN_PACE = Symbol('own pace');

type Message = IncomingMessage & { [REASON]?: Problem; [OWN_PACE]?: true };

/** From now on it is no failure that the message takes long: who reads it lets its client wait, and has a limit for it. */
export function readAtOwnPace(message: Message): void {
  message[OWN_PACE] = true;
}

export const isReadAtOwnPace = (message: Message): boolean => message[OWN_PACE] === true;

/** Fails the reading of a message's body, now or later: the rest of it will never come. */
export function failBody(message: Message, reason: Problem): void {
  message[REASON] = reason;
  message.emit(BODY_FAILURE, reason);
}

/** Calls the listener when the body fails; at once if it has failed already. */
export function onBodyFailure(message: Message, listener: (reason: Problem) => void): void {
  const known = message[REASON];
  if (known === undefined) message.on(BODY_FAILURE, listener);
  else listener(known);
}
