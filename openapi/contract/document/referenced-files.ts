import { createHash, hash } from 'node:crypto';
import { dirname, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { once } from '../memo/memo';
import type { Source } from '../model/contract';
import { ContractError } from '../model/problem';
import { download, hasScheme, hasUserInfo, withoutUserInfo } from './download';
import { ALL_FETCHES_SECONDS, MAX_BYTES, MAX_FILES, MAX_VALUES, TooMuch } from './limits';
import { type AllowedPlaces, isAllowedFile, isAllowedUrl, targetOf } from './places';
import { bytesUpTo, readTextFile, reasonOf } from './read-text';
import { Unread } from './slots';
import { isUrl } from './source';
import { createParser } from './swagger-parser';
import { parseYaml } from './yaml';

/** A reference to a file that has not been read. */
export interface FileReference {
  /** Where it leads, without the part behind `#`. */
  readonly url: string;
  /** As it is written. */
  readonly reference: string;
  /** JSON pointer to it, in the file in which it stands. */
  readonly pointer: string;
  readonly file: string;
}

/** The files that the references of one document lead to, all read within one budget. */
export interface ReferencedFiles {
  /**
   * What is in files, by their URLs: a value, a text, or an `Unread` that says why there is none.
   *
   * @throws ContractError for what is beyond the bounds of a document
   */
  read(references: readonly FileReference[]): Promise<ReadonlyMap<string, unknown>>;
  /** Of the document with all that was read: the same in another folder, on another machine, in any order. */
  sha256(): string;
  /** Ends what is still being read. */
  close(): void;
}

interface Reading {
  /** What relative references in the document are relative to: a URL. */
  readonly base: string;
  readonly places: AllowedPlaces;
  /** Whether the document is refused anyhow once a URL can't be read, so that others need not be waited for. */
  readonly strict: boolean;
}

/** So many are read side by side. */
const AT_ONCE = 8;

/** What swagger-parser takes for a document, but for its references. */
const EMPTY = { openapi: '3.0.3', info: { title: '', version: '' }, paths: {} };

export function createReferencedFiles(source: Source, { base, places, strict }: Reading): ReferencedFiles {
  const stop = new AbortController();
  const bytes = bytesUpTo(MAX_BYTES);
  const values = { left: MAX_VALUES };
  /** The digest of each text, by where it stands beside the document. */
  const digests = new Map<string, string>();
  const signal = once(() => AbortSignal.any([stop.signal, AbortSignal.timeout(ALL_FETCHES_SECONDS * 1000)]));
  let files = 0;
  /** Each reference waits for the one so many before it. */
  const turns: Promise<unknown>[] = [];

  const fetchText = async ({ url }: FileReference): Promise<string> => {
    const allow = (asked: string): void => {
      if (!isAllowedUrl(places, asked)) throw outside(places, asked, new URL(asked).origin);
    };
    return (await download(url, { bytes, signal: signal(), allow })).text;
  };

  const readFileOf = async ({ url }: FileReference): Promise<string> => {
    const file = pathOf(url);
    if (file === undefined && isOtherUrl(url))
      throw new Refused('is a URL, but none of http or https, the only ones that are read');
    if (file === undefined) throw new Refused(`leads to ${url}, which is no file here`);
    const target = await targetOf(file);
    if (!isAllowedFile(places, target)) throw outside(places, target, dirname(target));
    return readTextFile(file, bytes);
  };

  const readText = async (reference: FileReference): Promise<string> => {
    const { url } = reference;
    if (hasUserInfo(url)) throw new Refused('has a user name or a password, which is not supported in a URL', DOWNLOAD);
    try {
      return await (isUrl(url) ? fetchText(reference) : readFileOf(reference));
    } catch (error) {
      throw error instanceof Refused ? error : new Refused(`leads to ${url}, which can't be read: ${reasonOf(error)}`);
    }
  };

  const readInTurn = (reference: FileReference): Promise<string> => {
    const turn = files % AT_ONCE;
    files += 1;
    if (files > MAX_FILES) throw new Refused(`is one to more than ${MAX_FILES} files`, 'Put some together.');
    const reading = (turns[turn] ?? Promise.resolve()).then(() => readText(reference));
    turns[turn] = reading.catch(() => {});
    return reading;
  };

  const unread = (reference: FileReference, { message, remedy }: Refused): Unread => {
    const problem = `the reference ${JSON.stringify(withoutUserInfo(reference.reference))} ${message}.`;
    if (!strict || !isUrl(reference.url)) return new Unread({ problem, correction: remedy });
    const file = reference.file === base ? source.name : reference.file;
    throw new ContractError(file, `${reference.pointer}/$ref`, problem, remedy);
  };

  const read = async (reference: FileReference): Promise<string | Unread> => {
    try {
      const text = await readInTurn(reference);
      digests.set(placeFrom(base, reference.url), hash('sha256', text));
      return text;
    } catch (error) {
      if (error instanceof Refused) return unread(reference, error);
      throw error;
    }
  };

  const parse = (url: string, text: string): unknown => {
    try {
      return parseYaml(url, text, values);
    } catch (error) {
      const isFault = error instanceof ContractError && !(error.cause instanceof TooMuch);
      if (!isFault || (strict && isUrl(url))) throw error;
      return new Unread({ problem: error.problem, correction: error.remedy, file: url });
    }
  };

  return {
    async read(references) {
      const asked = new Map(references.map((reference) => [keyOf(reference), reference]));
      let broken: unknown;
      /** Keeps what is thrown first, since swagger-parser throws an error of its own for it. */
      const kept = async <T>(work: () => T | Promise<T>): Promise<T> => {
        try {
          return await work();
        } catch (error) {
          broken ??= error;
          throw error;
        }
      };
      const bounded = {
        order: 1,
        canRead: true,
        read: ({ url }: FileInfo) =>
          kept(() => read(asked.get(url) ?? { url, reference: url, file: base, pointer: '' })),
      };
      const yaml = {
        // After its reader of texts, by the names of files.
        order: 1000,
        canParse: true,
        allowEmpty: true,
        parse: ({ url, data }: FileInfo) =>
          kept(() => closed(data instanceof Unread ? data : parse(url, String(data)))),
      };
      const document = { ...EMPTY, 'x-references': [...asked.keys()].map(($ref) => ({ $ref })) };
      const options = { parse: { json: false, binary: false, yaml }, resolve: { file: false, http: false, bounded } };
      const $refs = await createParser()
        .resolve(base, document, options)
        .catch((error: unknown) => {
          throw broken ?? error;
        });
      return new Map([...asked].map(([key, { url }]) => [url, opened($refs.get(key))]));
    },
    sha256() {
      if (digests.size === 0) return source.sha256;
      const sum = createHash('sha256').update(source.sha256);
      for (const [place, digest] of [...digests].sort()) sum.update(`\n${digest} ${place}`);
      return sum.digest('hex');
    },
    close: () => stop.abort(),
  };
}

/** Why a reference is not followed. */
class Refused extends Error {
  /** @param message what is said of the reference, without a full stop: `leads to …` */
  constructor(
    message: string,
    readonly remedy = 'Correct the reference there.',
  ) {
    super(message);
  }
}

const DOWNLOAD = 'Download what it leads to, put it beside the document, and refer to the file.';

const outside = ({ home }: AllowedPlaces, target: string, allowed: string): Refused =>
  new Refused(`leads to ${target}, outside ${home}`, `Put a copy there, or allow the place: --allow-refs ${allowed}`);

/** What swagger-parser tells its readers and parsers of a file. */
interface FileInfo {
  readonly url: string;
  /** What the reader gave. */
  readonly data?: unknown;
}

/** The URL as swagger-parser has it. */
const keyOf = ({ url }: FileReference): string => url.replaceAll('\\', '/');

/** A value that swagger-parser does not look into: it would read what examples and unused parts of a file refer to. */
const closed =
  <Value>(value: Value): (() => Value) =>
  () =>
    value;

const opened = (value: unknown): unknown => (typeof value === 'function' ? value() : value);

const isOtherUrl = (url: string): boolean => hasScheme(url) && !/^file:/i.test(url);

/** The path of a file's URL; undefined for one that is none on this machine. */
function pathOf(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}

/** A URL as it is written beside another one; whole where they have no origin in common. */
function placeFrom(base: string, url: string): string {
  if (!URL.canParse(url)) return url;
  const [home, target] = [new URL(base), new URL(url)];
  if (home.protocol !== target.protocol || home.host !== target.host) return url;
  return posix.relative(posix.dirname(home.pathname), target.pathname) + target.search;
}
