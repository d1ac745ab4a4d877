import { refusingAll } from '../faults/acceptance';
import { validatingFirst } from '../faults/credentials';
import { answers, everyNth, failure, keeping, on, replying, saying, showing } from '../server/altering';
import { type Lawful, type LawfulRow, lawfulBecause } from '../server/cases';
import { parseBody, readFilter, readId, readLimit, readObject } from '../server/input';
import { type Json, print } from '../server/json';
import type { Asked, Behaviour, Operation } from '../server/model';
import { show, textOf } from '../server/records';
import { invalid, notFound, Refused } from '../server/refused';

const stringOrMark = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;
const spaced: Readonly<Record<string, string>> = {
  '{': '{\n    ',
  '}': '\n  }',
  '[': '[\r\n  ',
  ']': '\n]\t',
  ',': ' ,\n    ',
  ':': ' : ',
};

export const pretty = (body: Json): string =>
  `\n${print(body).replace(stringOrMark, (token) => spaced[token] ?? token)}\n`;

/** Every character beyond ASCII as \uXXXX. */
export const escaped = (body: Json): string =>
  print(body)
    .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('/', '\\/');

export const detailedErrors: Behaviour = {
  errorBody: ({ message, status }, { path }) => ({
    type: 'https://api.animal-store.example/errors',
    code: `E-${status}.7`,
    message: `${message} — see the manual`,
    status,
    path,
    details: [{ field: null, hint: '' }],
    retryable: false,
  }),
};

export const moreFields: Behaviour = showing(({ id, members: { categoryId } }) => ({
  kind: 'animal',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: 1767225600123n,
  weight: 4.25,
  tags: [],
  owner: null,
  category: { id: categoryId, name: 'Cats' },
  _links: { self: { href: `/v1/pets/${id}` } },
}));

/** What the lawful base refuses with one status is refused with another. */
const otherwise = (instead: Readonly<Record<number, number>>, operation?: Operation): Behaviour =>
  replying(operation === undefined ? {} : { operation }, ({ status }) => {
    const other = instead[status];
    return other === undefined ? {} : failure(other);
  });

/** What is read where the base refuses a query parameter. */
const badPageSize = (instead: (value: string) => number): Behaviour => ({
  readLimit: (values, asked) => {
    try {
      return readLimit(values, asked);
    } catch {
      return instead(values.at(-1) ?? '20');
    }
  },
});
const badFilter = (instead: string | undefined): Behaviour => ({
  readFilter: (values, asked) => {
    try {
      return readFilter(values, asked);
    } catch {
      return instead;
    }
  },
});

/** Good requests that a test does not like are refused. */
const unlike = (test: (asked: Asked) => boolean): Behaviour => ({
  rewrite: (reply, asked) => (reply.status < 400 && test(asked) ? { ...reply, ...failure(400) } : reply),
});
/** Requests with a key are refused at the door. */
const refused = (status: number, test: (asked: Asked) => boolean): Behaviour =>
  answers(status, (asked) => asked.key !== undefined && test(asked));

const KNOWN = ['limit', 'status'];
const hasOthers = ({ query }: Asked): boolean => [...query.keys()].some((name) => !KNOWN.includes(name));
const isInt64 = (text: string): boolean => /^-?\d+$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);

const pageSize = 'No refusal of a query parameter is documented; never more than 100 records come.';
const queries = 'No refusal of a query parameter is documented.';
const sizes = 'How large a request may be is not shown.';

