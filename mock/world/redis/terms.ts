import { UsageError } from '../../../openapi/program/failure';

/** What a mock is started with that all replicas must have alike. Each is a text; the same text means the same. */
export interface Terms {
  /** Of the document, such as its digest. */
  readonly contract: string;
  /** What people call it. */
  readonly title: string;
  /** Of the package, on which depends how things are stored. */
  readonly version: string;
  /** What each of the options that decide on worlds was given, by its flag; `digestText` of what is long or no one's to read. */
  readonly options: Readonly<Record<string, string>>;
}

const DIGEST = 'sha256 ';

/** @param digest in hexadecimal digits */
export const digestText = (digest: string): string => DIGEST + digest;

/** Whether what others have stored may be used: it was stored by the same package, and by the same document. */
const isServable = (stored: Terms, own: Terms): boolean =>
  stored.contract === own.contract && stored.version === own.version;

/** Where a store is, as it may be shown. */
export interface StoreLocation {
  readonly url: string;
  readonly prefix: string;
}

/** @param stored terms of another document or version */
export function notServable(stored: Terms, own: Terms, { url, prefix }: StoreLocation): UsageError {
  return new UsageError(
    `What ${url} has with the prefix "${prefix}" was stored by ${anotherMock(stored, own)}. ` +
      'Name another --store-prefix, or add --store-reset, which removes what is there.',
  );
}

/** @param other what serves another document or version */
const anotherMock = (other: Terms, own: Terms): string =>
  other.version === own.version
    ? `a mock of another document, ${nameOf(other)}, and this one is of ${nameOf(own)}`
    : `version ${other.version} of this package, and this is ${own.version}`;

const nameOf = ({ title, contract }: Terms): string => `${title} (${contract.slice(0, 12)})`;

/** @param running terms of others that run, and differ */
export function notAlike(running: Terms, own: Terms, { url, prefix }: StoreLocation): UsageError {
  if (!isServable(running, own)) {
    return new UsageError(
      `What ${url} has with the prefix "${prefix}" is being used by ${anotherMock(running, own)}. ` +
        'Name another --store-prefix; else stop that one first, or add --store-reset, which removes what is stored.',
    );
  }
  const { words, flags } = differenceOf(running, own);
  return new UsageError(
    `The mocks that share ${url} with the prefix "${prefix}" were started with ${words}. Give this one the same ${flags}, or ` +
      'another --store-prefix; else stop them first, or add --store-reset, which removes what is stored.',
  );
}

/** Why a mock is not to remove what is there. */
export const resetByOther = ({ url, prefix }: StoreLocation): UsageError =>
  new UsageError(
    `Another mock with --store-reset is just removing what ${url} has with the prefix "${prefix}". Start this one without ` +
      '--store-reset, which belongs to one start alone.',
  );

/** A sentence for the log about others that have not ended and have not been heard of, which are waited for. */
export function notHeardOf(running: Terms, own: Terms, { url, prefix }: StoreLocation, seconds: number): string {
  const other = isServable(running, own)
    ? `with ${differenceOf(running, own).words}`
    : 'of another document or version';
  return `Mocks ${other} that share ${url} with the prefix "${prefix}" were not ended, and are out of touch. This one waits ${seconds} s to see whether they still run.`;
}

/** A sentence for the log about what was stored by mocks that do not run any more, with other options. */
export function changedSince(stored: Terms, own: Terms, { url, prefix }: StoreLocation): string | undefined {
  const { words } = differenceOf(stored, own);
  return words === ''
    ? undefined
    : `What ${url} has with the prefix "${prefix}" was stored by mocks with ${words}. From now on it is as here; the records stay until a reset.`;
}

/** Why a mock that runs has nothing to do any more where others have agreed on other terms. */
export function takenOver(others: Terms, own: Terms): string {
  const isServed = isServable(others, own);
  const other = isServed ? differenceOf(others, own).words : 'another document or version';
  return (
    `A mock with ${other} was started with --store-reset, or while this one was out of touch, so that what this one had stored ` +
    `may be gone. Start this one again with ${isServed ? 'the same, or with ' : ''}another --store-prefix.`
  );
}

/** In what others differ: as words, empty where they do not, and the flags alone. */
function differenceOf(others: Terms, own: Terms): { readonly words: string; readonly flags: string } {
  const all = new Set([...Object.keys(own.options), ...Object.keys(others.options)]);
  const flags = [...all].filter((flag) => others.options[flag] !== own.options[flag]);
  const words = flags.map((flag) => {
    const [there = '', here = ''] = [others.options[flag], own.options[flag]];
    return [there, here].some((text) => text === '' || text.startsWith(DIGEST))
      ? `other ${flag}`
      : `${flag} ${there} (here ${here})`;
  });
  return { words: enumerated(words), flags: enumerated(flags) };
}

const enumerated = (texts: readonly string[]): string =>
  [texts.slice(0, -1).join(', '), ...texts.slice(-1)].filter((text) => text !== '').join(' and ');
