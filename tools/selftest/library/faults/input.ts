import type { CheckId, Fault } from '../../server/cases';
import { isObject, type Json } from '../../server/json';
import { bookFields, branchFields, copyFields, type Field, listOf, text } from '../fields';
import type { Behaviour, Kind } from '../model';
import { read } from '../records';
import { type CaughtBy, clause, faultOf } from './clauses';

const invalid = (name: string, caughtBy: CaughtBy, behaviour: Behaviour) =>
  faultOf(clause.invalid, name, caughtBy, behaviour);
const readOnly = (name: string, caughtBy: CaughtBy, behaviour: Behaviour) =>
  faultOf(clause.readOnly, name, caughtBy, behaviour);
const refused: readonly [CheckId, ...CheckId[]] = ['input.refused'];

const FIELDS = { branches: branchFields, books: bookFields, copies: copyFields };

/** A member that takes more than the contract allows. */
const taking = (kind: Kind, name: string, takes: Field['takes']): Behaviour => ({
  fields: { ...FIELDS, [kind]: { ...FIELDS[kind], [name]: { ...FIELDS[kind][name], takes } } },
});

const author = text(1, 60);
const anyText = (value: Json): boolean => typeof value === 'string';

/** Members that the contract refuses, and those that no client may set. */
export const input: readonly Fault<Behaviour>[] = [
  invalid(
    'a book without authors is taken',
    refused,
    taking('books', 'authors', listOf(author, { least: 0, most: 4 })),
  ),
  invalid(
    'a book of five authors is taken',
    refused,
    taking('books', 'authors', listOf(author, { least: 1, most: 99 })),
  ),
  invalid(
    'an author twice is taken',
    refused,
    taking('books', 'authors', listOf(author, { least: 1, most: 4, twice: true })),
  ),
  invalid(
    'an author that is a number is taken',
    refused,
    taking(
      'books',
      'authors',
      listOf((value) => author(value) || typeof value === 'bigint', { least: 1, most: 4 }),
    ),
  ),
  invalid(
    'a copy of four marks is taken',
    refused,
    taking('copies', 'marks', listOf(text(1, 30), { least: 0, most: 99 })),
  ),
  invalid(
    'a mark twice is taken',
    refused,
    taking('copies', 'marks', listOf(text(1, 30), { least: 0, most: 3, twice: true })),
  ),
  invalid('any ISBN is taken', refused, taking('books', 'isbn', anyText)),
  invalid('an ISBN with something behind it is taken', refused, {
    ...taking('books', 'isbn', (value) => typeof value === 'string' && /97[89][0-9]{10}/.test(value)),
  }),
  invalid('a branch of any kind is taken', refused, taking('branches', 'kind', anyText)),
  invalid(
    'a day that is none is taken',
    refused,
    taking('branches', 'openedOn', (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)),
  ),
  invalid('null for a telephone number is a 500', ['reply.no-5xx'], {
    read: (body, asked) => {
      if (isObject(body) && body.phone === null) throw new Error('null has no length');
      return read(body, asked);
    },
  }),
  invalid(
    'any number of seats is taken',
    refused,
    taking('branches', 'seats', (value) => typeof value === 'bigint'),
  ),
  invalid('a patch takes whatever comes', refused, {
    read: (body, asked) =>
      asked.operation === 'patch' && isObject(body) && Object.keys(body).length > 0
        ? Object.fromEntries(Object.entries(body).filter(([name]) => name in FIELDS[asked.kind]))
        : read(body, asked),
  }),
  invalid('a patch of no authors is taken', refused, {
    read: (body, asked) =>
      asked.operation === 'patch' && isObject(body) && Array.isArray(body.authors) && body.authors.length === 0
        ? { authors: [] }
        : read(body, asked),
  }),
  invalid('a replacement without a name is taken', refused, {
    read: (body, asked) =>
      asked.operation === 'replace' && asked.kind === 'branches' && isObject(body) && !('name' in body)
        ? read({ ...body, name: 'Nameless' }, asked)
        : read(body, asked),
  }),
  readOnly('the id of a new branch is taken from the client', ['input.read-only'], {
    insert: (record, world) => {
      const id = typeof record.sent.id === 'string' ? record.sent.id : record.id;
      world.records = [...world.records, { ...record, id }];
    },
    read: (body, asked) => keeping('id', body, asked),
    show: ({ kind, id, sent, madeAt }) => shownWith(kind, sent.id ?? id, sent, new Date(madeAt).toISOString()),
  }),
  readOnly('the time of making is taken from the client', ['input.read-only'], {
    read: (body, asked) => keeping('createdAt', body, asked),
    show: ({ kind, id, sent, madeAt }) => shownWith(kind, id, sent, sent.createdAt ?? new Date(madeAt).toISOString()),
  }),
  readOnly('the time of adding a book is taken from the client, though no body names it', ['input.read-only'], {
    read: (body, asked) => {
      const kept = read(body, asked);
      const value = isObject(body) ? body.addedAt : undefined;
      return asked.kind === 'books' && typeof value === 'string' ? { ...kept, addedAt: value } : kept;
    },
    show: ({ kind, id, sent, madeAt }) =>
      shownWith(
        kind,
        id,
        sent,
        kind === 'books' ? (sent.addedAt ?? new Date(madeAt).toISOString()) : new Date(madeAt).toISOString(),
      ),
  }),
  readOnly('a replacement takes the time of making from the client', ['input.read-only'], {
    read: (body, asked) => (asked.operation === 'replace' ? keeping('createdAt', body, asked) : read(body, asked)),
    show: ({ kind, id, sent, madeAt }) => shownWith(kind, id, sent, sent.createdAt ?? new Date(madeAt).toISOString()),
  }),
];

/** A body of a branch is kept with one member more. */
function keeping(name: string, body: Json, asked: Parameters<typeof read>[1]) {
  const kept = read(body, asked);
  const value = isObject(body) ? body[name] : undefined;
  return asked.kind === 'branches' && typeof value === 'string' ? { ...kept, [name]: value } : kept;
}

function shownWith(kind: Kind, id: Json, sent: { readonly [name: string]: Json | undefined }, made: Json) {
  const { doorCode: _, createdAt: __, ...shown } = sent;
  if (kind === 'copies') return { copyId: id, ...shown };
  return kind === 'branches' ? { ...shown, id, createdAt: made } : { id, ...shown, addedAt: made };
}
