/** `npm run bench`: the speed of the mock and the suite, compared with other servers and with targets. */
import { writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { surviveLostOutput } from '../../openapi/program/process';
import { FULL, type Lengths, SMOKE } from './bench';
import { PARTS, type Part } from './model';
import { openProcesses } from './processes';
import { report } from './report';
import { run } from './run';
import { judge } from './targets';

/** Exit status if not everything was measured. A missed target is not a failure. */
const EXIT_FAILED = 2;

interface Flags {
  readonly only?: readonly Part[];
  readonly rounds?: number;
  readonly seconds?: number;
  readonly smoke?: true;
  readonly json?: string;
  readonly markdown?: true;
}

const EXAMPLES = `
Examples:
  $ npm run bench                                        everything, about three minutes
  $ npm run bench -- --only list get                     a part
  $ npm run bench -- --only post --rounds 3 --seconds 1  a quick look
  $ npm run bench -- --markdown --json bench.json        to be pasted, and to be kept`;

function commandLine(): Command {
  return new Command('bench')
    .description('Measures the built mock and suite beside bare node:http, bare Express and Prism, in turns.')
    .helpOption('--help', 'print this help')
    .addOption(new Option('--only <parts...>', 'these parts alone').choices(PARTS))
    .option('--rounds <number>', 'rounds of turns', count)
    .option('--seconds <number>', 'seconds of a turn', duration)
    .option('--smoke', 'everything once and shortly, to see that it works')
    .option('--json <file>', 'write the figures to a file, too')
    .option('--markdown', 'print Markdown')
    .addHelpText('after', EXAMPLES)
    .allowExcessArguments(false)
    .showSuggestionAfterError(false)
    .configureOutput({ outputError: () => {} })
    .exitOverride();
}

function count(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0 && value <= 1000) return value;
  throw new InvalidArgumentError('Expected a whole number from 1 to 1000.');
}

function duration(text: string): number {
  const value = Number(text);
  if (value > 0 && value <= 3600) return value;
  throw new InvalidArgumentError('Expected seconds, above 0 and at most 3600.');
}

function lengthsOf({ smoke, rounds, seconds }: Flags): Lengths {
  const { traffic, redis, sizes, ...others } = smoke === true ? SMOKE : FULL;
  const asked = {
    ...(rounds === undefined ? {} : { rounds }),
    ...(seconds === undefined ? {} : { turn: { seconds } }),
  };
  return { ...others, traffic: { ...traffic, ...asked }, redis: { ...redis, ...asked }, sizes: { ...sizes, ...asked } };
}

async function main(argv: readonly string[]): Promise<void> {
  surviveLostOutput();
  const flags = commandLine().parse(argv).opts<Flags>();
  const processes = openProcesses();
  process.once('exit', processes.clear);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
  const results = await run(
    { parts: flags.only ?? PARTS, lengths: lengthsOf(flags), processes, progress: (doing) => console.error(doing) },
    flags.smoke === true,
  );
  console.log(report(results, flags.markdown === true ? 'markdown' : 'text'));
  // Afterwards: the run has not been for nothing where the file can't be written.
  if (flags.json !== undefined) {
    const targets = judge(results).map(({ target: { of: _, ...target }, ...judged }) => ({ ...target, ...judged }));
    writeFileSync(flags.json, `${JSON.stringify({ ...results, targets }, null, 2)}\n`);
  }
}

main(process.argv).then(
  // Removes what is left of the run.
  () => process.exit(),
  (error: unknown) => {
    if (error instanceof CommanderError && error.exitCode === 0) return;
    if (error instanceof CommanderError) console.error(`${error.message.split('\n')[0]} (see --help)`);
    else console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(EXIT_FAILED);
  },
);
