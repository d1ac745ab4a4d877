import { meter, minute, rowOf } from '../server/allowance';
import { failure, inTurn, later, meeting, others, plainly, replying, saying } from '../server/altering';
import { somebody } from '../server/animals';
import { type Lawful, lawfulBecause } from '../server/cases';
import type { Asked, Behaviour, Reply, Send } from '../server/model';
import { keep, recordOf, store } from '../server/records';
import { bucket, sliding } from './allowances';
import { anyOrder, huge, knownCategories, newestFirst, scattered } from './records';
import { chunked, compressed, slowly } from './transport';
import { detailedErrors, escaped, moreFields, pretty } from './writing';

/** Each takes as long as its number says. */
const staggered = (number: number): number => 1 + ((number * 7) % 11);

/** Something is waited for before a request is carried out, or before its reply is sent. */
const arriving = (milliseconds: (asked: Asked) => number): Behaviour => ({
  arrive: async (asked) => {
    await later(milliseconds(asked));
    return asked;
  },
});
const replyingLater = (milliseconds: (asked: Asked) => number): Behaviour => ({
  rewrite: async (reply, asked) => {
    const wait = milliseconds(asked);
    if (wait > 0) await later(wait);
    return reply;
  },
});

const pieces: Send = async (response, outgoing, asked) => {
  const { 'Content-Length': _, ...headers } = outgoing.headers;
  if (outgoing.bytes.length < 2) return plainly(response, outgoing, asked);
  response.writeHead(outgoing.status, headers);
  response.write(outgoing.bytes.subarray(0, 1));
  await later(staggered(asked.number) % 5);
  response.end(outgoing.bytes.subarray(1));
};

const windows = 'How a window runs is not shown.';

/** Servers that are served by several clients at once, and lose nothing. */
const atOnce: readonly Lawful[] = lawfulBecause('Which of several requests is served first is open.', [
  [
    'creates wait for each other',
    {
      keep: (kept, asked) =>
        inTurn(asked.world, async () => {
          const record = recordOf(kept, asked);
          await later(1);
          store(record, asked.world);
          return record;
        }),
    },
  ],
  [
    'one request is served at a time',
    {
      meter: (asked) => inTurn(asked.world, () => meter(asked)),
      keep: (kept, asked) => inTurn(asked.world, () => keep(kept, asked)),
      records: (asked) => inTurn(asked.world, () => asked.world.records),
    },
  ],
  [
    'one slow request is served at a time',
    {
      arrive: (asked) =>
        inTurn(asked.world, async () => {
          await later(others(asked) > 0 ? 40 : 0);
          return asked;
        }),
    },
    'Nothing says how fast a reply is.',
  ],
  [
    'requests are finished in another order than they came',
    {
      ...arriving(({ number }) => staggered(number)),
      ...replyingLater(({ number }) => staggered(number + 5)),
    },
  ],
  [
    'ids are given in order, and records stored in another',
    {
      assignId: ({ made }) => 1_000n + BigInt(made),
      keep: async (kept, asked) => {
        const record = recordOf(kept, asked);
        asked.world.made += 1;
        await later(staggered(asked.number));
        store(record, asked.world);
        return record;
      },
    },
  ],
  [
    'a record is there some time before its create is answered',
    replyingLater(({ operation }) => (operation === 'create' ? 12 : 0)),
  ],
  ['a list takes some time after it was read', replyingLater(({ operation }) => (operation === 'list' ? 12 : 0))],
  [
    'other clients add records while requests are served',
    {
      keep: async (kept, asked) => {
        store(somebody(asked.world, `Another's ${asked.number}`, 'sold'), asked.world);
        await later(2);
        return keep(kept, asked);
      },
    },
    'Other clients may use the service meanwhile.',
  ],
  [
    'each connection is closed after its reply',
    replying({}, ({ headers }) => ({ headers: { ...headers, Connection: 'close' } })),
    'A connection may be closed at any time (RFC 9112, 9.5).',
  ],
  [
    'with five requests at once there is a 429',
    {
      meter: (asked) => {
        const allowance = meter(asked);
        return others(asked) < 5 ? allowance : { ...allowance, refused: true, remaining: 0, resetAt: Date.now() + 200 };
      },
      retryAfter: () => '0',
    },
    'A request over the limit receives 429.',
  ],
  [
    'others use the key while requests are served',
    {
      meter: (asked) => {
        if (asked.key === 'main') rowOf(asked).minute.used += asked.number % 3;
        return meter(asked);
      },
    },
    'A key may have other users.',
    { needs: { plan: 'Business' } },
  ],
  [
    'replies take another order than the allowance, and everything is judged',
    replyingLater(({ number }) => staggered(number) % 4),
    { needs: { limitKey: true, exclusiveKey: true, plan: 'Business', limitPlan: 'Free' } },
  ],
  ['a sliding window that only one client uses', sliding, windows, { needs: { limitKey: true, exclusiveKey: true } }],
  ['a bucket that refills, with requests at once', bucket, windows, { needs: { limitKey: true, limitPlan: 'Free' } }],
  [
    'a window that ends among requests at once',
    { minuteBegan: (now, { opened }) => (opened === 0 ? now - minute + 300 : now) },
    windows,
    { needs: { limitKey: true, exclusiveKey: true } },
  ],
  ['replies come in pieces', { send: pieces }, 'A reply may be sent in chunks (RFC 9112, 7.1).'],
]).map((one): Lawful => ({ ...one, behaviour: { ...meeting, ...one.behaviour } }));

/** The start of 5 December 2030, on which the deprecated operation is to be removed, in Unix milliseconds. */
export const REMOVAL = 1_922_659_200_000;

/** The server's clock has passed the beginning of that day. */
const afterwards: Behaviour = { now: () => REMOVAL + performance.now() };

/** What stands where the deprecated operation was, with a key and without. */
const instead = (reply: Partial<Reply>): Behaviour => ({ ...afterwards, ...replying({ operation: 'read' }, reply) });

/** Servers after the day of the removal. */
const removal: readonly Lawful[] = lawfulBecause(
  'The contract says nothing of an operation from the day of its removal on.',
  [
    ['a removed operation is gone: 410', instead(failure(410, 'gone', 'This is not here any more.'))],
    ['a removed operation gives way to a page', instead({ status: 200, text: '<p>Gone.</p>' })],
    ['a removed operation works on', afterwards],
  ],
);

/** Several of the others at once. */
const combined: readonly Lawful[] = lawfulBecause('Each part of it is lawful, and they do not touch.', [
  [
    'behind a proxy: gzip, chunks, white space, further fields',
    { ...compressed('gzip'), send: chunked, print: pretty, ...moreFields, ...detailedErrors },
  ],
  [
    'large and busy: 2,000 records in any order, scattered ids, a sliding window',
    { ...huge, ...anyOrder, ...sliding, assignId: ({ made }) => scattered(10_000 + made) },
    { needs: { limitKey: true } },
  ],
  [
    'strict: categories must exist, a bucket that refills, the newest first, JSON in ASCII',
    { ...knownCategories, ...bucket, ...newestFirst, print: escaped, ...detailedErrors },
    { needs: { limitKey: true } },
  ],
  [
    'far away: slow, closed connections, no Date, a longer base path',
    { send: slowly, ...saying({ Connection: 'close', Date: undefined }), basePath: '/eu/animals/v1' },
    { isSlow: true },
  ],
]);

/** Requests at once, the time after the removal, and several of the others together. */
export const together: readonly Lawful[] = [...atOnce, ...removal, ...combined];
