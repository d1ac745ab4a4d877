import { hash } from 'node:crypto';
import { bytesUpTo, MAX_RECORDS_BYTES, readTextFile } from '../../openapi/contract';

/** What stands in some files at one time: a digest for each path. */
export type Snapshot = ReadonlyMap<string, string>;

/** In place of the digest of a file that is empty or can't be read: somebody may be about to write it. */
const NOTHING = '';

export async function snapshotOf(files: readonly string[]): Promise<Snapshot> {
  const digests = files.map(async (file): Promise<[string, string]> => [file, digestOf(await textOf(file))]);
  return new Map(await Promise.all(digests));
}

/** The files that are not the same in both. */
export const changedBetween = (before: Snapshot, after: Snapshot): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((file) => before.get(file) !== after.get(file));

export const isWhole = (snapshot: Snapshot): boolean => ![...snapshot.values()].includes(NOTHING);

const textOf = (file: string): Promise<string> => readTextFile(file, bytesUpTo(MAX_RECORDS_BYTES)).catch(() => '');

const digestOf = (text: string): string => (text === '' ? NOTHING : hash('sha256', text));
