/** A step of the build: reads the shipped document with every check, and notes its digest for `isVouchedFor`. */
import { rmSync, writeFileSync } from 'node:fs';
import { ContractError, loadContract, SHIPPED_DOCUMENT } from './index';
import { VOUCHED_FILE } from './vouched';

async function vouch(): Promise<void> {
  rmSync(VOUCHED_FILE, { force: true });
  const { source } = await loadContract(SHIPPED_DOCUMENT);
  writeFileSync(VOUCHED_FILE, `${JSON.stringify({ sha256: source.sha256 })}\n`);
}

vouch().catch((error: unknown) => {
  console.error(error instanceof ContractError ? error.message : error);
  process.exitCode = 2;
});
