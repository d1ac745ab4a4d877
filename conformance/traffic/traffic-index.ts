import type { Contract } from '../../openapi/contract';
import { UsageError } from '../../openapi/program/failure';
import { createExchangeReader, partsOf } from '../judge/recorded-exchange';
import { type HarEntry, readEntry } from './har-entry';
import type { EntryPlace, HarFile } from './har-file';
import type { Flight } from './sessions';

/** An entry of a file, without its bodies. */
export interface Indexed extends Flight {
  readonly file: HarFile;
  readonly place: EntryPlace;
  /** From 0, within its file. */
  readonly index: number;
  readonly method: string;
  readonly url: string;
  /** Whether its reply is a stream, which lasts until it is ended. */
  readonly isStream: boolean;
}

/** Every entry of a file, each read and let go. @throws UsageError for a file that is no HAR */
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
    throw new UsageError(`${file.name} is not a HAR file that can be read: entry ${index + 1} has ${reason}.`);
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

/**
 * Which server the recordings are of: the one that was named, else the only one of the document's that they have asked.
 *
 * @throws UsageError where there is none, or several
 */
export function baseUrlOf(contract: Contract, asked: string | undefined, indexed: readonly Indexed[]): string {
  const isAsked = (url: string, kind: 'operation' | 'unknown' = 'operation'): boolean => {
    const reader = createExchangeReader(contract, url);
    return indexed.some((one) => reader.place(one.method, one.url).kind === kind);
  };
  if (asked !== undefined) {
    if (isAsked(asked)) return asked;
    throw new UsageError(
      isAsked(asked, 'unknown')
        ? `the recordings have requests below ${asked}, but none belongs to an operation of ${contract.title}: is it the right document (--document), and is the path in --base-url right?`
        : `no recorded request is one of the contract below ${asked}; ${hostsText(indexed)}. Name the server with --base-url.`,
    );
  }
  const own = contract.servers.map(({ url }) => url.replace(/\/+$/, '')).filter((url) => /^https?:\/\//i.test(url));
  const [found, ...others] = [...new Set(own)].filter((url) => URL.canParse(url) && isAsked(url));
  if (found !== undefined && others.length === 0) return found;
  const why =
    found === undefined
      ? `${hostsText(indexed)}, and none is a server of the document`
      : `the recordings are of ${[found, ...others].join(' and ')}`;
  // An address that fits: that of the host with requests of the contract, else of the host with the most.
  const addresses = originsOf(indexed).map(([origin]) => origin + contract.prefix);
  const guess = addresses.find((url) => isAsked(url)) ?? addresses[0] ?? 'http://127.0.0.1:4010/v1';
  throw new UsageError(`--base-url is missing: ${why}. Name the server to judge, such as --base-url ${guess}`);
}

const MOST_HOSTS = 5;

function hostsText(indexed: readonly Indexed[]): string {
  const origins = originsOf(indexed);
  if (origins.length === 0) return 'the recordings have no HTTP requests';
  const shown = origins.slice(0, MOST_HOSTS).map(([origin, count]) => `${origin} (${count})`);
  return `the recordings have requests to ${shown.join(', ')}${origins.length > MOST_HOSTS ? ' and others' : ''}`;
}
