import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile } from '../package-file';

/**
 * The folders of the packages that files belong to.
 *
 * @param files from the root of the project, as esbuild names what it has bundled
 */
export function packagesIn(files: readonly string[]): readonly string[] {
  const folders = files.flatMap((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? []);
  return [...new Set(folders)].sort();
}

/**
 * Names, versions and the full texts of the licences, as they ask for themselves.
 *
 * @throws if a package has no licence that could be shipped with it
 */
export function licencesOf(folders: readonly string[]): string {
  const intro = 'Parts of these packages are in the files of dist/. Each has its own licence.\n';
  return [intro, ...folders.map(sectionOf)].join(`\n${'-'.repeat(80)}\n\n`);
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

function sectionOf(folder: string): string {
  const path = packageFile(folder);
  // npm has read the same file.
  const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Manifest;
  const texts = readdirSync(path).filter((file) => /^(?:licen[cs]e|notice|copying)\b|\.LICENSE\.txt$/i.test(file));
  if (texts.length === 0 && license === undefined) throw new Error(`${folder} names no licence`);
  const head = `${name} ${version} (${license ?? 'see below'})\n`;
  return [head, ...texts.sort().map((file) => readFileSync(join(path, file), 'utf8').trim())].join('\n').concat('\n');
}
