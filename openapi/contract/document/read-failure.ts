import { types } from 'node:util';

/** Why a file or a URL could not be read, in a few words: no capital letter, no full stop. */
export function reasonOf(error: unknown): string {
  if (!types.isNativeError(error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'no such file';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'EACCES') return 'permission denied';
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message}${cause}`;
}
