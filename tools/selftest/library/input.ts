import { later, looking, overwrite, remembered } from '../server/altering';
import { breaking, type Fault } from '../server/cases';
import { parseBody, read, readMember, takes } from '../server/input';
import { isObject, type Json, type JsonObject } from '../server/json';
import type { Asked, Behaviour, Stages } from '../server/model';
import { having, objectOf, recordOf, refuseClash, show, store } from '../server/records';
import { clause } from './clauses';

/** A member that takes more than the contract allows. */
const taking = (
  kind: string,
  name: string,
  test: (value: Json, schema: Parameters<typeof takes>[0]) => boolean,
): Behaviour => ({
  readMember: (member, value, asked) => {
    const isMeant = asked.kind === kind && member.name === name && value !== undefined;
    return isMeant && test(value, member.schema) ? value : readMember(member, value, asked);
  },
});
/** It keeps to a schema with other words. */
const looser = (kind: string, name: string, words: JsonObject): Behaviour =>
  taking(kind, name, (value, schema) => takes({ ...schema, ...words }, value));

/** A body that is read in another way where the test says so. */
const reading = (
  test: (body: JsonObject, asked: Asked) => boolean,
  readAs: (body: JsonObject, asked: Asked) => JsonObject,
): Behaviour => ({
  read: (body, asked) => (isObject(body) && test(body, asked) ? readAs(body, asked) : read(body, asked)),
});

/** A member that is of the server is taken from the client, and shown. */
const ofClient = (kind: string, name: string, test: (asked: Asked) => boolean = () => true): Behaviour => ({
  read: (body, asked) => {
    const value = objectOf(body)[name];
    const isTaken = asked.kind === kind && typeof value === 'string' && test(asked);
    return isTaken ? { ...read(body, asked), [name]: value } : read(body, asked);
  },
  show: (record, asked) => {
    const own = record.kind === kind ? record.members[name] : undefined;
    return own === undefined ? show(record, asked) : { ...show(record, asked), [name]: own };
  },
});

/** Members that the contract refuses, and those that no client may set. */
export const input: readonly Fault[] = [
  ...breaking(['credentials.first'], clause.key, [
    ['JSON is parsed before the key', looking((asked) => asked.operation === 'create' && parseBody(asked))],
  ]),
  ...breaking(['input.refused'], clause.invalid, [
    ['a book without authors is taken', looser('books', 'authors', { minItems: 0 })],
    ['a book of five authors is taken', looser('books', 'authors', { maxItems: 99 })],
    ['an author twice is taken', looser('books', 'authors', { uniqueItems: false })],
    [
      'an author that is a number is taken',
      taking('books', 'authors', (value, schema) =>
        takes(
          schema,
          Array.isArray(value) ? value.map((one: Json) => (typeof one === 'bigint' ? `${one}` : one)) : value,
        ),
      ),
    ],
    ['a copy of four marks is taken', looser('copies', 'marks', { maxItems: 99 })],
    ['a mark twice is taken', looser('copies', 'marks', { uniqueItems: false })],
    ['any ISBN is taken', looser('books', 'isbn', { pattern: undefined })],
    ['an ISBN with something behind it is taken', looser('books', 'isbn', { pattern: '97[89][0-9]{10}' })],
    ['a branch of any kind is taken', looser('branches', 'kind', { enum: undefined })],
    [
      'a day that is none is taken',
      looser('branches', 'openedOn', { format: undefined, pattern: '^\\d{4}-\\d\\d-\\d\\d$' }),
    ],
    [
      'null for a telephone number is a 500',
      reading(
        ({ phone }) => phone === null,
        () => {
          throw new Error('null has no length');
        },
      ),
      ['reply.no-5xx'],
    ],
    ['any number of seats is taken', taking('branches', 'seats', (value) => typeof value === 'bigint')],
    [
      'a patch takes whatever comes',
      {
        readMember: (member, value, asked) => (asked.operation === 'patch' ? value : readMember(member, value, asked)),
      },
    ],
    [
      'a patch of no authors is taken',
      reading(
        ({ authors }, { operation }) => operation === 'patch' && Array.isArray(authors) && authors.length === 0,
        () => ({ authors: [] }),
      ),
    ],
    [
      'a replacement without a name is taken',
      reading(
        (body, { operation, kind }) => operation === 'replace' && kind === 'branches' && !('name' in body),
        (body, asked) => read({ ...body, name: 'Nameless' }, asked),
      ),
    ],
  ]),
  ...breaking(['input.read-only'], clause.readOnly, [
    [
      'the id of a new branch is taken from the client',
      {
        ...ofClient('branches', 'id'),
        store: (record, world) => {
          const { id } = record.members;
          world.records = [...world.records, { ...record, id: typeof id === 'string' ? id : record.id }];
        },
      },
    ],
    ['the time of making is taken from the client', ofClient('branches', 'createdAt')],
    ['the time of adding a book is taken from the client, though no body names it', ofClient('books', 'addedAt')],
    [
      'a replacement takes the time of making from the client',
      ofClient('branches', 'createdAt', ({ operation }) => operation === 'replace'),
    ],
  ]),
];

