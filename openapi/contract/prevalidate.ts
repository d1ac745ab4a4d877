/** A step of the build: reads the shipped documents with every check, and writes their digests for `isPrevalidated`. */
import { rmSync, writeFileSync } from 'node:fs';
import { CONTROL_DOCUMENT, ContractError, loadContract, SHIPPED_DOCUMENT } from './index';
import { PREVALIDATED_FILE } from './prevalidated';

async function prevalidate(): Promise<void> {
  rmSync(PREVALIDATED_FILE, { force: true });
  const contracts = await Promise.all([SHIPPED_DOCUMENT, CONTROL_DOCUMENT].map((name) => loadContract(name)));
  writeFileSync(PREVALIDATED_FILE, `${JSON.stringify({ sha256: contracts.map(({ source }) => source.sha256) })}\n`);
}

prevalidate().catch((error: unknown) => {
  console.error(error instanceof ContractError ? error.message : error);
  process.exitCode = 2;
});
