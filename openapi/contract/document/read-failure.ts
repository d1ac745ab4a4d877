import { types } from 'node:util';

/** What the errors of a system mean, by their codes. */
const REASONS: ReadonlyMap<unknown, string> = new Map([
  ['ENOENT', 'no such file'],
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'a part of its path is no folder'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'the disk is full'],
]);

/** Why a file or a URL could not be read or written, in a few words: no capital letter, no full stop. */
export function reasonOf(error: unknown): string {
  if (!types.isNativeError(error)) return String(error);
  const known = REASONS.get((error as NodeJS.ErrnoException).code);
  if (known !== undefined) return known;
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message}${cause}`;
}
