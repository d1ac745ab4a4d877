/** `npm run bench`: the speed of the mock and the suite, compared with other servers and with targets. */
import { writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { CommanderError } from 'commander';
import { surviveLostOutput } from '../../openapi/program/process';
import { FULL, type Lengths, SMOKE } from './bench';
import { commandLine, type Flags } from './flags';
import { PARTS } from './model';
import { openProcesses } from './processes';
import { report } from './report';
import { run } from './run';
import { judge } from './targets';

/** Exit status if not everything was measured. A missed target is not a failure. */
const EXIT_FAILED = 2;

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
