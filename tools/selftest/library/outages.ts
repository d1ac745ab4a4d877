import { hangsUpOn, later } from '../server/altering';
import { breaking, type Fault, type Lawful, lawfulBecause } from '../server/cases';
import type { Asked, Behaviour, Operation, Reply } from '../server/model';

/** From when on a server answers everything in one way. @param served requests that are answered still: 0 where none is */
const onceAsked = (test: (asked: Asked) => boolean, then: Partial<Behaviour>, served = 1): Behaviour => ({
  rewrite: (reply, asked) => {
    if (!asked.world.notes.has('turned') && test(asked)) asked.world.notes.set('turned', asked.number + served - 1);
    return then.rewrite !== undefined && isTurned(asked) ? then.rewrite(reply, asked) : reply;
  },
  send: (response, outgoing, asked) => {
    if (then.send !== undefined && isTurned(asked)) response.destroy();
    else response.writeHead(outgoing.status, outgoing.headers).end(outgoing.bytes);
  },
});

/** Whether what turns a server came before a request. */
const isTurned = ({ world, number }: Asked): boolean => number > Number(world.notes.get('turned') ?? Infinity);

const answering = (status: number): Partial<Behaviour> => ({
  rewrite: (): Reply => ({ status, body: { title: 'Not any more.', status: BigInt(status) } }),
});
const HANGING_UP: Partial<Behaviour> = { send: () => {} };

const isOfPath =
  (wanted: string, path: string) =>
  ({ method, path: asked }: Asked): boolean =>
    method === wanted && asked === path;

const isOf =
  (kind: string, wanted: Operation) =>
  ({ kind: asked, operation }: Asked): boolean =>
    asked === kind && operation === wanted;

const hasWrongKey = ({ key, headers }: Asked): boolean => key === undefined && headers['x-library-key'] !== undefined;

/** Libraries that do what their document says of an operation, to the harm of whoever calls it. */
export const harmful: readonly Lawful[] = lawfulBecause('A run calls nothing unasked that may end the server.', [
  ['it goes out of service when it is told to', onceAsked(isOfPath('POST', '/maintenance'), answering(503))],
  ['all goes when all branches are to go', onceAsked(isOfPath('DELETE', '/branches'), answering(503))],
]);

const PROBLEM = { title: 'Later.', status: 429n };
const isListOfCopies = ({ kind, operation }: Asked): boolean => kind === 'copies' && operation === 'list';

/** Libraries one operation of which is not like the others. */
export const uneven: readonly Lawful[] = lawfulBecause('Any other refusal is documented, and no time is promised.', [
  [
    'copies are listed once an hour',
    {
      rewrite: (reply, asked) =>
        isListOfCopies(asked) ? { status: 429, headers: { 'Retry-After': '3600' }, body: PROBLEM } : reply,
    },
  ],
  [
    'copies are listed slowly',
    {
      arrive: async (asked) => {
        if (isListOfCopies(asked)) await later(150);
        return asked;
      },
    },
    { isSlow: true },
  ],
]);

/** The same, to the fault of the library. */
export const dropping: readonly Fault[] = breaking(['reply.arrives'], 'Each operation answers.', [
  ['the list of copies drops every connection', hangsUpOn(isListOfCopies)],
]);

/** Libraries that serve no more from some request on. */
export const ended: readonly Fault[] = breaking(
  ['server.stays-up'],
  'A request leaves the server at work for those that follow.',
  [
    ['it is out of service once a branch was patched', onceAsked(isOf('branches', 'patch'), answering(503))],
    ['the key is refused once a book was replaced', onceAsked(isOf('books', 'replace'), answering(401))],
    ['the client is banned once it has deleted a book', onceAsked(isOf('books', 'delete'), answering(403))],
    ['everything fails once a copy was made', onceAsked(isOf('copies', 'create'), answering(500))],
    ['it dies of the first patch of a book', onceAsked(isOf('books', 'patch'), HANGING_UP)],
    ['it dies of a patch of a book in the place of a reply', onceAsked(isOf('books', 'patch'), HANGING_UP, 0)],
    ['it is out of service with the first book replaced', onceAsked(isOf('books', 'replace'), answering(503), 0)],
    ['it dies of a wrong key', onceAsked(hasWrongKey, HANGING_UP, 0)],
    ['the key is refused for good once a wrong one was sent', onceAsked(hasWrongKey, answering(401))],
    ['it ends by itself', onceAsked(({ number, method }) => number > 120 && method === 'GET', HANGING_UP)],
  ],
);

/** Each replacement of a book, such as one of a password may, has everything refused for a while. */
const refusingFor = (milliseconds: number, status: number, headers: Reply['headers'] = {}): Behaviour => ({
  rewrite: (reply, asked) => {
    const { notes } = asked.world;
    if (Date.now() < Number(notes.get('back at') ?? 0))
      return { status, headers, body: { title: 'Wait.', status: BigInt(status) } };
    if (isOf('books', 'replace')(asked) && !notes.has('back at')) notes.set('back at', Date.now() + milliseconds);
    return reply;
  },
});

export const lockedOut: readonly Fault[] = [
  ...breaking(['credentials.steady'], 'A valid key is served.', [
    ['the key is refused for half a second once a book was replaced', refusingFor(500, 401), { isWarning: true }],
  ]),
  ...breaking(['server.stays-up'], 'A request leaves the server at work for those that follow.', [
    ['it is restarted once a book was replaced', refusingFor(1_200, 502), { isWarning: true }],
    [
      'it is out of service for the second that it asks for',
      refusingFor(900, 503, { 'Retry-After': '1' }),
      { isWarning: true },
    ],
  ]),
];