/** Bodies that are refused before they are read. */
const refusedBody = (refusal: () => Refused, test: (text: string) => boolean): Behaviour => ({
  parseBody: (asked) => {
    if (test(asked.body.toString())) throw refusal();
    return parseBody(asked);
  },
});
const tooLarge = (): Refused => new Refused(413, 'too_large', 'The body is too large.');
const depthOf = (text: string): number => Math.max(0, ...(text.match(/\[+/g) ?? []).map((all) => all.length));

/** Other writings of the same reply, and other refusals where the contract names none. */
const written: readonly Lawful[] = [
  ...lawfulBecause('The contract asks for JSON, not for one writing of it.', [
    ['JSON with white space', { print: pretty }],
    ['JSON in ASCII', { print: escaped }],
    [
      'members in the other order',
      {
        show: (record, asked) => Object.fromEntries(Object.entries(show(record, asked)).reverse()),
        errorBody: ({ code, message, status }) => ({ status, message, code }),
      },
    ],
  ]),
  ...lawfulBecause('The schemas do not forbid further fields.', [
    ['further fields in records', moreFields],
    ['further fields in errors, and codes of its own', detailedErrors],
    [
      'empty messages and codes',
      { errorBody: ({ status }) => ({ code: '', message: '', status }) },
      'The values of `code` are not shown.',
    ],
    [
      'WWW-Authenticate on 401',
      replying({ status: 401 }, { headers: { 'WWW-Authenticate': 'Bearer realm="animals", error="invalid_token"' } }),
      'HTTP asks for it (RFC 9110, 15.5.2).',
    ],
  ]),
  ...lawfulBecause(pageSize, [
    ['422 for a bad page size', otherwise({ 400: 422 }, 'list')],
    ['404 for a bad page size', otherwise({ 400: 404 }, 'list')],
    ['418 for a bad page size', otherwise({ 400: 418 }, 'list')],
    [
      'a bad page size is brought into its bounds',
      badPageSize((value) => Math.min(100, Math.max(1, Math.trunc(Number(value)) || 20))),
    ],
    ['a bad page size is ignored', badPageSize(() => 20)],
    ['a bad page size gives an empty list', badPageSize(() => 0)],
    ['an unknown status to filter by is ignored', badFilter(undefined), queries],
    ['an unknown status to filter by finds nothing', badFilter('unknown'), queries],
    ['unknown query parameters are refused', unlike(hasOthers), 'Whether they are ignored is not shown.'],
    [
      '400 for a bad id',
      {
        readId: (text) => {
          if (isInt64(text)) return BigInt(text);
          throw invalid('The id must be a 64-bit integer.');
        },
      },
      'No refusal of a path parameter is documented.',
    ],
  ]),
  ...lawfulBecause('What another method gets is not shown.', [
    ['404 for another method', otherwise({ 405: 404 })],
    ['405 for another method, with Allow', replying({ status: 405 }, { headers: { Allow: 'GET, POST' } })],
    [
      '403 for another method, 409 for a bad page size',
      replying({}, ({ status }, { operation }) =>
        status === 405 ? failure(403) : status === 400 && operation === 'list' ? failure(409) : {},
      ),
      'Other errors are not shown, but for their body.',
    ],
    [
      'unknown fields of a body are refused',
      {
        readObject: (body, asked) => {
          const object = readObject(body, asked);
          const isKnown = Object.keys(object).every((name) => ['name', 'categoryId', 'status'].includes(name));
          if (!isKnown) throw invalid('There are fields that nobody knows.');
          return object;
        },
      },
      'Whether NewPet may have others is not shown.',
    ],
    [
      'bodies of more than 4,000 bytes are refused with 413',
      refusedBody(tooLarge, (text) => Buffer.byteLength(text) > 4_000),
      'How large a body may be is not shown.',
    ],
  ]),
];

const halfPair = /\\ud[89ab][\da-f]{2}(?!\\ud[c-f])/i;
const half = /[\ud800-\udbff](?![\udc00-\udfff])/g;
const mended = (name: Json | undefined): { readonly name: string } => ({ name: textOf(name).replace(half, '\ufffd') });

const isNumber = (text: string): boolean => /^\s*[-+]?0*\d+(\.0*)?\s*$/.test(text);

const lastOf = (values: readonly string[]): readonly string[] => values.filter((value) => value !== '').slice(-1);

/** Servers that refuse rare requests, or make the best of them. */
const requests: readonly Lawful[] = [
  ...lawfulBecause('Half a surrogate pair is unpredictable (RFC 8259, 8.2).', [
    [
      'half a surrogate pair is refused',
      refusedBody(
        () => invalid('The body is no Unicode text.'),
        (text) => halfPair.test(text),
      ),
    ],
    ['U+FFFD in place of half a surrogate pair', keeping(({ name }) => mended(name))],
    [
      'half a surrogate pair in the echo, and U+FFFD from then on',
      showing(
        ({ members: { name } }) => mended(name),
        ({ operation }) => operation !== 'create',
      ),
    ],
  ]),
  ...lawfulBecause(sizes, [
    [
      'bodies of more than 100 kB are refused with 413, and those nested more than 20 deep',
      refusedBody(tooLarge, (text) => Buffer.byteLength(text) > 100_000 || depthOf(text) > 20),
    ],
    ['414 for what is longer than 1,000 characters', refused(414, ({ target }) => target.length > 1_000)],
  ]),
  ...lawfulBecause('How an id may be written beside its usual form is not shown.', [
    [
      '400 for what is no percent-encoded text, or has a NUL',
      refused(400, ({ target }) => /%zz|%ff|%00/i.test(target)),
    ],
    [
      'ids are numbers, however they are written',
      {
        readId: (text, asked) => {
          if (isNumber(text)) return BigInt(text.replace(/\.0*/, '').replace('+', '').trim());
          if (/^-?0x[\da-f]+$/i.test(text)) return text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text);
          if (/^-?\d{1,5}e1$/.test(text)) return BigInt(text.slice(0, -2)) * 10n;
          return readId(text, asked);
        },
      },
    ],
    [
      'ids in any other form are not found',
      {
        readId: (text, asked) => {
          if (/^(0|-?[1-9]\d{0,18})$/.test(text)) return readId(text, asked);
          throw notFound('There is no animal with this id.');
        },
      },
    ],
  ]),
  ...lawfulBecause(queries, [
    [
      'of repeated parameters the last one counts, and empty ones are not there',
      {
        readLimit: (values, asked) => readLimit(lastOf(values), asked),
        readFilter: (values, asked) => readFilter(lastOf(values), asked),
      },
    ],
    [
      'page sizes are numbers, however they are written',
      {
        readLimit: (values, asked) =>
          readLimit(
            values.map((value) => (isNumber(value) ? String(Number(value)) : value)),
            asked,
          ),
      },
    ],
    [
      'repeated and empty parameters are refused, and whatever else is in a query',
      unlike((asked) => {
        const names = [...asked.query.keys()];
        const isOnce = new Set(names).size === names.length && [...asked.query.values()].every((value) => value !== '');
        return !isOnce || hasOthers(asked) || (names.length > 0 && asked.operation !== 'list');
      }),
    ],
    [
      'a list that is asked for with an unknown parameter says so in a header',
      saying((_allowance, { status }, { operation, query }) =>
        operation === 'list' && status === 200 && query.has('unknown') ? { Warning: '299 - "unknown"' } : {},
      ),
    ],
  ]),
];

/** What the document foresees by its `default` alone, and what it does not say which of two is told first. */
const foreseen: readonly Lawful[] = lawfulBecause('`default` documents every status that is not named.', [
  ...[403, 405, 409, 423, 501, 503].map(
    (status): LawfulRow => [`nothing can be added, which is told by ${status}`, refusingAll(status)],
  ),
  ...[403, 410].map((status): LawfulRow => [`what is not there is a ${status}`, otherwise({ 404: status }, 'read')]),
  [
    'what no record passes is a list with 404',
    {
      rewrite: on({ operation: 'list', status: 200 }, ({ body }) =>
        Array.isArray(body) && body.length === 0 ? failure(404) : {},
      ),
    },
  ],
  ['every fiftieth request is a 503', everyNth(50, {}, failure(503))],
  [
    'a bad page size leads to the list by a 302',
    replying({ operation: 'list', status: 400 }, { status: 302, headers: { Location: '/v1/pets' } }),
  ],
  [
    'all of a request is validated before its key is looked at',
    validatingFirst,
    'Nothing says which of two wrongs is told first.',
  ],
]);

/** Replies in another writing, and requests that are read or refused otherwise. */
export const writing: readonly Lawful[] = [...written, ...requests, ...foreseen];
