import { readFileSync } from 'node:fs';
import { memoizedByText } from '../../openapi/contract';
import { packageFile } from '../../openapi/package/package-file';

/**
 * The text of a file of this package, by its path from the package's root. Kept from then on, so that it is there when no
 * file descriptor is left, and of the version that runs even if another one is installed.
 *
 * @throws an error of Node; then nothing is kept
 */
export const packageText: (path: string) => string = memoizedByText((path) => readFileSync(packageFile(path), 'utf8'));

/** Keeps files for later; one that is not there, or can't be read now, is tried again when it is needed. */
export function keepTexts(paths: readonly string[]): void {
  for (const path of paths) {
    try {
      packageText(path);
    } catch {
      // Whoever needs it says what is wrong.
    }
  }
}
