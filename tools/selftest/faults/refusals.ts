import { failure, reading, replying } from '../server/altering';
import { statuses } from '../server/animals';
import { breaking, type Fault } from '../server/cases';
import { parseBody, readObject } from '../server/input';
import { isObject, type Json, parse, print } from '../server/json';
import type { Behaviour } from '../server/model';
import { textOf } from '../server/records';
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
  readObject: (body, asked) => readObject(isObject(body) ? body : read(body), asked),
});

/** What some values of a member are read as; undefined is what the contract says. */
const member = (name: string, read: (value: Json | undefined) => Json | undefined): Behaviour =>
  reading(name, (value, next) => read(value) ?? next(value));
const named = (read: (value: Json | undefined) => Json | undefined): Behaviour => member('name', read);
const inCategory = (read: (value: Json | undefined) => Json | undefined): Behaviour => member('categoryId', read);
const ofStatus = (read: (value: Json | undefined) => Json | undefined): Behaviour => member('status', read);

/** An integer, or a fraction, that is taken for a category as the change says. */
const integer = (change: (value: bigint) => bigint | undefined): Behaviour =>
  inCategory((value) => (typeof value === 'bigint' ? change(value) : undefined));
const fraction = (change: (value: number) => number): Behaviour =>
  inCategory((value) => (typeof value === 'number' && Number.isFinite(value) ? BigInt(change(value)) : undefined));

/** Where the test passes, the status is treated as missing. */
const ignoredStatus = (test: (value: Json | undefined) => boolean): Behaviour =>
  reading('status', (value, next) => (test(value) ? undefined : next(value)));

/** A status that is a text is read as another one. */
const statusText = (change: (value: string) => string): Behaviour =>
  reading('status', (value, next) => next(typeof value === 'string' ? change(value) : value));
const isUnknown = (value: Json | undefined): boolean => typeof value === 'string' && !statuses.includes(value);

const answered = (status: number, test: (sent: string) => boolean = () => true): Behaviour =>
  replying({ operation: 'create', status: 400 }, (_, { body }) => (test(body.toString()) ? failure(status) : {}));

function malformed(sent: string): boolean {
  try {
    parse(sent);
    return false;
  } catch {
    return true;
  }
}

const most = 2n ** 63n - 1n;
const least = -(2n ** 63n);

/** Invalid bodies that are taken. */
const taken: readonly Fault[] = breaking(['input.refused', 'reply.schema', 'sequence.model'], clause.badRequest, [
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
    inCategory((value) => (/^-?\d+$/.test(textOf(value)) ? BigInt(textOf(value)) : undefined)),
  ],
  ['any string for a categoryId becomes zero', inCategory((value) => (typeof value === 'string' ? 0n : undefined))],
  [
    'true for a categoryId becomes one',
    inCategory((value) => (typeof value === 'boolean' ? BigInt(value) : undefined)),
  ],
  ['a list for a categoryId is taken for its first', inCategory((value) => (Array.isArray(value) ? 1n : undefined))],
  ['an object for a categoryId becomes zero', inCategory((value) => (value && isObject(value) ? 0n : undefined))],
  ['a fraction in a categoryId is cut off', fraction(Math.trunc)],
  ['a fraction in a categoryId is rounded', fraction(Math.round)],
  ['a categoryId beyond int64 wraps', integer((value) => BigInt.asIntN(64, value))],
  ['a categoryId beyond int64 is kept as it is', integer((value) => value)],
  ['a categoryId up to 2^64 is kept', integer((value) => (value >= 0n && value < 2n ** 64n ? value : undefined))],
  ['a categoryId beyond int64 becomes the largest', integer((value) => (value > most ? most : undefined))],
  ['a categoryId below int64 becomes the least', integer((value) => (value < least ? least : undefined))],
  ['a status in any case is taken', statusText((value) => value.toLowerCase())],
  ['a status with space around it is taken', statusText((value) => value.trim())],
  ['an unknown status is ignored', ignoredStatus(isUnknown)],
  ['an unknown status is kept', ofStatus((value) => (typeof value === 'string' ? value : undefined))],
  ['an unknown status becomes available', ofStatus((value) => (isUnknown(value) ? 'available' : undefined))],
  ['an empty status is ignored', ignoredStatus((value) => value === '')],
  ['a status of null is ignored', ignoredStatus((value) => value === null)],
  ['a number for a status is ignored', ignoredStatus((value) => typeof value === 'bigint')],
  [
    'a number for a status is an index',
    reading('status', (value, next) => (typeof value === 'bigint' ? statuses[Number(value) % 3] : next(value))),
  ],
  ['a boolean for a status is ignored', ignoredStatus((value) => typeof value === 'boolean')],
  ['a list for a status is taken for its first', ofStatus((value) => (Array.isArray(value) ? statuses[0] : undefined))],
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
      readObject: (body, asked) =>
        isObject(body) && Object.keys(body).length === 0 ? { name: '', categoryId: 0n } : readObject(body, asked),
    },
  ],
  ['malformed JSON counts as a record', repaired(() => print(somebody))],
  ['a comma after the last member is overlooked', repaired((body) => body.replace(/,\s*\}/, '}'))],
  [
    'a body that is cut off counts as a record',
    repaired((body) => (/^\{.*[^}]$/s.test(body) ? print(somebody) : body)),
  ],
  ['single quotes count as double ones', repaired((body) => body.replaceAll("'", '"'))],
  [
    'invalid bodies are answered with 201 and nothing is kept',
    replying(
      { operation: 'create', status: 400 },
      {
        status: 201,
        body: { id: 99_999n, name: 'x', categoryId: 1n },
      },
    ),
  ],
]);

/** Invalid bodies that are refused with another status than 400: `default` documents whatever else may be wrong, and it says no more. */
const refusedOtherwise: readonly Fault[] = breaking(
  ['input.refused'],
  clause.badRequest,
  [
    ['422 in place of 400', answered(422)],
    ['404 in place of 400', answered(404)],
    ['409 in place of 400', answered(409)],
    ['403 in place of 400', answered(403)],
    ['422 for a status out of the enumeration', answered(422, (sent) => sent.includes('"status"'))],
    ['422 for missing fields', answered(422, (sent) => !sent.includes('"categoryId"') || !sent.includes('"name"'))],
    ['415 for malformed JSON', answered(415, malformed)],
    ['413 for an empty body', answered(413, (sent) => sent === '')],
  ],
  { isWarning: true },
);

export const refusals: readonly Fault[] = [...taken, ...refusedOtherwise];
