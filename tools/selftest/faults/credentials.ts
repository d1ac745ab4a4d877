import { doing, failure, type Look, lockingFor, looking, replying } from '../server/altering';
import { somebody } from '../server/animals';
import { breaking, type Fault, type FaultRow } from '../server/cases';
import { keyWhere, parseKey, tokenOf } from '../server/input';
import type { Asked, Behaviour, Operation } from '../server/model';
import { recordOf, show, store } from '../server/records';
import { Refused } from '../server/refused';
import { clause } from './clauses';

/** More is taken for a key than the base takes. */
const accepts = (parse: Behaviour['parseKey'] & {}): Behaviour => ({
  parseKey: (authorization, asked) => parseKey(authorization, asked) ?? parse(authorization, asked),
});

/** Whatever header, or token, the test likes passes for the main key. */
const acceptsHeader = (test: (header: string | undefined, asked: Asked) => boolean): Behaviour =>
  accepts((header, asked) => (test(header, asked) ? 'main' : undefined));
const acceptsToken = (test: (token: string, asked: Asked) => boolean): Behaviour =>
  acceptsHeader((header, asked) => {
    const token = tokenOf(header);
    return token !== undefined && test(token, asked);
  });

/** Keys that pass when the test says so of the good key and the token sent. */
const matching = (test: (key: string, token: string) => boolean): Behaviour =>
  accepts((header, asked) => {
    const token = tokenOf(header);
    return token ? keyWhere(asked, (key) => test(key, token)) : undefined;
  });

const keyIn = (test: (header: string, key: string) => boolean): Behaviour =>
  accepts((header = '', asked) => keyWhere(asked, (key) => test(header, key)));

const unprotected = (operation: Operation): FaultRow => [
  `${operation} needs no key`,
  acceptsHeader((_, asked) => asked.operation === operation),
  clause.everyOperation,
  ['credentials.required', 'credentials.checked'],
];

const refusedWith = (status: number, which: (asked: Asked) => boolean = () => true): Behaviour =>
  replying({ status: 401 }, (_, asked) => (which(asked) ? { ...failure(status), headers: {} } : {}));

const noHeader = ({ headers }: Asked): boolean => headers.authorization === undefined;
const hasHeader = (asked: Asked): boolean => !noHeader(asked);

function basic(header: string): string {
  const token = header.match(/^basic +(.*)$/i)?.[1] ?? '';
  return `${token} ${Buffer.from(token, 'base64').toString()}`;
}

function misses(key: string, token: string): number {
  return [...key].filter((character, index) => character !== token[index]).length;
}

/** Keys that pass and should not. */
const passing: readonly Fault[] = [
  ...breaking(['credentials.required', 'credentials.checked'], clause.key, [
    ['no key is needed at all', acceptsHeader(() => true)],
    ['a missing header passes', acceptsHeader((header) => header === undefined)],
    ['an empty token passes', acceptsToken((token) => token === '')],
    ['an empty header passes', acceptsHeader((header) => header === '')],
  ]),
  ...breaking(['credentials.checked', 'credentials.required'], clause.key, [
    ['any token passes', acceptsToken((token) => token !== '')],
    ['any header passes', acceptsHeader((header) => header !== undefined && header !== '')],
    ['a long enough token passes', acceptsToken((token) => token.length >= 20)],
    unprotected('list'),
    unprotected('create'),
    unprotected('read'),
    ['any token passes for lists', acceptsToken((token, { operation }) => token !== '' && operation === 'list')],
    [
      'a filtered list needs no key',
      acceptsHeader((_, { operation, query }) => operation === 'list' && query.has('status')),
      ['credentials.required', 'credentials.checked'],
    ],
    ['the beginning of a key passes', matching((key, token) => token.length >= 3 && key.startsWith(token))],
    ['a key with its last character cut off passes', matching((key, token) => token === key.slice(0, -1))],
    ['a key with something after it passes', matching((key, token) => token.startsWith(key))],
    ['a key with something before it passes', matching((key, token) => token.endsWith(key))],
    ['a key in any case passes', matching((key, token) => token.toLowerCase() === key.toLowerCase())],
    ['the last character of a key does not count', matching((key, token) => token.slice(0, -1) === key.slice(0, -1))],
    ['the first character of a key does not count', matching((key, token) => token.slice(1) === key.slice(1))],
    ['only the first eight characters of a key count', matching((key, token) => token.slice(0, 8) === key.slice(0, 8))],
    ['only the length of a key counts', matching((key, token) => token.length === key.length)],
    [
      'a key with one character wrong passes',
      matching((key, token) => token.length === key.length && misses(key, token) <= 1),
    ],
  ]),
  ...breaking(['credentials.checked', 'credentials.required'], clause.bearer, [
    ['a key passes in the scheme Basic', keyIn((header, key) => basic(header).includes(key))],
    ['Basic passes, whatever it says', acceptsHeader((header = '') => /^basic /i.test(header))],
    ['a key passes in any scheme', keyIn((header, key) => header.split(' ')[1] === key)],
    ['a key passes without a scheme', keyIn((header, key) => header === key)],
  ]),
];

