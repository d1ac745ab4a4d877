import { UsageError } from '../../openapi/program/failure';
import { partsOf } from '../judge/recorded-exchange';
import type { EntryPlace } from './find-entries';
import { type HarEntry, readEntry } from './har-entry';
import type { HarFile } from './har-file';
import type { Flight } from './sessions';

/** An entry of a file, without its bodies. */
export interface Indexed extends Flight {
  readonly file: HarFile;
  readonly place: EntryPlace;
  /** From 0, within its file. */
  readonly index: number;
  readonly method: string;
  readonly url: string;
  /** Whether its reply is a stream, which lasts until somebody ends it. */
  readonly isStream: boolean;
}

/**
 * Every entry of a file, each read and let go.
 *
 * @throws UsageError for a file that is no HAR
 */
export function indexOf(file: HarFile): readonly Indexed[] {
  return file.places.map((place, index) => {
    const { startedAt, milliseconds, page, method, url, headers } = entryAt(file, place, index);
    const isStream = headers.some(([name, value]) => name === 'content-type' && value.startsWith('text/event-stream'));
    const clock = `${file.name} ${page}`;
    return { file, place, index, method, url, startedAt, endedAt: startedAt + milliseconds, clock, isStream };
  });
}

/** @param index from 0, for the message */
export function entryAt(file: HarFile, place: EntryPlace, index: number): HarEntry {
  const value = file.read(place);
  try {
    return readEntry(value);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${file.name} is no HAR that can be read: entry ${index + 1} has ${reason}.`);
  }
}

/** How many requests went to each origin, the most first; those of no HTTP have none. */
export function originsOf(indexed: readonly Pick<Indexed, 'url'>[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { url } of indexed) {
    const origin = /^https?:/i.test(url) ? partsOf(url).origin : '';
    if (origin !== '') counts.set(origin, (counts.get(origin) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one);
}
