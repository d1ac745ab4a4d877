import { failsOn, failure, hangsOn, hangsUpOn, replying, type Test } from '../server/altering';
import { breaking, type CaughtBy, type Fault } from '../server/cases';
import { keyWhere, parseKey, readId, tokenOf } from '../server/input';
import type { Json } from '../server/json';
import type { Asked, Behaviour, Stored } from '../server/model';
import { find, show, whole } from '../server/records';
import { READ } from './alterations';
import { clause } from './clauses';

const UNKNOWN = { operation: 'read', status: 404 } as const;

const answered = (status: number, body?: Json): Behaviour => replying(UNKNOWN, { status, body });
const refused = (status: number): Behaviour => replying(UNKNOWN, failure(status));
const readAs = (read: (id: string) => bigint): Behaviour => ({ readId: read });
const isInteger = (text: string): boolean => /^-?\d+$/.test(text);

/** Records that are found in place of what is not there. */
const finding = (other: (id: bigint, records: readonly Stored[], asked: Asked) => Stored | undefined): Behaviour => ({
  find: (id, asked) => find(id, asked) ?? other(whole(id), asked.world.records, asked),
});

const withSchema: CaughtBy = ['missing.not-found', 'reply.schema'];
const parameters: CaughtBy = ['input.parameters-refused', 'missing.not-found'];

const made = (id: bigint): Stored => ({
  kind: 'pets',
  parents: [],
  id,
  members: { name: 'Unknown', categoryId: 0n, status: 'available' },
  madeAt: 0,
});

/** Replies to ids that no record has. */
const missing: readonly Fault[] = breaking(['missing.not-found'], clause.notFound, [
  ['null for an unknown id', answered(200, null), withSchema],
  ['an empty object for an unknown id', answered(200, {}), withSchema],
  ['an empty list for an unknown id', answered(200, []), withSchema],
  ['204 for an unknown id', answered(204), ['missing.not-found', 'reply.status']],
  ['400 for an unknown id', refused(400), { isWarning: true }],
  ['401 for an unknown id', refused(401)],
  ['422 for an unknown id', refused(422), { isWarning: true }],
  ['200 and an Error body for an unknown id', replying(UNKNOWN, { status: 200 }), withSchema],
  [
    '404 and a list for an unknown id',
    replying(UNKNOWN, { body: [] }),
    ['error.envelope', 'reply.schema', 'missing.not-found'],
  ],
  [
    'an unknown id is sent to the list',
    replying(UNKNOWN, { status: 302, headers: { Location: '/v1/pets' } }),
    ['missing.not-found', 'reply.status'],
  ],
  ['an unknown id gives the first record', finding((_, records) => records[0])],
  ['an unknown id gives a record made up for it', finding(made)],
  ['a large unknown id gives the last record', finding((id, all) => (id > 1_000_000n ? all.at(-1) : undefined))],
  ['a negative id is read without its sign', finding((id, _, asked) => (id < 0n ? find(-id, asked) : undefined))],
  ['a negative id counts from the end', finding((id, records) => (id < 0n ? records.at(Number(id)) : undefined))],
  ['the id zero gives the newest record', finding((id, records) => (id === 0n ? records.at(-1) : undefined))],
  [
    'an id beyond int64 wraps to a record',
    readAs((id) => (isInteger(id) ? BigInt.asIntN(64, BigInt(id)) : 0n)),
    ['missing.not-found', 'input.parameters-refused'],
  ],
  ['an id is read as far as it is a number', readAs((id) => BigInt(id.match(/^-?\d+/)?.[0] ?? 0)), parameters],
  ['an id that is no number gives the first record', readAs((id) => (isInteger(id) ? BigInt(id) : 1n)), parameters],
  ['an id with a fraction is cut to a record', readAs((id) => BigInt(Math.trunc(Number(id)) || 0)), parameters],
]);

const gone = (status: number) => failure(status, 'gone', 'Use the list.');

