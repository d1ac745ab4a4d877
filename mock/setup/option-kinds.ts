/** The kinds of options that only the mock has. */
import { isObject } from '../../openapi/contract';
import { text } from '../../openapi/program/kinds';
import type { OptionKind } from '../../openapi/program/option';
import { isOrigin, isPageOrigin } from '../pipeline/cors';
import type { Timeouts } from '../server/server';

/** A token that can be sent as a bearer token (RFC 6750 §2.1). */
export const token: OptionKind<string> = text('a token of letters, digits and ._~+/-', (given) =>
  /^[A-Za-z0-9._~+/-]+=*$/.test(given),
);

/** Origins whose pages may read replies. */
export const origins = several('an origin such as http://localhost:3000, or *', isOrigin);

/** Origins of pages that are trusted with more: each is named. */
export const pageOrigins = several('an origin such as http://localhost:5173', isPageOrigin);

/** A flag takes several of them, code gives one or an array. */
function several(
  expected: string,
  isOne: (input: unknown) => input is string,
): OptionKind<string | readonly string[], readonly string[]> {
  return {
    expected,
    inCode: 'an array of them',
    read: (given) => (isOne(given) ? [given] : undefined),
    show: (value) => value.join(' '),
    join: (before, next) => [...before, ...next],
    holds: (input): input is string | readonly string[] => (Array.isArray(input) ? input.every(isOne) : isOne(input)),
    valueOf: (input) => [input].flat(),
  };
}

/** Records of each resource. */
type Records = Readonly<Record<string, readonly unknown[]>>;

const file = text('a JSON file, or none');

/** A file of records, `none`, or the records themselves. */
export const records: OptionKind<string | Records> = {
  ...file,
  inCode: 'an object with an array of records for each resource',
  // The content of the object is checked later, against the contract.
  holds: (input): input is string | Records => file.holds(input) || isObject(input),
  valueOf: (input) => input,
};

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
