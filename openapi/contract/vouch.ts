/** A step of the build: reads the shipped documents with every check, and writes their digests for `isVouchedFor`. */
import { rmSync, writeFileSync } from 'node:fs';
import { CONTROL_DOCUMENT, ContractError, loadContract, SHIPPED_DOCUMENT } from './index';
import { VOUCHED_FILE } from './vouched';

async function vouch(): Promise<void> {
  rmSync(VOUCHED_FILE, { force: true });
  const contracts = await Promise.all([SHIPPED_DOCUMENT, CONTROL_DOCUMENT].map((name) => loadContract(name)));
  writeFileSync(VOUCHED_FILE, `${JSON.stringify({ sha256: contracts.map(({ source }) => source.sha256) })}\n`);
}

vouch().catch((error: unknown) => {
  console.error(error instanceof ContractError ? error.message : error);
  process.exitCode = 2;
});
