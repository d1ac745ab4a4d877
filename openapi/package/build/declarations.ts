/**
 * A step of the build: of the declarations that `tsc` left in `dist/`, those that a user of the library sees, in one file
 * for each of its entries. Types of other packages would have to be installed with it: they are refused.
 */
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { packageFile } from '../package-file';
import { externals, FOR_PAGES, LIBRARY, MODULES } from './bundles';

const IMPORT = /\b(?:from|import\()\s*['"]([^.'"][^'"]*)['"]/g;

const FOLDER = packageFile('dist/types');

/** What is added to a package that not every user has would be an error where it is missing. */
const optionalModules: Plugin = {
  name: 'optional-modules',
  renderChunk: (code) => code.replace(/^declare module '/gm, '// @ts-ignore: where it is installed\n$&'),
};

async function declare(): Promise<void> {
  const entries = Object.entries(LIBRARY).map(([name, source]) => [name, `dist/${source.replace(/\.ts$/, '.d.ts')}`]);
  const bundle = await rolldown({
    cwd: packageFile('.'),
    input: Object.fromEntries(entries),
    external: /^[^./]/,
    plugins: [dts({ dtsInput: true, tsconfig: false }), optionalModules],
  });
  rmSync(FOLDER, { recursive: true, force: true });
  const { output } = await bundle.write({
    dir: FOLDER,
    format: 'es',
    entryFileNames: ({ name }) => (MODULES.includes(name.replace(/\.d$/, '')) ? '[name].mts' : '[name].ts'),
  });
  await bundle.close();
  // TypeScript wants those of a module under a name of their own.
  for (const name of FOR_PAGES) copyFileSync(join(FOLDER, `${name}.d.ts`), join(FOLDER, `${name}.d.mts`));
  // By their text: what rolldown says of imports counts those of declarations that it has left out.
  const named = output.flatMap((file) => ('code' in file ? [...file.code.matchAll(IMPORT)] : []));
  const foreign = named.map(([, name = '']) => name).filter((name) => !externals().includes(name));
  if (foreign.length > 0) throw new Error(`The types of the package need those of ${foreign.join(', ')}.`);
}

declare().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
});
