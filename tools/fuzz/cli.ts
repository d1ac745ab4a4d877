/** `npm run fuzz`: malformed requests against the built mock, whose replies are judged by the contract alone. */
import { writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { CONTROL_DOCUMENT, loadContract } from '../../openapi/contract';
import { readFlags } from '../../openapi/program/command';
import { EXIT_USAGE, messageOf, UsageError } from '../../openapi/program/failure';
import { printable, printableLines } from '../../openapi/program/printable';
import { surviveLostOutput } from '../../openapi/program/process';
import { type Attacked, attackMock } from './attack-mock';
import { ATTACKS } from './attacks';
import type { Setting } from './model';
import { OPTIONS, type Options } from './options';
import { type Result, report } from './report';
import { SCENARIOS } from './scenarios';
import { runScenarios } from './scenarios/scenario';
import { temporaryFolder } from './target/mock';
import { issueKeys } from './target/secrets';

/** Exit status where a law was broken. */
const EXIT_FOUND = 1;

const PROGRAM = {
  name: 'fuzz',
  description: 'Sends malformed requests to the built mock on this machine, and judges all replies by the contract.',
  epilogue: `
Examples:
  $ npm run fuzz                                          some 20,000 attempts
  $ npm run fuzz -- --count 1000000 --seconds 1800        a long one
  $ npm run fuzz -- --seed 7 --only bodies --at 12345     one attempt again`,
};

async function main(args: readonly string[]): Promise<number> {
  surviveLostOutput();
  const options = readFlags(PROGRAM, OPTIONS, args);
  const { at, only = [] } = options;
  if (at !== undefined && (only.length !== 1 || !ATTACKS.some(({ name }) => name === only[0]))) {
    throw new UsageError('--at is the number of an attempt of one attack: name it, as in --only bodies --at 12345.');
  }
  const result = await fuzz(options, (doing) => console.error(printable(doing)));
  console.log(printableLines(report(result)));
  // Afterwards: the run has not been for nothing where the file can't be written.
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`);
  return result.findings.length > 0 ? EXIT_FOUND : 0;
}

/** Attacks one mock, then runs the scenarios, each with mocks of its own. */
async function fuzz(options: Options, progress: Setting['progress']): Promise<Result> {
  const began = performance.now();
  const folder = temporaryFolder();
  const [contract, control] = await Promise.all([loadContract(options.document), loadContract(CONTROL_DOCUMENT)]);
  const { document, seed, stall } = options;
  const keys = issueKeys(folder, contract, seed);
  const setting: Setting = { document, contract, control, keys, seed, stall, progress };
  const isAsked = ({ name }: { readonly name: string }): boolean => options.only?.includes(name) ?? true;

  const attacks = ATTACKS.filter(isAsked);
  const scenarios = SCENARIOS.filter(isAsked);
  const attacked = attacks.length === 0 ? undefined : await attackMock(setting, options, attacks);
  const found = await runScenarios(setting, folder, scenarios);
  const { findings = [], ...mock } = attacked ?? {};
  return {
    seed,
    seconds: (performance.now() - began) / 1000,
    // True: all but the findings are left.
    mock: attacked && (mock as Attacked),
    scenarios: scenarios.map(({ name }) => name),
    findings: [...findings, ...found],
  };
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
