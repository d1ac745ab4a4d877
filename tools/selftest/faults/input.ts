import {
  failsOn,
  failure,
  hangsOn,
  hangsUpOn,
  reading,
  refusing,
  replying,
  showing,
  type Test,
} from '../server/altering';
import { catalogue, type NewAnimal, newAnimalOf, statuses } from '../server/animals';
import { breaking, type Fault } from '../server/cases';
import { parseBody, readFilter, readLimit, readObject } from '../server/input';
import { type Json, type JsonObject, parse } from '../server/json';
import type { Asked, Behaviour } from '../server/model';
import { filter, find, objectOf, textOf, whole } from '../server/records';
import { invalid, notFound, Refused } from '../server/refused';
import { kept } from './alterations';
import { clause } from './clauses';

/** What the members of a body are read from. */
const from = (change: (body: JsonObject) => JsonObject): Behaviour => ({
  readObject: (body, asked) => change(readObject(body, asked)),
});

const lowerFirst = (name: string): string => name.slice(0, 1).toLowerCase() + name.slice(1);
const inAnyCase = (body: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [lowerFirst(name), value]));
const parentOf = (body: JsonObject): JsonObject => objectOf(Object.getOwnPropertyDescriptor(body, '__proto__')?.value);

/** What one body brought with `__proto__` counts for all later ones. */
const polluted: Behaviour = {
  readObject: (body, asked) => {
    const { notes } = asked.world;
    // Nobody else writes it.
    const before = notes.get('brought') as JsonObject | undefined;
    const brought = { ...before, ...parentOf(readObject(body, asked)) };
    notes.set('brought', brought);
    return { ...brought, ...readObject(body, asked) };
  },
};

/** Where a status is sent, another member need not be there. */
const besideStatus = (name: string, value: Json): Behaviour =>
  from((body) => (body.status === undefined || body[name] !== undefined ? body : { ...body, [name]: value }));

/** A text for a name that is read as another one. */
const nameText = (change: (name: string) => string): Behaviour =>
  reading('name', (value, next) => next(typeof value === 'string' ? change(value) : value));
const failsOnBody = (text: string): Behaviour => failsOn(({ body }) => body.includes(text));

/** Bodies whose members are taken for others, and members that nobody expects. */
const members: readonly Fault[] = breaking(['input.refused'], clause.newPet, [
  ['a member in another case is taken', from(inAnyCase)],
  [
    'a member in another case goes before',
    from(({ Name: other, name, ...rest }) => ({ ...rest, name: name === undefined ? undefined : (other ?? name) })),
    ['created.echoed', 'input.refused'],
  ],
  ['what stands in __proto__ counts', from((body) => ({ ...parentOf(body), ...body }))],
  ['what stood in __proto__ counts for later bodies', polluted, ['input.unknown-members', 'input.refused']],
  ['500 on a member hasOwnProperty', failsOnBody('"hasOwnProperty"'), ['reply.no-5xx', 'input.refused']],
  ['500 on a member __proto__', failsOnBody('"__proto__":'), ['reply.no-5xx', 'input.refused']],
  ['500 on a member constructor', failsOnBody('"constructor":'), ['reply.no-5xx', 'input.refused']],
  [
    'the ordinal of a status is taken',
    reading('status', (value, next) => (value === 0n || value === 1n ? statuses[Number(value)] : next(value))),
  ],
  [
    'a status is looked up in an object',
    reading('status', (value, next) => (value === 'constructor' ? undefined : next(value))),
  ],
  ['a name may be missing beside a status', besideStatus('name', 'Nobody')],
  ['a category may be missing beside a status', besideStatus('categoryId', 0n)],
  [
    'a name of digits comes back as a number',
    showing(({ members: { name = '' } }) => ({
      name: /^[1-9]\d*$/.test(textOf(name)) ? BigInt(textOf(name)) : name,
    })),
    ['reply.schema', 'input.refused'],
  ],
  [
    'a name of blanks becomes empty',
    nameText((name) => (name.trim() === '' ? '' : name)),
    ['created.echoed', 'input.refused'],
  ],
  ['a name of zero becomes empty', nameText((name) => (name === '0' ? '' : name)), ['created.echoed', 'input.refused']],
  [
    'a name with an exponent is computed',
    nameText((name) => (/^\d+e\d+$/.test(name) ? String(Number(name)) : name)),
    ['created.echoed', 'input.refused'],
  ],
  ['500 on a name of constructor', failsOnBody(':"constructor"'), ['reply.no-5xx', 'input.refused']],
]);

