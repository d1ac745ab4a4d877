/** The kinds of options that only the mock has. */

import type { GivenChoices } from '../../openapi/behaviours/options';
import { isObject } from '../../openapi/contract';
import { type OptionKind, several, text, whole } from '../../openapi/program/option';
import { isOrigin, isPageOrigin } from '../pipeline/cors';
import type { Timeouts } from '../server/defaults';
import { readStoreUrl, whyNoStoreUrl } from '../world/redis/connection/url';

/** As in `openapi/control.yaml`: more of them take longer than a client waits. */
const MOST_OF_EACH = 1000;

/** A token that can be sent as a bearer token (RFC 6750 §2.1). */
export const token: OptionKind<string> = text('a token of letters, digits and ._~+/-', (given) =>
  /^[A-Za-z0-9._~+/-]+=*$/.test(given),
);

/** Origins whose pages may read replies. */
export const origins = originsSuchAs('an origin such as http://localhost:3000, or *', isOrigin);

/** Origins of pages that are trusted with more: each is named. */
export const pageOrigins = originsSuchAs('an origin such as http://localhost:5173', isPageOrigin);

/** A slash at the end, as of an address, does no harm. */
function originsSuchAs(expected: string, isOne: (input: unknown) => boolean): ReturnType<typeof several> {
  return {
    ...several(expected, isOne, withoutSlash),
    explain: (given) => `Expected ${expected}${tooMuchIn(given)}.`,
    show: (value) => value.join(' '),
  };
}

function withoutSlash(text: string): string {
  return text.replace(/^(https?:\/\/[^/]+)\/$/, '$1');
}

/** What an address has more than its origin. */
function tooMuchIn(text: string): string {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return '';
  const { origin } = new URL(text);
  return text.startsWith(origin) ? `; leave out ${JSON.stringify(text.slice(origin.length))}` : `; here ${origin}`;
}

/** A text, or in code an object whose content is checked later. */
const textOrObject = <Value extends object>(expected: string, inCode: string): OptionKind<string | Value> => ({
  ...text(expected),
  inCode,
  holds: (input): input is string | Value => text(expected).holds(input) || isObject(input),
  valueOf: (input) => input,
});

type Records = Readonly<Record<string, readonly unknown[]>>;

const givenRecords = textOrObject<Records>(
  `a JSON file, examples, none, or a number up to ${MOST_OF_EACH}`,
  'an object with an array of records for each resource',
);

/** A file of records, `none`, how many there are to be of each resource, or the records themselves. */
export const records: OptionKind<string | number | Records> = {
  ...givenRecords,
  form: 'figure',
  read: (given) => (/^-?\d+(?:\.\d+)?$/.test(given) ? whole(0, MOST_OF_EACH).read(given) : givenRecords.read(given)),
  holds: (input): input is string | number | Records =>
    typeof input === 'number' ? whole(0, MOST_OF_EACH).holds(input) : givenRecords.holds(input),
  valueOf: (input) => input,
};

/** A file of choices, or by the ids of unspecified behaviours an option, or several of which any may be taken. */
export const choices: OptionKind<string | GivenChoices> = {
  ...textOrObject<GivenChoices>('a file of choices', 'an object of options by the ids of unspecified behaviours'),
  form: 'path',
};

/** `ID=OPTION`, each as a text of its own. */
export const assignments = several('ID=OPTION, such as list.order=newest-first', (given) => /^[^=]+=./.test(given));

/** Ids of unspecified behaviours: whether there are such is checked later, with a word on what was meant. */
export const behaviourIds = several('the id of an unspecified behaviour, such as list.order', (given) => given !== '');

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
