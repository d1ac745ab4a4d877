import { Command, InvalidArgumentError, Option } from 'commander';
import { PARTS, type Part } from './model';

/** What `npm run bench` is told on its command line. */
export interface Flags {
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

/** Reads the flags, and prints `--help`. */
export function commandLine(): Command {
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
