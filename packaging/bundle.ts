/**
 * A step of the build: bundles the programs, the library and the pages, or those that are named, and writes the licences
 * of what is in them.
 */
import { writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { packageFile } from '../openapi/package/package-file';
import { BUNDLES } from './bundles';
import { licencesOf, packagesIn } from './licences';

async function bundle(names: readonly string[]): Promise<void> {
  const wanted = Object.entries(BUNDLES).filter(([name]) => names.length === 0 || names.includes(name));
  const results = await Promise.all(wanted.flatMap(([, builds]) => builds).map(build));
  if (names.length > 0) return;
  const inputs = results.flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}));
  writeFileSync(packageFile('dist/THIRD-PARTY-LICENSES.txt'), licencesOf(packagesIn(inputs)));
}

bundle(process.argv.slice(2)).catch((error: unknown) => {
  // What esbuild finds wrong it has said itself.
  if (!(error instanceof Error && 'errors' in error)) console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
});
