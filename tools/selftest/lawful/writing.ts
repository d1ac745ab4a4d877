import type { Behaviour } from '../server/behaviour';
import type { Lawful } from '../server/cases';
import { parseBody, readFilter, readLimit } from '../server/input';
import { type Json, print } from '../server/json';
import { on } from '../server/on';
import { show } from '../server/records';
import { invalid, Refused } from '../server/refused';

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

export const moreFields: Behaviour = {
  show: (animal) => ({
    kind: 'animal',
    ...show(animal),
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: 1767225600123n,
    weight: 4.25,
    tags: [],
    owner: null,
    category: { id: animal.categoryId, name: 'Cats' },
    _links: { self: { href: `/v1/pets/${animal.id}` } },
  }),
};

/** What the lawful base refuses with one status is refused with another. */
const otherwise = (instead: Readonly<Record<number, number>>, operation?: 'list'): Behaviour => ({
  rewrite: (reply, asked) => {
    const status = operation === undefined || operation === asked.operation ? instead[reply.status] : undefined;
    return status === undefined ? reply : { ...reply, status, body: { code: 'refused', message: 'Refused.', status } };
  },
});

const lawful = (name: string, because: string, behaviour: Behaviour): Lawful => ({ name, because, behaviour });
const json = 'The contract asks for JSON, not for one writing of it.';
const further = 'The schemas do not forbid further fields.';
const pageSize = 'No refusal of a query parameter is documented; never more than 100 records come.';

const badPageSize = (instead: (value: string) => number): Behaviour => ({
  readLimit: (values) => {
    try {
      return readLimit(values);
    } catch {
      return instead(values.at(-1) ?? '20');
    }
  },
});

const badFilter = (instead: string | undefined): Behaviour => ({
  readFilter: (values) => {
    try {
      return readFilter(values);
    } catch {
      return instead;
    }
  },
});

/** Other writings of the same reply, and other refusals where the contract names none. */
export const writing: readonly Lawful[] = [
  lawful('JSON with white space', json, { print: pretty }),
  lawful('JSON in ASCII', json, { print: escaped }),
  lawful('members in the other order', json, {
    show: (animal) => Object.fromEntries(Object.entries(show(animal)).reverse()),
    errorBody: ({ code, message, status }) => ({ status, message, code }),
  }),
  lawful('further fields in records', further, moreFields),
  lawful('further fields in errors, and codes of its own', further, detailedErrors),
  lawful('empty messages and codes', 'The values of `code` are not shown.', {
    errorBody: ({ status }) => ({ code: '', message: '', status }),
  }),
  lawful('WWW-Authenticate on 401', 'HTTP asks for it (RFC 9110, 15.5.2).', {
    rewrite: on({ status: 401 }, () => ({
      headers: { 'WWW-Authenticate': 'Bearer realm="animals", error="invalid_token"' },
    })),
  }),

  lawful('422 for a bad page size', pageSize, otherwise({ 400: 422 }, 'list')),
  lawful('404 for a bad page size', pageSize, otherwise({ 400: 404 }, 'list')),
  lawful('418 for a bad page size', pageSize, otherwise({ 400: 418 }, 'list')),
  lawful(
    'a bad page size is brought into its bounds',
    pageSize,
    badPageSize((value) => Math.min(100, Math.max(1, Math.trunc(Number(value)) || 20))),
  ),
  lawful(
    'a bad page size is ignored',
    pageSize,
    badPageSize(() => 20),
  ),
  lawful(
    'a bad page size gives an empty list',
    pageSize,
    badPageSize(() => 0),
  ),
  lawful(
    'an unknown status to filter by is ignored',
    'No refusal of a query parameter is documented.',
    badFilter(undefined),
  ),
  lawful(
    'an unknown status to filter by finds nothing',
    'No refusal of a query parameter is documented.',
    badFilter('unknown'),
  ),
  lawful('unknown query parameters are refused', 'Whether they are ignored is not shown.', {
    rewrite: (reply, { query }) =>
      [...query.keys()].every((name) => name === 'limit' || name === 'status') || reply.status >= 400
        ? reply
        : { ...reply, status: 400, body: { code: 'unknown_parameter', message: 'Unknown parameter.', status: 400 } },
  }),
  lawful('400 for a bad id', 'No refusal of a path parameter is documented.', {
    readId: (text) => {
      if (/^-?\d+$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text)) return BigInt(text);
      throw invalid('The id must be a 64-bit integer.');
    },
  }),
  lawful('404 for another method', 'What another method gets is not shown.', otherwise({ 405: 404 })),
  lawful('405 for another method, with Allow', 'What another method gets is not shown.', {
    rewrite: on({ status: 405 }, () => ({ headers: { Allow: 'GET, POST' } })),
  }),
  lawful('403 for another method, 409 for a bad page size', 'Other errors are not shown, but for their body.', {
    rewrite: (reply, asked) => {
      const status = reply.status === 405 ? 403 : reply.status === 400 && asked.operation === 'list' ? 409 : undefined;
      return status === undefined ? reply : { ...reply, status, body: { code: 'no', message: 'No.', status } };
    },
  }),
  lawful('unknown fields of a body are refused', 'Whether NewPet may have others is not shown.', {
    readObject: (body) => {
      const known = ['name', 'categoryId', 'status'];
      const object = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : undefined;
      if (object === undefined || Object.keys(object).some((name) => !known.includes(name))) {
        throw invalid('There are fields that nobody knows.');
      }
      return Object.fromEntries(Object.entries(object));
    },
  }),
  lawful('bodies of more than 4,000 bytes are refused with 413', 'How large a body may be is not shown.', {
    parseBody: (asked) => {
      if (asked.body.length > 4_000) throw new Refused(413, 'too_large', 'The body is too large.');
      return parseBody(asked);
    },
  }),
];
