import type { Behaviour } from '../server/behaviour';
import type { Fault } from '../server/cases';
import { parseBody, readCategory, readName, readObject, readStatus } from '../server/input';
import { isObject, type Json, parse, print } from '../server/json';
import { on } from '../server/on';
import { statuses } from '../server/records';
import { clause } from './clauses';

/** Malformed bodies that are repaired before they are read. */
const repaired = (repair: (text: string) => string): Behaviour => ({
  parseBody: (asked) => {
    try {
      return parseBody(asked);
    } catch (error) {
      try {
        return parse(repair(asked.body.toString()));
      } catch {
        throw error;
      }
    }
  },
});

const somebody: Json = { name: 'Somebody', categoryId: 1n };

/** What a body is read as when it is not an object. */
const objectFrom = (read: (body: Json) => Json): Behaviour => ({
  readObject: (body) => {
    const made = isObject(body) ? body : read(body);
    return readObject(made);
  },
});

const named = (read: (value: Json | undefined) => string | undefined): Behaviour => ({
  readName: (value) => read(value) ?? readName(value),
});
const inCategory = (read: (value: Json | undefined) => bigint | undefined): Behaviour => ({
  readCategory: (value) => read(value) ?? readCategory(value),
});
/** Where the test passes, the status is treated as missing. */
const ignoredStatus = (test: (value: Json | undefined) => boolean): Behaviour => ({
  readStatus: (value) => (test(value) ? undefined : readStatus(value)),
});
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

const answered = (status: number, test: (sent: string) => boolean = () => true): Behaviour => ({
  rewrite: on({ operation: 'create', status: 400 }, ({ body }, asked) =>
    test(asked.body.toString()) ? { status, body: { code: 'invalid', message: 'Invalid.', status } } : { body },
  ),
});

