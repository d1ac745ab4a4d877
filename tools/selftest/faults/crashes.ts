import type { Asked, Behaviour } from '../server/behaviour';
import type { Fault } from '../server/cases';
import { readId, readLimit } from '../server/input';
import { isObject } from '../server/json';
import type { NewAnimal } from '../server/model';
import { find } from '../server/records';
import { clause } from './clauses';

const crash = (name: string, breaks: string, behaviour: Behaviour): Fault => ({
  name: `500 on ${name}`,
  breaks,
  caughtBy: ['reply.no-5xx', 'reply.status'],
  behaviour,
});

/** Valid records that make the server fail. */
const records: readonly (readonly [name: string, test: (sent: NewAnimal) => boolean])[] = [
  ['an apostrophe', ({ name }) => name.includes("'")],
  ['a double quote', ({ name }) => name.includes('"')],
  ['an emoji', ({ name }) => /\p{Emoji_Presentation}/u.test(name)],
  ['anything beyond ASCII', ({ name }) => /\P{ASCII}/u.test(name)],
  ['a name of more than 255 characters', ({ name }) => name.length > 255],
  ['a name of more than 4,096 characters', ({ name }) => name.length > 4_096],
  ['a NUL', ({ name }) => name.includes('\0')],
  ['a name of __proto__', ({ name }) => name === '__proto__'],
  ['an empty name', ({ name }) => name === ''],
  ['markup', ({ name }) => /<\w/.test(name)],
  ['a category beyond 32 bits', ({ categoryId }) => BigInt.asIntN(32, categoryId) !== categoryId],
  ['a category beyond 53 bits', ({ categoryId }) => !Number.isSafeInteger(Number(categoryId))],
  ['the least category', ({ categoryId }) => categoryId === -(2n ** 63n)],
  ['a category of zero', ({ categoryId }) => categoryId === 0n],
  ['a record without a status', ({ status }) => status === undefined],
];

/** Invalid requests that make the server fail. */
const refusals: readonly (readonly [name: string, breaks: string, status: number, test: (asked: Asked) => boolean])[] =
  [
    ['an empty body', clause.badRequest, 400, ({ body }) => body.length === 0],
    ['malformed JSON', clause.badRequest, 400, ({ body }) => body.length > 0 && !/[}\]"\w]\s*$/.test(body.toString())],
    ['a status out of the enumeration', clause.badRequest, 400, ({ body }) => /"status":\s*"/.test(body.toString())],
    ['an id that is no number', clause.notFound, 404, ({ operation, id }) => operation === 'read' && !/\d$/.test(id)],
    ['a negative id', clause.notFound, 404, ({ id }) => id.startsWith('-')],
    ['a missing Authorization header', clause.key, 401, ({ headers }) => headers.authorization === undefined],
    ['another scheme', clause.key, 401, ({ headers }) => /^basic/i.test(headers.authorization ?? '')],
    ['an unknown key', clause.key, 401, ({ headers }) => /^bearer +./i.test(headers.authorization ?? '')],
    ['an unknown status to filter by', clause.filter, 400, ({ query }) => query.has('status')],
  ];

export const crashes: readonly Fault[] = [
  ...records.map(([name, test]) =>
    crash(name, clause.created, {
      adjust: (sent) => {
        if (test(sent)) throw new Error('Unexpected value.');
        return sent;
      },
    }),
  ),
  ...refusals.map(([name, breaks, status, test]) =>
    crash(name, breaks, {
      rewrite: (reply, asked) =>
        reply.status === status && test(asked)
          ? { status: 500, headers: {}, body: { code: 'internal', message: 'Oops.', status: 500 } }
          : reply,
    }),
  ),
  crash('a body that is no object', clause.badRequest, {
    readObject: (body) => {
      if (!isObject(body)) throw new TypeError('Cannot read properties.');
      return body;
    },
  }),
  crash('a name that is no string', clause.badRequest, {
    readName: (value) => {
      if (typeof value !== 'string') throw new TypeError('name.trim is not a function');
      return value;
    },
  }),
  crash('an unknown id', clause.notFound, {
    find: (id, world) => {
      const animal = find(id, world);
      if (animal === undefined) throw new Error('No rows.');
      return animal;
    },
  }),
  crash('an id beyond int64', clause.notFound, {
    readId: (id) => {
      if (/^-?\d{19,}$/.test(id) && BigInt.asIntN(64, BigInt(id)) !== BigInt(id)) throw new RangeError('Too far.');
      return readId(id);
    },
  }),
  crash('a page size of zero', clause.limit, {
    readLimit: (values) => {
      if (values[0] === '0') throw new RangeError('Division by zero.');
      return readLimit(values);
    },
  }),
  crash('a page size that is no number', clause.limit, {
    readLimit: (values) => {
      if (Number.isNaN(Number(values[0] ?? '20'))) throw new SyntaxError('syntax error at or near "NaN"');
      return readLimit(values);
    },
  }),
  crash('a page size beyond the maximum', clause.limit, {
    readLimit: (values) => {
      if (Number(values[0]) > 100) throw new RangeError('Too many.');
      return readLimit(values);
    },
  }),
];