/** The deprecated operation does not work any more. */
const deprecated: readonly Fault[] = breaking(['deprecated.works', 'created.readable'], clause.deprecated, [
  ['the deprecated operation is gone: 410', replying(READ, gone(410))],
  ['the deprecated operation is gone: 404', replying(READ, gone(404))],
  [
    'the deprecated operation is gone: 405',
    replying({ operation: 'read' }, ({ status }) => (status === 401 ? {} : gone(405))),
    ['deprecated.works', 'created.readable', 'missing.not-found'],
  ],
  ['the deprecated operation is forbidden', replying(READ, gone(403))],
  [
    'the deprecated operation knows only what it opened with',
    replying(READ, (_, { id }) => (Number(id) > 31 ? gone(410) : {})),
    ['created.readable', 'deprecated.works', 'sequence.model'],
  ],
  [
    'the deprecated operation gives no more than the id',
    { show: (record, asked) => (asked.operation === 'read' ? { id: record.id } : show(record, asked)) },
    clause.found,
    ['reply.schema', 'deprecated.works'],
  ],
]);

/** What the reader of ids makes of some texts. */
const textAs = (pattern: RegExp, read: (text: string) => bigint): Behaviour => ({
  readId: (text, asked) => (pattern.test(text) ? read(text) : readId(text, asked)),
});

const reads =
  (pattern: RegExp): Test =>
  ({ operation, target }) =>
    operation === 'read' && pattern.test(target);
const failsOnText = (pattern: RegExp): Behaviour => failsOn(reads(pattern));

/** Ids in the path that are not written as ids are. */
const idTexts: readonly Fault[] = [
  ...breaking(['records.by-id'], clause.notFound, [
    ['an id with a leading zero is taken for octal', textAs(/^0[0-7]+$/, (text) => BigInt(`0o${text}`))],
    ['an exponent in an id is cut off', textAs(/^\d+e\d+$/, (text) => BigInt(text.replace(/e.*/, '')))],
    ['an id in hexadecimal is read as its digits', textAs(/^0x\d+$/, (text) => BigInt(text.slice(2)) + 1n)],
    ['an id with a sign is counted from the one before', textAs(/^\+\d+$/, (text) => BigInt(text) + 1n)],
    ['an id that is a name of every object leads to the first record', textAs(/^(__proto__|constructor)$/, () => 1n)],
    ['an id of very many digits wraps', textAs(/^\d{100,}$/, () => 1n)],
    [
      'percent-encoded digits of an id are not decoded',
      replying({ status: 200 }, (_, asked) => (reads(/\/%3\d$/)(asked) ? failure(404) : {})),
    ],
  ]),
  ...breaking(['reply.no-5xx'], clause.notFound, [
    ['500 on a leading zero of an id', failsOnText(/\/0\d+$/)],
    ['500 on a plus sign before an id', failsOnText(/\/(\+|%2b)\d+$/i)],
    ['500 on a fraction of zero in an id', failsOnText(/\.0$/)],
    ['500 on an id in hexadecimal', failsOnText(/\/0x[\da-f]+$/)],
    ['500 on a NUL in an id', failsOnText(/%00/)],
    ['500 on space around an id', failsOnText(/%20/)],
    ['500 on a byte in an id that is no UTF-8', failsOnText(/%ff/i)],
    ['500 on the id constructor', failsOnText(/constructor/)],
    [
      'the connection is cut on a percent sign in an id that encodes nothing',
      hangsUpOn(reads(/%zz/)),
      ['reply.arrives'],
    ],
    ['no reply to an id of very many digits', hangsOn(reads(/\d{1000}/)), ['reply.arrives']],
  ]),
  ...breaking(['credentials.checked'], clause.key, [
    [
      'a name of every object passes for a key',
      {
        parseKey: (authorization, asked) =>
          (tokenOf(authorization) ?? '') in {} ? keyWhere(asked, () => true) : parseKey(authorization, asked),
      },
    ],
    [
      '500 on a name of every object for a key',
      failsOn(({ headers }) => tokenOf(headers.authorization) === '__proto__'),
      ['reply.no-5xx'],
    ],
  ]),
];

/** What is read by an id that no record has, or that is written in another way, and by the deprecated operation. */
export const reading: readonly Fault[] = [...missing, ...deprecated, ...idTexts];
