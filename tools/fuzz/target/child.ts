import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { guard } from './guard';

/** A program of the siege in a process of its own. */
export interface Helper<Message, Outcome> {
  /** Sends a message that is answered at once or later by `outcome`. */
  tell(message: Message | 'stop'): void;
  /** What the program has found. */
  outcome(): Promise<Outcome>;
  end(): void;
}

/** @throws Error from `outcome` if the program fails or ends */
export function startHelper<Message extends object, Outcome>(program: 'generator' | 'other'): Helper<Message, Outcome> {
  const child: ChildProcess = fork(join(__dirname, `../programs/${program}.js`), [], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  guard(child);
  return {
    tell: (message) => {
      child.send(message);
    },
    async outcome() {
      const abort = new AbortController();
      const [answer] = await Promise.race([
        once(child, 'message', abort),
        once(child, 'exit', abort).then(([code]) => [{ failure: `it ended with ${String(code)}` }]),
      ]);
      abort.abort();
      // True of both programs: they answer so.
      const { outcome, failure } = answer as { outcome: Outcome; failure?: string };
      if (failure !== undefined) throw new Error(`${program}: ${failure}`);
      return outcome;
    },
    end: () => {
      child.kill('SIGKILL');
    },
  };
}
