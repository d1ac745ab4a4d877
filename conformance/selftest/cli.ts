/** `npm run selftest`: runs the suite against every faulty and every lawful server, and prints what it found. */
import { loadContract, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { printableLines } from '../../openapi/program/printable';
import { faults } from './faults';
import { lawful } from './lawful';
import { tally } from './tally';

const BUDGETS = [600, 60] as const;

async function main(): Promise<void> {
  const contract = await loadContract(SHIPPED_DOCUMENT);
  for (const budget of BUDGETS) {
    const { text, isProven } = await tally(contract, faults, lawful, budget);
    process.stdout.write(`${printableLines(text)}\n`);
    if (budget === BUDGETS[0] && !isProven) process.exitCode = 1;
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 2;
});
