import { existsSync, readFileSync } from 'node:fs';
import { packageFile } from '../package/package-file';
import type { Source } from './model/contract';

/** Written by the build: the digests of the documents that have passed every check. */
export const VOUCHED_FILE = packageFile('dist/vouched.json');

/**
 * Whether the build has already checked this very text. The checks take longer than the rest of the start together; a
 * document changed by one byte is checked again.
 */
export function isVouchedFor(source: Source): boolean {
  if (!existsSync(VOUCHED_FILE)) return false;
  const { sha256 } = JSON.parse(readFileSync(VOUCHED_FILE, 'utf8')) as { sha256: readonly string[] };
  return sha256.includes(source.sha256);
}