const textIn = ({ body }: Asked): string => body.toString();
const creates =
  (test: (text: string) => boolean): Test =>
  (asked) =>
    asked.operation === 'create' && test(textIn(asked));
const hasCharset = ({ headers }: Asked): boolean => /charset/.test(headers['content-type'] ?? '');

/** Bodies that are refused although they say what others say, too. */
const refused = (test: Test, status = 400): Behaviour => ({
  parseBody: (asked) => {
    if (test(asked)) throw new Refused(status, 'not_understood', 'The body is not understood.');
    return parseBody(asked);
  },
});

/** Valid bodies that are read otherwise. */
const parsedAs = (change: (asked: Asked, body: Json) => Json): Behaviour => ({
  parseBody: (asked) => change(asked, parseBody(asked)),
});
const spelledAs = (change: (text: string) => string): Behaviour => parsedAs((asked) => parse(change(textIn(asked))));

const half = /\\ud[89ab][\da-f]{2}(?!\\ud[c-f])/i;
const pair = /\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}/gi;
/** Node reads so much at once, the head of the request with it. */
const CHUNK = 65_300;

const rawHalves = (text: string): Buffer =>
  Buffer.concat(
    text
      .split(/(\\ud83d(?!\\u))/)
      .map((part) => (part === '\\ud83d' ? Buffer.from([0xed, 0xa0, 0xbd]) : Buffer.from(part))),
  );

const isDeep = creates((text) => text.includes('[[[[[[[[[['));
const isLonger =
  (most: number): Test =>
  ({ body }) =>
    body.length > most;

