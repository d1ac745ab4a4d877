import { gzipSync } from 'node:zlib';
import { replying, showing } from '../server/altering';
import { type Animal, animalOf, catalogue } from '../server/animals';
import { breaking, type Fault } from '../server/cases';
import { type Json, type JsonObject, parse, print } from '../server/json';
import type { Asked, Behaviour, Operation, Reply } from '../server/model';
import { find, show, store, whole } from '../server/records';
import { CREATED, category, LIST, READ } from './alterations';
import { clause } from './clauses';

const typed = (type: string | undefined): Reply['headers'] => ({ 'Content-Type': type });
const as = (type: string | undefined) => ({ headers: typed(type) });
const inText = (change: (text: string) => string): Behaviour => ({ print: (body) => change(print(body)) });

/** CESU-8: each UTF-16 unit on its own, surrogates too. */
function halfByHalf(unit: string): Buffer {
  const code = unit.charCodeAt(0);
  if (code < 0xd800 || code > 0xdfff) return Buffer.from(unit);
  return Buffer.from([0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]);
}

const recordALine = (_: Reply, asked: Asked): Partial<Reply> => ({
  text: asked.world.records
    .slice(0, 20)
    .map((record) => print(show(record, asked)))
    .join('\n'),
});

/** Bodies that are not JSON, or have another media type. */
const media: readonly Fault[] = [
  ...breaking(['reply.media-type'], clause.json, [
    ['a list as text/html', replying(LIST, as('text/html'))],
    ['a created record as text/plain', replying(CREATED, as('text/plain'))],
    ['a read record without a media type', replying(READ, as(undefined))],
    ['every reply as application/octet-stream', replying({}, as('application/octet-stream'))],
    ['every reply as application/vnd.api+json', replying({}, as('application/vnd.api+json'))],
    ['a list as text/json', replying(LIST, as('text/json'))],
    ['errors as text/plain', replying({ error: true }, as('text/plain'))],
    ['errors as application/problem+json', replying({ error: true }, as('application/problem+json'))],
    ['a 404 as text/html', replying({ status: 404 }, as('text/html; charset=utf-8'))],
    ['a 401 as text/plain', replying({ status: 401 }, as('text/plain'))],
    ['a media type that is none', replying({ operation: 'read' }, as('json'))],
  ]),
  ...breaking(['reply.json', 'reply.schema'], clause.json, [
    ['UTF-16 without a word', { encode: (text) => Buffer.from(text, 'utf16le') }],
    [
      'UTF-16, and said so',
      {
        encode: (text) => Buffer.from(text, 'utf16le'),
        ...replying({}, as('application/json; charset=utf-16le')),
      },
    ],
    ['Latin-1', { encode: (text) => Buffer.from(text, 'latin1') }],
    [
      'Latin-1 in lists alone',
      { encode: (text, { operation }) => Buffer.from(text, operation === 'list' ? 'latin1' : 'utf8') },
    ],
    ['a comma after the last member', inText((text) => text.replace(/\}$/, ',}'))],
    ['a comma after the last record', inText((text) => text.replace(/\]$/, ',]'))],
    ['single quotes', inText((text) => text.replaceAll('"', "'"))],
    ['names of members without quotes', inText((text) => text.replace(/"(\w+)":/g, '$1:'))],
    ['NaN for a category', inText((text) => text.replace(/"categoryId":-?\d+/, '"categoryId":NaN'))],
    ['undefined for a status', inText((text) => text.replace(/"status":"\w+"/, '"status":undefined'))],
    ['a body without its last character', inText((text) => text.slice(0, -1))],
    ['a guard before the JSON', inText((text) => `)]}',\n${text}`)],
    ['JSONP', inText((text) => `callback(${text});`)],
    ['two JSON texts in one body', inText((text) => `${text}${text}`)],
    ['a comment in the JSON', inText((text) => `${text} // generated`)],
    ['integers with a leading zero', inText((text) => text.replace(/"id":(\d)/, '"id":0$1'))],
    ['quotes in names are not escaped', inText((text) => text.replaceAll('\\"', '"'))],
    [
      'control characters in names are not escaped',
      inText((text) => text.replaceAll('\\n', '\n').replaceAll('\\t', '\t').replaceAll('\\u0000', '\0')),
    ],
    ['an empty body for a list', replying(LIST, { text: '' })],
    ['an empty body for a created record', replying(CREATED, { text: '' })],
    ['gzip without a word', { encode: (text) => gzipSync(text) }],
    ['a record a line in place of a list', replying(LIST, recordALine)],
    ['emoji as two halves of three bytes', { encode: (text) => Buffer.concat([...text.split('')].map(halfByHalf)) }],
    ['a page of HTML for a list', replying(LIST, { text: '<!doctype html><title>Animals</title>' })],
  ]),
];

