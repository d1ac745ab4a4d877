/** The kinds of options that only the mock has. */
import { isObject } from '../../openapi/contract';
import { type OptionKind, text } from '../../openapi/program/option';
import type { GivenChoices } from '../../openapi/silences/choices';
import { isOrigin, isPageOrigin } from '../pipeline/cors';
import type { Timeouts } from '../server/server';
import { readStoreUrl, whyNoStoreUrl } from '../world/redis/connection/url';

/** A token that can be sent as a bearer token (RFC 6750 §2.1). */
export const token: OptionKind<string> = text('a token of letters, digits and ._~+/-', (given) =>
  /^[A-Za-z0-9._~+/-]+=*$/.test(given),
);

/** Origins whose pages may read replies. */
export const origins = several('an origin such as http://localhost:3000, or *', isOrigin);

/** Origins of pages that are trusted with more: each is named. */
export const pageOrigins = several('an origin such as http://localhost:5173', isPageOrigin);

/** A flag takes several of them, code gives one or an array. A slash at the end, as of an address, does no harm. */
function several(
  expected: string,
  isOne: (input: unknown) => input is string,
): OptionKind<string | readonly string[], readonly string[]> {
  return {
    expected,
    inCode: 'an array of them',
    read: (given) => (isOne(withoutSlash(given)) ? [withoutSlash(given)] : undefined),
    explain: (given) => `Expected ${expected}${tooMuchIn(given)}.`,
    show: (value) => value.join(' '),
    join: (before, next) => [...before, ...next],
    holds: (input): input is string | readonly string[] =>
      [input].flat().every((one) => typeof one === 'string' && isOne(withoutSlash(one))),
    valueOf: (input) => [input].flat().map(withoutSlash),
  };
}

const withoutSlash = (text: string): string => text.replace(/^(https?:\/\/[^/]+)\/$/, '$1');

/** What an address has more than its origin. */
function tooMuchIn(text: string): string {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return '';
  const { origin } = new URL(text);
  return text.startsWith(origin) ? `; leave out ${JSON.stringify(text.slice(origin.length))}` : `; here ${origin}`;
}

/** Records of each resource. */
type Records = Readonly<Record<string, readonly unknown[]>>;

const file = text('a JSON file, examples, or none');

/** A file of records, `none`, or the records themselves. */
export const records: OptionKind<string | Records> = {
  ...file,
  inCode: 'an object with an array of records for each resource',
  // The content of the object is checked later, against the contract.
  holds: (input): input is string | Records => file.holds(input) || isObject(input),
  valueOf: (input) => input,
};

const choicesFile = text('a file of choices');

/** A file of choices, or by the ids of unspecified behaviours an option, or several of which any may be taken. */
export const choices: OptionKind<string | GivenChoices> = {
  ...choicesFile,
  form: 'path',
  inCode: 'an object of options by the ids of unspecified behaviours',
  // What the object says is checked later, against what the document leaves open.
  holds: (input): input is string | GivenChoices => choicesFile.holds(input) || isObject(input),
  valueOf: (input) => input,
};

/** `ID=OPTION`, each as a text of its own. */
export const assignments = listOf('ID=OPTION, such as list.order=newest-first', (given) => /^[^=]+=./.test(given));

/** Ids of unspecified behaviours: whether there are such is checked later, with a word on what was meant. */
export const behaviourIds = listOf('the id of an unspecified behaviour, such as list.order', (given) => given !== '');

/** A flag takes several texts, code gives one or an array. */
function listOf(
  expected: string,
  isOne: (text: string) => boolean,
): OptionKind<string | readonly string[], readonly string[]> {
  return {
    expected,
    inCode: 'an array of them',
    form: 'list',
    read: (given) => (isOne(given) ? [given] : undefined),
    join: (before, next) => [...before, ...next],
    holds: (input): input is string | readonly string[] =>
      [input].flat().every((one) => typeof one === 'string' && isOne(one)),
    valueOf: (input) => [input].flat(),
  };
}

const isTime = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 1e9;

/** Only for code, not for a flag. */
export const timeouts: OptionKind<Timeouts> = {
  expected: 'an object of "headers" and "request", both in milliseconds',
  read: () => undefined,
  holds: (input): input is Timeouts =>
    isObject(input) && Object.keys(input).sort().join() === 'headers,request' && Object.values(input).every(isTime),
  valueOf: (input) => input,
};

const STORE_URL = 'redis://host, redis://NAME:PASSWORD@host:port/db, or rediss:// for TLS';

/** Where a Redis is; `rediss://` for TLS. Its path, if any, is the number of a database. */
export const storeUrl: OptionKind<string> = {
  ...text(STORE_URL, (given) => readStoreUrl(given) !== undefined),
  explain: (given) => `Expected ${STORE_URL}. ${whyNoStoreUrl(given)}`,
};

/** Part of the names of keys, of which braces have a meaning (Redis cluster specification, "Hash tags"). */
export const storePrefix: OptionKind<string> = text('a name of letters, digits and ._:-', (given) =>
  /^[A-Za-z0-9._:-]+$/.test(given),
);
