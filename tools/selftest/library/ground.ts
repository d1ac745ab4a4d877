import { dirname, join } from 'node:path';
import { SHIPPED_DOCUMENT } from '../../../openapi/contract';
import type { Json, JsonObject } from '../server/json';
import type { Behaviour, Ground, Stored } from '../server/model';
import { type Running, startServer } from '../server/server';

/** The second contract of the proving ground. The build leaves it where it is. */
export const LIBRARY_DOCUMENT = join(dirname(SHIPPED_DOCUMENT), '../tools/selftest/library/library.yaml');

/** Ids of books begin beyond what a double holds. */
export const FIRST_BOOK = 2n ** 53n + 1n;

export const branchId = (nth: number): string => `5b1c0000-0000-4000-8000-${nth.toString(16).padStart(12, '0')}`;
export const copyId = (nth: number): string => `C${String(nth).padStart(6, '0')}`;
const isbn = (nth: number): string => `9780306${String(nth).padStart(6, '0')}`;

const stored = (kind: string, parents: readonly Json[], id: Json, members: JsonObject): Stored => ({
  kind,
  parents: parents.map(String),
  id,
  members,
  madeAt: Date.UTC(2020, 0, 1),
});

const main = branchId(1);
const west = branchId(2);
const van = branchId(3);
const noted = { shelf: 'A 1', condition: 'new', note: 'large print' };
const omens = {
  isbn: isbn(2),
  title: 'Good Omens',
  authors: ['Terry Pratchett', 'Neil Gaiman'],
  language: 'en',
  subtitle: 'The Nice and Accurate Prophecies',
};

/** Three branches, four books and four copies. */
export const opening = (): readonly Stored[] => [
  stored('branches', [], main, {
    name: 'Main Library',
    kind: 'central',
    city: 'Bergen',
    seats: 220n,
    phone: '+47 55 1',
  }),
  stored('branches', [], west, { name: 'Westside', kind: 'local', city: 'Bergen', openedOn: '1987-05-04' }),
  stored('branches', [], van, { name: "The Reader's Van", kind: 'mobile', phone: null }),
  stored('books', [main], FIRST_BOOK, {
    isbn: isbn(1),
    title: 'Sult',
    authors: ['Knut Hamsun'],
    language: 'de',
    pages: 180n,
  }),
  stored('books', [main], FIRST_BOOK + 1n, omens),
  stored('books', [main], FIRST_BOOK + 2n, {
    isbn: isbn(3),
    title: 'L’Étranger',
    authors: ['Albert Camus'],
    language: 'fr',
  }),
  stored('books', [west], FIRST_BOOK + 3n, { isbn: isbn(4), title: 'Dom Casmurro', authors: ['Machado de Assis'] }),
  stored('copies', [main, FIRST_BOOK], copyId(1), { shelf: 'A 1', condition: 'worn', marks: ['torn cover'] }),
  stored('copies', [main, FIRST_BOOK], copyId(2), noted),
  stored('copies', [main, FIRST_BOOK + 1n], copyId(3), { shelf: 'B 7', condition: 'good' }),
  stored('copies', [west, FIRST_BOOK + 3n], copyId(4), { shelf: 'W 2', condition: 'good', marks: [] }),
];

/** The ground of the second contract. */
export const LIBRARY: Ground = {
  document: LIBRARY_DOCUMENT,
  opening,
  textIds: { branches: (made) => branchId(0x1000 + made), copies: (made) => copyId(100 + made) },
  unique: { books: 'isbn' },
};

/** Starts a library with its own port and memory: the lawful one, changed by the behaviour. */
export const startLibrary = (behaviour: Behaviour = {}): Promise<Running> => startServer(behaviour, LIBRARY);
