import { readFileSync } from 'node:fs';
import { packageFile } from '../package/package-file';
import { once } from './memo/memo';
import type { Source } from './model/contract';

/** Written by the build: the digests of the documents that have passed every check. */
export const PREVALIDATED_FILE = packageFile('dist/prevalidated.json');

/**
 * Whether the build has already checked this very text. The checks take longer than the rest of the start together; a
 * document changed by one byte is checked again.
 */
export function isPrevalidated(source: Source): boolean {
  try {
    return digests().includes(source.sha256);
  } catch (error) {
    // `readFileSync` throws errors of Node. Before the build there is no such file.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Kept, since a document that is read later needs them without another file. */
const digests = once(
  () => (JSON.parse(readFileSync(PREVALIDATED_FILE, 'utf8')) as { readonly sha256: readonly string[] }).sha256,
);