/** Records shown with some members changed. */
const shown = (change: (animal: Animal) => JsonObject, where?: Operation): Behaviour =>
  showing((record) => change(animalOf(record)), where);

const byId = (_: Reply, asked: Asked): Partial<Reply> => ({
  body: Object.fromEntries(asked.world.records.map((record) => [String(record.id), show(record, asked)])),
});

/** Records whose members are not what the contract says. */
const schema: readonly Fault[] = breaking(['reply.schema', 'created.echoed'], clause.pet, [
  ['id as a string', shown(({ id }) => ({ id: String(id) }))],
  ['id as a string when created, else as an integer', shown(({ id }) => ({ id: String(id) }), 'create')],
  ['id with a fraction', shown(({ id }) => ({ id: Number(id) + 0.5 }))],
  ['id beyond int64', shown(({ id }) => ({ id: id + 2n ** 63n })), clause.int64],
  ['id missing', shown(() => ({ id: undefined }))],
  ['id missing in lists', shown(() => ({ id: undefined }), 'list')],
  ['id under the name of _id', shown(({ id }) => ({ id: undefined, _id: id }))],
  ['categoryId as a string', shown(({ categoryId }) => ({ categoryId: String(categoryId) }))],
  ['categoryId as a string when read', shown(({ categoryId }) => ({ categoryId: String(categoryId) }), 'read')],
  ['categoryId with a fraction', shown(({ categoryId }) => ({ categoryId: Number(categoryId) / 2 + 0.25 }))],
  [
    'categoryId null where it is zero',
    shown(({ categoryId }) => ({ categoryId: categoryId === 0n ? null : categoryId })),
  ],
  [
    'categoryId under the name of category_id',
    shown(({ categoryId }) => ({ categoryId: undefined, category_id: categoryId })),
  ],
  ['category as an object', shown(({ categoryId }) => ({ categoryId: { id: categoryId } }))],
  ['name null', shown(() => ({ name: null }))],
  ['name null where it is empty', shown(({ name }) => ({ name: name === '' ? null : name }))],
  ['name missing in lists', shown(() => ({ name: undefined }), 'list')],
  ['name missing when created', shown(() => ({ name: undefined }), 'create'), clause.created],
  ['name in parts', shown(({ name }) => ({ name: [name] }), 'read')],
  ['status null where there is none', shown(({ status = null }) => ({ status })), clause.petStatus],
  ['status empty where there is none', shown(({ status = '' }) => ({ status })), clause.petStatus],
  [
    'status out of the enumeration where there is none',
    shown(({ status = 'unknown' }) => ({ status })),
    clause.petStatus,
  ],
  ['status in upper case', shown(({ status }) => ({ status: status?.toUpperCase() })), clause.petStatus],
  [
    'status reserved for pending, in lists',
    shown(({ status }) => ({ status: status === 'pending' ? 'reserved' : status }), 'list'),
    clause.petStatus,
  ],
  ['status as a number', shown(({ status }) => ({ status: status === undefined ? undefined : 1 })), clause.petStatus],
  [
    'one old record in the list has a status that is no longer known',
    shown(({ id, status }) => ({ status: id === 17n ? 'lost' : status }), 'list'),
    clause.petStatus,
  ],
  ['a list inside an object', replying(LIST, ({ body = [] }) => ({ body: { data: body, total: 31 } })), clause.list],
  ['null for a list', replying(LIST, { body: null }), clause.list],
  ['records by id in place of a list', replying(LIST, byId), clause.list],
  [
    'ids in place of records',
    replying(LIST, (_, { world }) => ({ body: world.records.map(({ id }) => id) })),
    clause.list,
  ],
  ['a read record in a list', replying(READ, ({ body = null }) => ({ body: [body] })), clause.found],
  ['a created record inside an object', replying(CREATED, ({ body }) => ({ body: { pet: body } })), clause.created],
  ['an empty object when created', replying(CREATED, { body: {} }), clause.created],
  [
    'nothing but the id when created',
    { show: (record, asked) => (asked.operation === 'create' ? { id: record.id } : show(record, asked)) },
    clause.created,
  ],
  ['JSON inside a string', { print: (body) => JSON.stringify(JSON.stringify(body, (_name, value) => String(value))) }],
]);

