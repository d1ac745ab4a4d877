import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Source } from '../model/contract';
import { ContractError } from '../model/problem';
import { download } from './download';
import { findReference } from './find-reference';
import { ALL_FETCHES_SECONDS, MAX_BYTES, MAX_FILES } from './limits';
import { isAllowedFile, isAllowedUrl, type Places, targetOf } from './places';
import { reasonOf } from './read-failure';
import { bytesUpTo, readTextFile } from './read-text';
import { isUrl } from './source';
import { hasScheme, hasUserInfo, withoutUserInfo } from './user-info';

/** A reference to another file, as the parser hands it over. */
export interface Reference {
  /** Where it leads, without the part behind `#`. */
  readonly url: string;
  /** As it is written. */
  readonly reference?: string;
  /** What it is relative to: the file in which it stands, and behind `#` where. */
  readonly baseUrl?: string;
}

export interface ReferenceReader {
  /**
   * The text that a reference leads to.
   *
   * @throws ContractError with the place of the reference, if it can't be read or leads where it may not
   */
  read(reference: Reference): Promise<string>;
  /** Ends what is still being read. */
  close(): void;
}

/** So many are read side by side. */
const AT_ONCE = 8;

/** Reads what the references of one document lead to, all within one budget. */
export function createReferenceReader(source: Source, base: string, places: Places): ReferenceReader {
  const stop = new AbortController();
  const bytes = bytesUpTo(MAX_BYTES);
  let signal: AbortSignal | undefined;
  let files = 0;
  /** Each reference waits for the one so many before it. */
  const turns: Promise<unknown>[] = [];

  const errorAt = ({ reference = '', baseUrl = '' }: Reference, problem: string, remedy: string): ContractError => {
    const [file = '', fragment = ''] = baseUrl.split('#');
    const isOwn = file === base || file === '';
    // The parser does not tell the place where the document may have parts with addresses of their own.
    const found = fragment === '' && isOwn ? findReference(source.json, (one) => one.startsWith(reference)) : undefined;
    const pointer = found ?? (baseUrl === '' ? '' : `${decoded(fragment)}/$ref`);
    const name = isOwn ? source.name : file;
    return new ContractError(
      name,
      pointer,
      `the reference ${JSON.stringify(withoutUserInfo(reference))} ${problem}.`,
      remedy,
    );
  };

  const refuse = (reference: Reference, leadsTo: string, allowed: string): never => {
    const remedy = `Put a copy there, or allow the place: --allow-refs ${allowed}`;
    throw errorAt(reference, `leads to ${leadsTo}, outside ${places.home}`, remedy);
  };

  const fetchText = async (reference: Reference): Promise<string> => {
    signal ??= AbortSignal.any([stop.signal, AbortSignal.timeout(ALL_FETCHES_SECONDS * 1000)]);
    const allow = (url: string): void => {
      if (!isAllowedUrl(places, url)) refuse(reference, url, new URL(url).origin);
    };
    return (await download(reference.url, { bytes, signal, allow })).text;
  };

  const readFileOf = async (reference: Reference): Promise<string> => {
    const file = pathOf(reference.url);
    if (file === undefined && isOtherUrl(reference.url)) {
      throw errorAt(reference, 'is a URL, but none of http or https, the only ones that are read', REMEDY);
    }
    if (file === undefined) throw errorAt(reference, `leads to ${reference.url}, which is no file here`, REMEDY);
    const target = await targetOf(file);
    if (!isAllowedFile(places, target)) refuse(reference, target, dirname(target));
    return readTextFile(file, bytes);
  };

  const readOne = async (reference: Reference): Promise<string> => {
    if (hasUserInfo(reference.url)) {
      throw errorAt(reference, 'has a user name or a password, which is not supported in a URL', DOWNLOAD);
    }
    try {
      return await (isUrl(reference.url) ? fetchText(reference) : readFileOf(reference));
    } catch (error) {
      if (error instanceof ContractError) throw error;
      throw errorAt(reference, `leads to ${reference.url}, which can't be read: ${reasonOf(error)}`, REMEDY);
    }
  };

  return {
    read(reference) {
      const turn = files % AT_ONCE;
      files += 1;
      if (files > MAX_FILES) throw errorAt(reference, `is one to more than ${MAX_FILES} files`, 'Put some together.');
      const reading = (turns[turn] ?? Promise.resolve()).then(() => readOne(reference));
      turns[turn] = reading.catch(() => {});
      return reading;
    },
    close: () => stop.abort(),
  };
}

const REMEDY = 'Correct the reference there.';
const DOWNLOAD = 'Download what it leads to, put it beside the document, and refer to the file.';

const isOtherUrl = (url: string): boolean => hasScheme(url) && !/^file:/i.test(url);

/** The path of a file's URL; undefined for one that is none on this machine. */
function pathOf(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
