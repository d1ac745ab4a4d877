import type { IncomingMessage } from 'node:http';
import type { Problem } from '../errors/problems';

/** Where a message has the reason why its rest will never come: that may be known before anybody reads the body. */
const REASON = Symbol('reason');
const BROKEN_OFF = 'brokenOff';

type Breakable = IncomingMessage & { [REASON]?: Problem };

/** Says to whoever reads the message's body, now or later, that its rest will never come. */
export function breakOff(message: Breakable, reason: Problem): void {
  message[REASON] = reason;
  message.emit(BROKEN_OFF, reason);
}

/** Calls back when the message is broken off; at once where it is already. */
export function whenBrokenOff(message: Breakable, hear: (reason: Problem) => void): void {
  const known = message[REASON];
  if (known === undefined) message.on(BROKEN_OFF, hear);
  else hear(known);
}