const cases: readonly (readonly [name: string, behaviour: Behaviour])[] = [
  ['a missing name becomes empty', named((value) => (value === undefined ? '' : undefined))],
  ['a name of null becomes empty', named((value) => (value === null ? '' : undefined))],
  ['a name of null becomes the word', named((value) => (value === null ? 'null' : undefined))],
  ['a number for a name becomes its digits', named((value) => (typeof value === 'bigint' ? String(value) : undefined))],
  ['a boolean for a name becomes a word', named((value) => (typeof value === 'boolean' ? String(value) : undefined))],
  ['a list for a name is joined', named((value) => (Array.isArray(value) ? value.join() : undefined))],
  ['an object for a name becomes its JSON', named((value) => (value && isObject(value) ? print(value) : undefined))],
  ['a missing categoryId becomes zero', inCategory((value) => (value === undefined ? 0n : undefined))],
  ['a categoryId of null becomes zero', inCategory((value) => (value === null ? 0n : undefined))],
  [
    'digits in a string are taken for a categoryId',
    inCategory((value) => (/^-?\d+$/.test(text(value)) ? BigInt(text(value)) : undefined)),
  ],
  ['any string for a categoryId becomes zero', inCategory((value) => (typeof value === 'string' ? 0n : undefined))],
  [
    'true for a categoryId becomes one',
    inCategory((value) => (typeof value === 'boolean' ? BigInt(value) : undefined)),
  ],
  ['a list for a categoryId is taken for its first', inCategory((value) => (Array.isArray(value) ? 1n : undefined))],
  ['an object for a categoryId becomes zero', inCategory((value) => (value && isObject(value) ? 0n : undefined))],
  [
    'a fraction in a categoryId is cut off',
    inCategory((value) => (finite(value) ? BigInt(Math.trunc(value)) : undefined)),
  ],
  [
    'a fraction in a categoryId is rounded',
    inCategory((value) => (finite(value) ? BigInt(Math.round(value)) : undefined)),
  ],
  [
    'a categoryId beyond int64 wraps',
    inCategory((value) => (typeof value === 'bigint' ? BigInt.asIntN(64, value) : undefined)),
  ],
  [
    'a categoryId beyond int64 is kept as it is',
    inCategory((value) => (typeof value === 'bigint' ? value : undefined)),
  ],
  [
    'a categoryId up to 2^64 is kept',
    inCategory((value) => (typeof value === 'bigint' && value >= 0n && value < 2n ** 64n ? value : undefined)),
  ],
  [
    'a categoryId beyond int64 becomes the largest',
    inCategory((value) => (typeof value === 'bigint' && value >= 2n ** 63n ? 2n ** 63n - 1n : undefined)),
  ],
  [
    'a categoryId below int64 becomes the least',
    inCategory((value) => (typeof value === 'bigint' && value < -(2n ** 63n) ? -(2n ** 63n) : undefined)),
  ],
  [
    'a status in any case is taken',
    {
      readStatus: (value) => readStatus(typeof value === 'string' ? value.toLowerCase() : value),
    },
  ],
  [
    'a status with space around it is taken',
    {
      readStatus: (value) => readStatus(typeof value === 'string' ? value.trim() : value),
    },
  ],
  ['an unknown status is ignored', ignoredStatus((value) => typeof value === 'string' && !statuses.includes(value))],
  [
    'an unknown status is kept',
    {
      readStatus: (value) => (typeof value === 'string' ? value : readStatus(value)),
    },
  ],
  [
    'an unknown status becomes available',
    {
      readStatus: (value) => (typeof value === 'string' && !statuses.includes(value) ? 'available' : readStatus(value)),
    },
  ],
  ['an empty status is ignored', ignoredStatus((value) => value === '')],
  ['a status of null is ignored', ignoredStatus((value) => value === null)],
  ['a number for a status is ignored', ignoredStatus((value) => typeof value === 'bigint')],
  [
    'a number for a status is an index',
    {
      readStatus: (value) => (typeof value === 'bigint' ? statuses[Number(value) % 3] : readStatus(value)),
    },
  ],
  ['a boolean for a status is ignored', ignoredStatus((value) => typeof value === 'boolean')],
  [
    'a list for a status is taken for its first',
    {
      readStatus: (value) => (Array.isArray(value) ? statuses[0] : readStatus(value)),
    },
  ],
  [
    'a list of records is taken for its first',
    objectFrom((body) => (Array.isArray(body) ? (body[0] ?? somebody) : body)),
  ],
  ['null for a body counts as a record', objectFrom((body) => (body === null ? somebody : body))],
  [
    'a string for a body is taken for a name',
    objectFrom((body) => (typeof body === 'string' ? { name: body, categoryId: 0n } : body)),
  ],
  ['an empty body counts as a record', repaired((body) => (body === '' ? print(somebody) : body))],
  [
    'an empty object counts as a record',
    {
      readObject: (body) =>
        isObject(body) && Object.keys(body).length === 0 ? { name: '', categoryId: 0n } : readObject(body),
    },
  ],
  ['malformed JSON counts as a record', repaired(() => print(somebody))],
  ['a comma after the last member is overlooked', repaired((body) => body.replace(/,\s*\}/, '}'))],
  [
    'a body that is cut off counts as a record',
    repaired((body) => (/^\{.*[^}]$/s.test(body) ? print(somebody) : body)),
  ],
  ['single quotes count as double ones', repaired((body) => body.replaceAll("'", '"'))],
  ['422 in place of 400', answered(422)],
  ['404 in place of 400', answered(404)],
  ['409 in place of 400', answered(409)],
  ['403 in place of 400', answered(403)],
  ['422 for a status out of the enumeration', answered(422, (sent) => sent.includes('"status"'))],
  ['422 for missing fields', answered(422, (sent) => !sent.includes('"categoryId"') || !sent.includes('"name"'))],
  ['415 for malformed JSON', answered(415, malformed)],
  ['413 for an empty body', answered(413, (sent) => sent === '')],
  [
    'invalid bodies are answered with 201 and nothing is kept',
    {
      rewrite: on({ operation: 'create', status: 400 }, () => ({
        status: 201,
        body: { id: 99_999n, name: 'x', categoryId: 1n },
      })),
    },
  ],
];

/** Invalid bodies that are taken, or refused with another status than 400. */
export const refusals: readonly Fault[] = cases.map(([name, behaviour]) => ({
  name,
  breaks: clause.badRequest,
  caughtBy: ['input.refused', 'reply.schema', 'sequence.model'],
  behaviour,
}));

function finite(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function malformed(sent: string): boolean {
  try {
    parse(sent);
    return false;
  } catch {
    return true;
  }
}
