import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A file of this package. Nothing of the project that runs it has a say in it, as it would in a name that the module
 * system looks up: Jest's `moduleNameMapper` maps the names in packages, too.
 *
 * @param path from the root of the package, e.g. `openapi/control.yaml`
 */
export const packageFile = (path: string): string => join(ROOT, path);

/** Looked for, since the build puts this code into files at other depths. */
function rootAbove(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : rootAbove(dirname(folder));
}

const ROOT = rootAbove(__dirname);

/**
 * The text of such a file.
 *
 * @throws an error of Node
 */
export const packageText = (path: string): string => readFileSync(packageFile(path), 'utf8');

/** The version of this package, such as `1.2.3`. Read once: a mock that has no file descriptor left is still asked for it. */
const VERSION = (JSON.parse(packageText('package.json')) as { version: string }).version;

export const version = (): string => VERSION;