const rounded = (value: Json): bigint => BigInt(Number(whole(value)));
const safe = BigInt(Number.MAX_SAFE_INTEGER);

/** Ids of which every second one is no double. */
const bigIds: Behaviour = { opening: () => catalogue(31, 2n ** 53n + 1n) };

const roundedCategory = (where: Operation): Behaviour =>
  shown(({ categoryId }) => ({ categoryId: rounded(categoryId) }), where);
const roundedId = (where?: Operation): Behaviour => ({ ...bigIds, ...shown(({ id }) => ({ id: rounded(id) }), where) });

/** Integers whose digits change on the way. */
const int64: readonly Fault[] = breaking(['created.echoed'], clause.int64, [
  ['categories are kept as doubles', category(rounded)],
  ['categories are kept in 32 bits', category((value) => BigInt.asIntN(32, value))],
  [
    'categories are kept without a sign, in 64 bits',
    category((value) => BigInt.asUintN(64, value)),
    ['created.echoed', 'reply.schema'],
  ],
  ['categories end at 2^53-1', category((value) => (value > safe ? safe : value))],
  ['categories lose their sign', category((value) => (value < 0n ? -value : value))],
  ['negative categories become zero', category((value) => (value < 0n ? 0n : value))],
  [
    'categories of more than 15 digits are shown with an exponent and rounded',
    inText((text) => text.replace(/(?<="categoryId":)-?\d{16,}/g, (digits) => Number(digits).toPrecision(15))),
  ],
  ['categories are rounded in the echo', roundedCategory('create')],
  ['categories are rounded when read', roundedCategory('read'), ['created.readable', 'sequence.model']],
  [
    'categories are rounded in lists',
    roundedCategory('list'),
    ['created.listed', 'records.kept', 'sequence.model', 'created.readable'],
  ],
  ['ids are rounded in the echo', roundedId('create'), ['created.readable', 'created.new-id', 'created.listed']],
  [
    'ids are rounded in lists',
    roundedId('list'),
    ['list.no-duplicates', 'created.listed', 'records.kept', 'created.readable'],
  ],
  ['ids are rounded when read', roundedId('read'), ['created.readable', 'records.kept']],
  [
    'ids are rounded in the path',
    { ...bigIds, find: (id, asked) => find(rounded(id), asked) },
    ['created.readable', 'records.kept', 'missing.not-found'],
  ],
  [
    'ids are compared as doubles',
    { ...bigIds, find: (id, { world }) => world.records.find((one) => Number(one.id) === Number(id)) },
    ['created.readable', 'records.kept', 'missing.not-found'],
  ],
  [
    'ids in the path are cut to 32 bits',
    { find: (id, asked) => find(BigInt.asIntN(32, whole(id)), asked) },
    ['missing.not-found'],
  ],
  [
    'ids are doubles throughout',
    {
      ...roundedId(),
      opening: () => catalogue(31, 2n ** 60n),
      store: (record, world) => store({ ...record, id: rounded(record.id) }, world),
    },
    ['created.new-id', 'created.readable', 'list.no-duplicates'],
  ],
  ['whole bodies go through doubles', { print: (body) => print(parse(JSON.stringify(JSON.parse(print(body))))) }],
]);

/** Bodies that are no JSON, records and integers that are not what the contract says. */
export const bodies: readonly Fault[] = [...media, ...schema, ...int64];
