/** `npm run selftest`: runs the suite against every faulty and every lawful server, and prints what it found. */
import { readFlags } from '../../openapi/program/command';
import { endWith } from '../../openapi/program/failure';
import { printableLines } from '../../openapi/program/printable';
import { surviveLostOutput } from '../../openapi/program/process';
import { depotFaults, lawfulDepots } from './depot/faults';
import { atDepot, DEPOT_BUDGET } from './depot/ground';
import { faults } from './faults';
import { JOBS } from './jobs/ground';
import { jobFaults, lawfulJobs } from './jobs/jobs';
import { lawful } from './lawful';
import { libraryFaults } from './library/faults';
import { LIBRARY } from './library/ground';
import { lawfulLibraries } from './library/lawful';
import { OPTIONS, type Options } from './options';
import { APPLICATIONS, measureReach } from './reach/reach';
import { ANIMALS } from './server/animals';
import { onGround } from './server/prove';
import { everyNthOf, sampleOf, tally } from './tally';
import { atVenue, lawfulVenues, VENUE_BUDGET, venueFaults } from './venue/ground';

const BUDGETS = [600, 60] as const;
/** The contracts beside the shipped one; the library has six times its operations. */
const OTHERS = {
  library: { ground: LIBRARY, faulty: libraryFaults, unusual: lawfulLibraries, budget: 1500 },
  jobs: { ground: JOBS, faulty: jobFaults, unusual: lawfulJobs, budget: 1000 },
} as const;

const PROGRAM = {
  name: 'selftest',
  description:
    'Runs the suite against servers that each break one sentence of a contract, unusual ones that break none, and applications that are hard to use.',
  epilogue: `
Examples:
  $ npm run selftest                                     all of it: minutes
  $ npm run selftest -- --only faults --every 12 --budget 600`,
};

/** @returns the exit status: 1 where a fault was missed or a lawful server accused within the first budget, or too little of an application reached */
async function main(args: readonly string[]): Promise<number> {
  surviveLostOutput();
  const options = readFlags(PROGRAM, OPTIONS, args);
  const budgets = options.budget === undefined ? BUDGETS : ([options.budget] as const);
  const proven: boolean[] = [];
  if (options.only.some((part) => part === 'faults' || part === 'lawful'))
    for (const budget of budgets) proven.push(await proveShipped(options, budget));
  // Within a small budget some faults are missed.
  if (budgets.length > 1) proven.pop();
  for (const part of ['library', 'jobs'] as const)
    if (options.only.includes(part)) proven.push(await proveOther(options, part));
  if (options.only.includes('depot')) proven.push(await proveDepots(options));
  if (options.only.includes('venue')) proven.push(await proveVenues(options));
  for (const part of ['workshop', 'registry'] as const)
    if (options.only.includes(part)) proven.push(await proveReach(part));
  return proven.every(Boolean) ? 0 : 1;
}

async function proveShipped({ only, every, untilCaught }: Options, budget: number): Promise<boolean> {
  const faulty = only.includes('faults') ? sampleOf(faults, every) : [];
  const unusual = only.includes('lawful') ? everyNthOf(lawful, every) : [];
  const { text, isProven } = await tally(onGround(ANIMALS), faulty, unusual, { budget, untilCaught });
  process.stdout.write(`${printableLines(text)}\n`);
  return isProven;
}

async function proveOther(options: Options, part: keyof typeof OTHERS): Promise<boolean> {
  const { every, untilCaught } = options;
  const { ground, faulty, unusual, budget } = OTHERS[part];
  const extent = { budget: options.budget ?? budget, untilCaught };
  const { text, isProven } = await tally(onGround(ground), sampleOf(faulty, every), everyNthOf(unusual, every), extent);
  process.stdout.write(`The contract of the ${part}\n${printableLines(text)}\n`);
  return isProven;
}

async function proveVenues({ every, untilCaught, budget = VENUE_BUDGET }: Options): Promise<boolean> {
  const [faulty, unusual] = [sampleOf(venueFaults, every), everyNthOf(lawfulVenues, every)];
  const { text, isProven } = await tally(atVenue, faulty, unusual, { budget, untilCaught });
  process.stdout.write(`The contract of the venue\n${printableLines(text)}\n`);
  return isProven;
}

async function proveDepots({ every, untilCaught, budget = DEPOT_BUDGET }: Options): Promise<boolean> {
  const [faulty, unusual] = [sampleOf(depotFaults, every), everyNthOf(lawfulDepots, every)];
  const { text, isProven } = await tally(atDepot, faulty, unusual, { budget, untilCaught });
  process.stdout.write(`The contract of the depot\n${printableLines(text)}\n`);
  return isProven;
}

async function proveReach(part: keyof typeof APPLICATIONS): Promise<boolean> {
  const { text, isProven } = await measureReach(APPLICATIONS[part]);
  process.stdout.write(`The application of the ${part}\n${printableLines(text)}\n`);
  return isProven;
}

endWith(main(process.argv.slice(2)));
