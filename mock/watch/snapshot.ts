import { createHash } from 'node:crypto';
import { bytesUpTo, filePieces, MAX_RECORDS_BYTES } from '../../openapi/contract';

/** What stands in some files at one time: a digest for each path. */
export type Snapshot = ReadonlyMap<string, string>;

/** In place of the digest of a file that is empty or can't be read: somebody may be about to write it. */
const NOTHING = '';

export async function snapshotOf(files: readonly string[]): Promise<Snapshot> {
  const digests = files.map(async (file): Promise<[string, string]> => [file, await digestOf(file)]);
  return new Map(await Promise.all(digests));
}

/** The files that are not the same in both. */
export const changedBetween = (before: Snapshot, after: Snapshot): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((file) => before.get(file) !== after.get(file));

export const isWhole = (snapshot: Snapshot): boolean => ![...snapshot.values()].includes(NOTHING);

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  let isEmpty = true;
  try {
    for await (const piece of filePieces(file, bytesUpTo(MAX_RECORDS_BYTES))) {
      hash.update(piece);
      isEmpty = false;
    }
  } catch {
    return NOTHING;
  }
  return isEmpty ? NOTHING : hash.digest('hex');
}
