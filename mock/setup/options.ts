import { isObject } from '../../openapi/contract';
import { LOG_LEVELS } from '../observe/log';
import { isOrigin } from '../pipeline/cors';

interface Option {
  readonly expected: string;
  holds(value: unknown): boolean;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** RFC 6750 §2.1: what travels as a bearer token. */
export const isToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9._~+/-]+=*$/.test(value);

const FLAG: Option = { expected: 'true or false', holds: (value) => typeof value === 'boolean' };

/** A whole number within these bounds. */
const whole = (lowest: number, highest: number): Option => ({
  expected: `a whole number from ${lowest} to ${highest}`,
  holds: (value) => Number.isInteger(value) && Number(value) >= lowest && Number(value) <= highest,
});

/** What makes a mock, and what each may be; `Setup` and `MockOptions` say what it does. */
export const MOCK_OPTIONS: Readonly<Record<string, Option>> = {
  document: { expected: 'a file, a URL, or "-"', holds: isText },
  fixtures: {
    expected: 'a file, "none", or an object with an array of records for each resource',
    holds: (value) => isText(value) || isObject(value),
  },
  keys: { expected: 'a file', holds: isText },
  planLimits: FLAG,
  banAfter: whole(0, 1e9),
  banSeconds: whole(0, 1e9),
  cors: {
    expected: 'an array of origins such as "http://localhost:3000", or ["*"]',
    holds: (value) => Array.isArray(value) && value.every(isOrigin),
  },
  checkReplies: FLAG,
  seed: whole(-(2 ** 31), 2 ** 32 - 1),
  journal: whole(0, 1e6),
  maxSessions: whole(0, 1e6),
  admin: FLAG,
  adminToken: { expected: 'a token of letters, digits and ._~+/-', holds: isToken },
  log: {
    expected: `one of ${LOG_LEVELS.map((level) => `"${level}"`).join(', ')}`,
    holds: (value) => LOG_LEVELS.some((level) => level === value),
  },
};

const isTime = (value: unknown): boolean => whole(1, 1e9).holds(value);

/** What puts it on a port, besides. */
export const START_OPTIONS: Readonly<Record<string, Option>> = {
  ...MOCK_OPTIONS,
  port: whole(0, 65_535),
  host: { expected: 'an address', holds: isText },
  timeouts: {
    expected: 'an object of "headers" and "request", both in milliseconds',
    holds: (value) =>
      isObject(value) && Object.keys(value).sort().join() === 'headers,request' && Object.values(value).every(isTime),
  },
};

/**
 * Refuses options that mean nothing: a typing slip in a program without types would otherwise be a default.
 *
 * @param caller the function that was given them
 * @throws TypeError that names the option, what was found and what was expected
 */
export function checkOptions(caller: string, known: Readonly<Record<string, Option>>, given: unknown): void {
  if (!isObject(given)) throw new TypeError(`${caller}: expected an object of options, not ${describe(given)}.`);
  for (const [name, value] of Object.entries(given)) {
    const option = Object.hasOwn(known, name) ? known[name] : undefined;
    if (option === undefined) {
      throw new TypeError(`${caller}: there is no option "${name}"; it has ${Object.keys(known).join(', ')}.`);
    }
    if (value !== undefined && !option.holds(value)) {
      const found = name === 'adminToken' ? 'what was given' : describe(value);
      throw new TypeError(`${caller}: the option "${name}" must be ${option.expected}, not ${found}.`);
    }
  }
}

function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
