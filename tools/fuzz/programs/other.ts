/** A process that is another client of the mock. It begins with a message, and tells how it fared at the second. */
import type { Attempt } from '../model';
import { type Watched, watchOthers } from '../others';

/** `Watched`, as a message can have it. */
export type Watch = Omit<Watched, 'attempt'> & {
  readonly method: string;
  readonly target: string;
  readonly bytes: string;
};

process.once('message', ({ method, target, bytes, ...rest }: Watch) => {
  const attempt: Attempt = { parts: [Buffer.from(bytes, 'latin1')], ending: 'wait', request: { method, target } };
  const stop = { isAsked: false };
  process.once('message', () => {
    stop.isAsked = true;
  });
  watchOthers({ ...rest, attempt }, () => stop.isAsked).then(
    (outcome) => process.send?.({ outcome }),
    (error: unknown) => process.send?.({ failure: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