/** Keys that are refused in another way than with 401. */
const refused: readonly Fault[] = breaking(['credentials.required', 'credentials.checked'], clause.key, [
  // `default` stands for a 403, by which a key is refused as well.
  ['403 in place of 401', refusedWith(403), { isWarning: true }],
  ['400 in place of 401', refusedWith(400)],
  ['404 in place of 401', refusedWith(404)],
  ['407 in place of 401', refusedWith(407)],
  ['403 for an unknown key, 401 for a missing one', refusedWith(403, hasHeader), { isWarning: true }],
  ['400 for a missing key, 401 for an unknown one', refusedWith(400, noHeader)],
  ['403 for a read without a key', refusedWith(403, ({ operation }) => operation === 'read'), { isWarning: true }],
  ['404 for a create without a key', refusedWith(404, ({ operation }) => operation === 'create')],
  [
    'a missing key gets an empty list',
    replying({ operation: 'list', status: 401 }, { status: 200, body: [], headers: {} }),
    clause.everyOperation,
  ],
  [
    'a 401 with the record in it',
    replying({ operation: 'read', status: 401 }, (_, asked) => ({
      body: asked.world.records.slice(0, 1).map((record) => show(record, asked))[0],
    })),
    ['error.envelope', 'reply.schema'],
  ],
  [
    'a create without a key is kept all the same',
    doing({ operation: 'create', status: 401 }, ({ world }) => store(somebody(world), world)),
    ['refused.no-trace', 'credentials.required', 'sequence.model'],
  ],
]);

const ofOperation =
  (operation: Operation, look: Look): Look =>
  (asked) =>
    asked.operation === operation && look(asked);

const json = ofOperation('create', (asked) => asked.world.behaviour.parseBody(asked));
const members = ofOperation('create', (asked) => sentIn(asked));
const record = ofOperation('read', (asked) => {
  const { behaviour } = asked.world;
  if (behaviour.find(behaviour.readId(asked.id, asked), asked) === undefined) {
    throw new Refused(404, 'not_found', 'There is no animal with this id.');
  }
});
const id = ofOperation('read', (asked) => {
  if (!/^\d+$/.test(asked.id)) throw new Refused(400, 'invalid', 'The id is no number.');
});
const query = ofOperation('list', (asked) => {
  asked.world.behaviour.readLimit(asked.query.getAll('limit'), asked);
  asked.world.behaviour.readFilter(asked.query.getAll('status'), asked);
});
const mediaType = ofOperation('create', ({ headers }) => {
  if (!/^application\/json/.test(headers['content-type'] ?? '')) {
    throw new Refused(415, 'media_type', 'The body must be JSON.');
  }
});
const presence = ofOperation('create', ({ body }) => {
  if (body.length === 0) throw new Refused(400, 'invalid', 'There is no body.');
});

/** What a framework does that validates all of a request before the key is looked at. */
export const validatingFirst: Behaviour = looking((asked) => {
  for (const look of [mediaType, json, members, id, query]) look(asked);
});

const sentIn = (asked: Asked) => asked.world.behaviour.read(asked.world.behaviour.parseBody(asked), asked);

/** Servers that tell what else is wrong with a request before they ask who it is from: the document does not say which is first. */
const order: readonly Fault[] = breaking(
  ['credentials.first'],
  clause.key,
  [
    ['JSON is parsed before the key', looking(json)],
    ['fields are judged before the key', looking(members)],
    ['the record is looked for before the key', looking(record)],
    ['the id is judged before the key', looking(id)],
    ['the query is judged before the key', looking(query)],
    ['the media type is judged before the key', looking(mediaType)],
    ['a body is asked for before the key', looking(presence)],
    ['where there is a header, JSON is parsed before the key', looking(json, hasHeader)],
    ['where there is a header, fields are judged before the key', looking(members, hasHeader)],
    ['where there is a header, the record is looked for before the key', looking(record, hasHeader)],
    ['where there is a header, the query is judged before the key', looking(query, hasHeader)],
  ],
  { isWarning: true },
);

/** What is served, or kept, without a valid key, since something else is wrong as well. */
const served: readonly Fault[] = breaking(['credentials.first'], clause.key, [
  [
    'a page size out of its bounds needs no key',
    replying({ operation: 'list', status: 401 }, (_, asked) =>
      asked.query.get('limit') === '0' ? { status: 200, body: [] } : {},
    ),
  ],
  [
    'what an unknown key creates is refused, and kept',
    doing({ operation: 'create', status: 401 }, (asked) => {
      if (hasHeader(asked)) store(recordOf(sentIn(asked), asked), asked.world);
    }),
    ['refused.no-trace'],
  ],
]);

/** Servers that a client has to know better than the contract tells. */
const lockedOut: readonly Fault[] = breaking(['credentials.steady'], clause.key, [
  ['a wrong key locks the valid one out for half a second', lockingFor(500), { isWarning: true }],
]);

/** Keys that pass and should not, are refused otherwise than with 401, or are not looked at first. */
export const credentials: readonly Fault[] = [...passing, ...refused, ...order, ...served, ...lockedOut];