/** A record is read, and what becomes of it written so much later, whatever stands there by then. */
const writingLater = (wait: Stages['between'] = () => later()): Behaviour => ({
  between: wait,
  update: (_, after, { world }) => overwrite(after, after, world),
});

/** Some members of another write to the same record, that came just before. */
const mixing = (body: JsonObject, { world: { notes }, id }: Asked): JsonObject => {
  // Nobody else writes it.
  const before = notes.get(`last ${id}`) as JsonObject | undefined;
  notes.set(`last ${id}`, body);
  const [first] = Object.keys(body);
  return before === undefined || first === undefined || !(first in before) ? body : { ...body, [first]: before[first] };
};

/** Notes something of a record, until so many milliseconds after its write. */
const until = async (name: string, milliseconds: number, { world: { notes } }: Asked): Promise<void> => {
  await later();
  setTimeout(() => notes.delete(name), milliseconds);
};

const deletingFirst: Stages['between'] = (_, { operation }) => later(operation === 'delete' ? 1 : 6);

/** What becomes of a record that several requests change at once. */
export const parallel: readonly Fault[] = [
  ...breaking(['parallel.some-order'], clause.changed, [
    ['a record is read, changed, and written back later', writingLater()],
    ['a change is lost where the record has changed meanwhile', { between: () => later() }],
    [
      'of patches at once the first alone is stored',
      {
        between: async ({ id }, { world: { notes } }) => {
          const isFirst = !notes.has(`busy ${id}`);
          notes.set(`busy ${id}`, true);
          await later();
          notes.set(`stored ${id}`, !isFirst);
        },
        update: ({ id }, after, { world }) => {
          if (world.notes.get(`stored ${id}`) !== true) overwrite(after, after, world);
          world.notes.delete(`busy ${id}`);
        },
      },
    ],
    [
      'replacements at once are mixed up',
      {
        ...writingLater((_, asked) => until(`last ${asked.id}`, 20, asked)),
        replaced: (_, body, asked) => mixing(body, asked),
      },
      clause.replaced,
    ],
    [
      'a replacement is stored member by member',
      {
        between: () => later(1),
        update: (before, after, { world }) => {
          const [first = ''] = Object.keys(after.members);
          overwrite(after, having(before, { [first]: after.members[first] }), world);
          setTimeout(() => overwrite(after, after, world), 6);
        },
      },
      clause.replaced,
    ],
    [
      'a patch brings back what was deleted meanwhile',
      {
        between: deletingFirst,
        update: (_, after, { world }) => {
          world.records = [...world.records.filter((one) => one.id !== after.id), after];
        },
      },
      clause.gone,
    ],
    [
      'a replacement brings back what was deleted meanwhile',
      {
        between: deletingFirst,
        replaced: (before, body, { world }) => {
          if (!world.records.includes(before)) world.records = [...world.records, before];
          return body;
        },
      },
      clause.gone,
    ],
    [
      'of equal books at once each is made',
      {
        arrive: async (asked) => {
          if (asked.operation !== 'create') return asked;
          asked.world.notes.set(`known ${asked.number}`, asked.world.records);
          await later(20);
          return asked;
        },
        keep: (kept, asked) => {
          const { world } = asked;
          const record = recordOf(kept, asked);
          // What was there when it came.
          const known = remembered(world, `known ${asked.number}`, () => world.records);
          refuseClash(record, { ...world, records: known });
          world.made += 1;
          store(record, world);
          return record;
        },
      },
      clause.conflict,
      ['parallel.all-kept'],
    ],
    [
      'a deletion among patches is answered, and not done',
      {
        ...writingLater(({ id }, asked) => {
          if (asked.operation !== 'delete') asked.world.notes.set(`patched ${id}`, true);
          return until(`patched ${id}`, 10, asked);
        }),
        remove: ({ id }, { world }) => {
          if (!world.notes.has(`patched ${id}`)) world.records = world.records.filter((one) => one.id !== id);
        },
      },
      clause.gone,
    ],
  ]),
];
