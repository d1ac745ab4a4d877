/**
 * A step of the build: bundles the programs, the library and the pages, or those that are named. After all of them it
 * removes what former builds made, and writes the licences of what is inside, and which packages are, for the tests.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, relative } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { packageFile } from '../package-file';
import { BUNDLES } from './bundles';
import { licencesOf, packagesIn } from './licences';

async function bundle(names: readonly string[]): Promise<void> {
  const wanted = Object.entries(BUNDLES).filter(([name]) => names.length === 0 || names.includes(name));
  const results = await Promise.all(wanted.flatMap(([, builds]) => builds).map(build));
  if (names.length > 0) return;
  const metafiles = results.flatMap(({ metafile }) => metafile ?? []);
  removeAllBut(metafiles.flatMap(({ outputs }) => Object.keys(outputs)));
  const inside = packagesIn(metafiles.flatMap(({ inputs }) => Object.keys(inputs)));
  writeFileSync(packageFile('dist/THIRD-PARTY-LICENSES.txt'), licencesOf(inside));
  writeFileSync(packageFile('dist/bundled.json'), JSON.stringify({ inside, outside: metafiles.flatMap(outsideOf) }));
}

/** @param made the files of the bundles, from the root of the project */
function removeAllBut(made: readonly string[]): void {
  for (const folder of new Set(made.map((file) => file.split('/').slice(0, 2).join('/')))) {
    const files = readdirSync(packageFile(folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    for (const file of files) if (!made.includes(relative(packageFile('.'), file))) rmSync(file);
  }
}

const outsideOf = ({ outputs }: Metafile): readonly string[] =>
  Object.values(outputs)
    .flatMap(({ imports }) => imports.filter(({ external }) => external === true))
    .map(({ path }) => path)
    .filter((path) => !isBuiltin(path) && !path.startsWith('node:'));

bundle(process.argv.slice(2)).catch((error: unknown) => {
  // What esbuild finds wrong it has said itself.
  if (!(error instanceof Error && 'errors' in error)) console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
});
