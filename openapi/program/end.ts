import { EXIT_USAGE, messageOf } from './failure';

/** Lets the program end with the status that it comes to; or with the line that says what to correct, and its status. */
export function endWith(status: Promise<number>): void {
  status.then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      const message = messageOf(error);
      if (message !== undefined) console.error(message);
      process.exitCode = message === undefined ? 0 : EXIT_USAGE;
    },
  );
}
