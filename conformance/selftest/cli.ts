/** `npm run selftest`: runs the suite against every faulty and every lawful server, and prints what it found. */
import { loadContract, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { printableLines } from '../../openapi/program/printable';
import { faults } from './faults';
import { lawful } from './lawful';
import { LIBRARY_DOCUMENT } from './library/document';
import { libraryFaults } from './library/faults';
import { lawfulLibraries } from './library/lawful';
import { startLibrary } from './library/server';
import { tally, tallyOf } from './tally';

const BUDGETS = [600, 60] as const;

async function main(): Promise<void> {
  const contract = await loadContract(SHIPPED_DOCUMENT);
  for (const budget of BUDGETS) {
    const { text, isProven } = await tally(contract, faults, lawful, budget);
    process.stdout.write(`${printableLines(text)}\n`);
    if (budget === BUDGETS[0] && !isProven) process.exitCode = 1;
  }
  const library = await loadContract(LIBRARY_DOCUMENT);
  const { text, isProven } = await tallyOf(startLibrary, library, libraryFaults, lawfulLibraries, BUDGETS[0]);
  process.stdout.write(`The second contract\n${printableLines(text)}\n`);
  if (!isProven) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 2;
});
