/** `npm run fuzz`: hostile requests against the built mock, whose replies are judged by the contract alone. */
import { writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { readFlags } from '../../openapi/program/command';
import { EXIT_USAGE, messageOf, UsageError } from '../../openapi/program/failure';
import { printable, printableLines } from '../../openapi/program/printable';
import { fuzz } from './fuzz';
import { OPTIONS } from './options';
import { report } from './report';

/** Exit status where a law was broken. */
const EXIT_FOUND = 1;

const PROGRAM = {
  name: 'fuzz',
  description: 'Sends hostile requests to the built mock on this machine, and judges all replies by the contract.',
  epilogue: `
Examples:
  $ npm run fuzz                                          some 20,000 attempts
  $ npm run fuzz -- --count 1000000 --seconds 1800        a long one
  $ npm run fuzz -- --seed 7 --only bodies --at 12345     one attempt again`,
};

async function main(args: readonly string[]): Promise<number> {
  const options = readFlags(PROGRAM, OPTIONS, args);
  if (options.at !== undefined && options.only?.length !== 1) {
    throw new UsageError('--at is the number of an attempt of one attack: name it, as in --only bodies --at 12345.');
  }
  const result = await fuzz(options, (doing) => console.error(printable(doing)));
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`);
  console.log(printableLines(report(result)));
  return result.findings.length > 0 ? EXIT_FOUND : 0;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // Ends what it has started, too.
  process.once(signal, () => process.exit(128 + constants.signals[signal]));
}
main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    const message = messageOf(error);
    if (message !== undefined) console.error(message);
    process.exit(message === undefined ? 0 : EXIT_USAGE);
  },
);