/** Bodies in JSON that is written in another way than most clients write it, or is large. */
const spellings: readonly Fault[] = breaking(['input.spelling'], clause.json, [
  ['white space before a body is refused', refused(creates((text) => /^\s/.test(text)))],
  [
    'an escape in the name of a member is not understood',
    refused(creates((text) => /\\u[\da-f]{4}[^"]*"\s*:/i.test(text))),
  ],
  [
    'the members of a body have an order',
    parsedAs((_, body) => {
      if (body !== null && typeof body === 'object' && Object.keys(body)[0] !== 'name') {
        throw invalid('The body must begin with a name.');
      }
      return body;
    }),
  ],
  [
    'with a charset a body is read as Latin-1',
    parsedAs((asked, body) => (hasCharset(asked) ? parse(asked.body.toString('latin1')) : body)),
    ['created.echoed'],
  ],
  ['415 for a charset', refused(hasCharset, 415)],
  ['an escape in a text is refused', refused(creates((text) => /:\s*"\\u/.test(text)))],
  ['an emoji in two escapes is refused', refused(creates((text) => /\\ud83d\\u/i.test(text)))],
  ['an escape in a text stays as it stands', spelledAs((text) => text.replaceAll(/(:\s*")\\u/g, '$1\\\\u'))],
  [
    'an emoji in two escapes becomes two characters',
    spelledAs((text) => text.replaceAll(pair, '\ufffd\ufffd')),
    ['created.echoed'],
  ],
  ['500 on half a surrogate pair', failsOn(creates((text) => half.test(text))), ['reply.no-5xx']],
  ['half a surrogate pair goes out as it is', { encode: rawHalves }, ['reply.json']],
  [
    'half a surrogate pair makes every later list fail',
    replying({ operation: 'list', status: 200 }, (_, { world }) =>
      world.records.some(({ members: { name } }) => /\ud83d(?![\udc00-\udfff])/.test(textOf(name))) ? failure(500) : {},
    ),
    ['reply.no-5xx'],
  ],
  [
    'characters between two packets of a body are broken',
    parsedAs(({ body }, read) =>
      body.length <= CHUNK ? read : parse(body.subarray(0, CHUNK).toString() + body.subarray(CHUNK).toString()),
    ),
    ['created.echoed'],
  ],
  [
    'names are cut after 16,000 bytes',
    kept(({ name }) => ({ name: Buffer.from(name).subarray(0, 16_000).toString() })),
    ['created.echoed'],
  ],
  ['500 on a body of more than 100 kB', failsOn(isLonger(100_000)), ['reply.no-5xx']],
  ['500 on a body of more than 15 kB', failsOn(isLonger(15_000)), ['reply.no-5xx']],
  ['the connection is cut on a body of more than 64 kB', hangsUpOn(isLonger(65_536)), ['reply.arrives']],
  ['no reply to a body of more than 128 kB', hangsOn(isLonger(131_072)), ['reply.arrives']],
  ['500 on a body that is nested deep', failsOn(isDeep), ['reply.no-5xx']],
  ['no reply to a body that is nested deep', hangsOn(isDeep), ['reply.arrives']],
]);

const limitOf = (test: (limit: number) => boolean): Behaviour => ({
  readLimit: (values, asked) => {
    const limit = readLimit(values, asked);
    if (values.length > 0 && test(limit)) throw invalid('Unexpected limit.');
    return limit;
  },
});

const filterBy = (refusedOne: string | undefined): Behaviour => ({
  readFilter: (values, asked) => {
    if (values[0] === refusedOne) throw invalid('Unexpected status.');
    return readFilter(values, asked);
  },
});

/** Refuses filtered lists where the test says so. */
const filtered = (refusal: () => Refused, test: Test = () => true): Behaviour => ({
  filter: (records, status, asked) => {
    if (status !== undefined && test(asked)) throw refusal();
    return filter(records, status, asked);
  },
});

const statusOf = (refusedOne: string | undefined): Behaviour =>
  reading('status', (value, next) => {
    if (value === refusedOne) throw invalid('Unexpected status.');
    return next(value);
  });

/** Refuses records whose values are those of records that the server itself shows. */
const sent = (test: (sent: NewAnimal) => boolean): Behaviour => refusing((body) => test(newAnimalOf(body)));

const refusingAll = (status: number): Behaviour => ({
  readObject: () => {
    throw new Refused(status, 'refused', 'Nothing can be added.');
  },
});

/** Valid requests that are refused. */
const acceptance: readonly Fault[] = [
  ...breaking(['input.accepted', 'sequence.model'], clause.limit, [
    ['the largest page size', limitOf((limit) => limit === 100)],
    ['the smallest page size', limitOf((limit) => limit === 1)],
    ['page sizes over 50', limitOf((limit) => limit > 50)],
    ['any page size', limitOf(() => true)],
    [
      'a list without a page size',
      {
        readLimit: (values, asked) => {
          if (values.length === 0) throw invalid('The parameter "limit" is missing.');
          return readLimit(values, asked);
        },
      },
    ],
  ]),
  ...breaking(['input.accepted', 'sequence.model'], clause.filter, [
    ['a list without a filter', filterBy(undefined)],
    ['a list of the available', filterBy('available')],
    ['a list of the pending', filterBy('pending')],
    ['a list of the sold', filterBy('sold')],
    [
      'a filter beside a page size',
      filtered(
        () => invalid('One parameter at most.'),
        ({ query }) => query.has('limit'),
      ),
    ],
    ['a list with 404 where it is filtered', filtered(() => notFound('There is no such list.'))],
  ]),
  ...breaking(['input.accepted', 'sequence.model'], clause.newPet, [
    ['a record without a status', statusOf(undefined)],
    ['a record that is available', statusOf('available'), clause.petStatus],
    ['a record that is pending', statusOf('pending'), clause.petStatus],
    ['a record that is sold', statusOf('sold'), clause.petStatus],
    ['a record with a status', sent(({ status }) => status !== undefined)],
    ['an apostrophe in a name', sent(({ name }) => name.includes("'"))],
    ['a space in a name', sent(({ name }) => name.includes(' '))],
    ['names beyond ASCII', sent(({ name }) => /\P{ASCII}/u.test(name))],
    ['markup in a name', sent(({ name }) => /[<>&]/.test(name))],
    ['a category beyond 32 bits', sent(({ categoryId }) => categoryId >= 2n ** 31n), clause.int64],
    ['a category beyond 53 bits', sent(({ categoryId }) => categoryId >= 2n ** 53n), clause.int64],
    ['a negative category', sent(({ categoryId }) => categoryId < 0n), clause.int64],
    ['every record', sent(() => true), clause.created],
    ['every record with 403', refusingAll(403), clause.created],
    ['every record with 405', refusingAll(405), clause.created],
    [
      'a category that is written as an integer',
      reading('categoryId', (value, next) => {
        if (typeof value === 'bigint') throw invalid('The member "categoryId" must be a string.');
        return next(value);
      }),
    ],
    [
      'to read ids beyond 32 bits',
      {
        opening: () => catalogue(31, 2n ** 32n),
        find: (id, asked) => {
          if (whole(id) >= 2n ** 31n) throw notFound('There is no such id.');
          return find(id, asked);
        },
      },
      clause.int64,
    ],
  ]),
];

/** Bodies of which members are taken for others, valid ones that are read otherwise, and valid requests that are refused. */
export const input: readonly Fault[] = [
  ...members,
  ...spellings,
  ...acceptance.map((fault): Fault => ({ ...fault, name: `refuses ${fault.name}` })),
];
