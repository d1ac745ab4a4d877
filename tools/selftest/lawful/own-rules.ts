import type { Asked, Behaviour } from '../server/behaviour';
import type { Lawful } from '../server/cases';
import type { NewAnimal } from '../server/model';
import { catalogue } from '../server/records';
import { Refused } from '../server/refused';

/** Refuses what the schema allows. */
const refusing = (status: number, test: (sent: NewAnimal, asked: Asked) => boolean): Behaviour => ({
  adjust: (sent, asked) => {
    if (test(sent, asked)) throw new Refused(status, 'rule', 'This is against a rule of the store.');
    return sent;
  },
});

const isNameTaken = ({ name }: NewAnimal, { world }: Asked): boolean =>
  world.animals.some((animal) => animal.name === name);

const isNameAlike = ({ name }: NewAnimal, { world }: Asked): boolean =>
  world.animals.some((animal) => animal.name.trim().toLowerCase() === name.trim().toLowerCase());

const isCategoryUnknown =
  (...known: readonly bigint[]) =>
  ({ categoryId }: NewAnimal): boolean =>
    !known.includes(categoryId);

/** Names as a register of pedigrees gives them. */
const coded = (length: number): Behaviour => ({
  catalogue: () => catalogue().map((animal, index) => ({ ...animal, name: `AB-${String(10_000 + index * 37)}` })),
  ...refusing(409, (sent, asked) => sent.name.length !== length || isNameTaken(sent, asked)),
});

const anyOf =
  (...tests: readonly ((sent: NewAnimal, asked: Asked) => boolean)[]) =>
  (sent: NewAnimal, asked: Asked): boolean =>
    tests.some((test) => test(sent, asked));

/** The last digit of the number of thirteen that a name is. */
const endsInCheckDigit = (text: string): boolean =>
  /^\d{13}$/.test(text) &&
  [...text].reduce((sum, digit, place) => sum + Number(digit) * (place % 2 === 0 ? 1 : 3), 0) % 10 === 0;

const withCheckDigit = (first: number): string => {
  const body = String(first);
  return [...Array(10).keys()].map((digit) => `${body}${digit}`).find(endsInCheckDigit) ?? body;
};

const lawful = (name: string, because: string, behaviour: Behaviour): Lawful => ({ name, because, behaviour });
const unique = 'A server may know that two records must not have the same name.';
const bounded = 'A server may know better which categories there are.';
const most = 'Nothing says how many animals a store can hold.';

/** Rules of the server's own, beside those of the contract. */
export const ownRules: readonly Lawful[] = [
  lawful('a name is taken once: 409', unique, refusing(409, isNameTaken)),
  lawful('a name is taken once: 400', unique, refusing(400, isNameTaken)),
  lawful('a name is taken once: 422', unique, refusing(422, isNameTaken)),
  lawful('a name is taken once, whatever its case and the space around it', unique, refusing(409, isNameAlike)),
  lawful('a name is taken once, in an empty catalogue', unique, { catalogue: () => [], ...refusing(409, isNameTaken) }),
  lawful(
    'a name is taken once in its category',
    unique,
    refusing(409, ({ name, categoryId }, { world }) =>
      world.animals.some((animal) => animal.name === name && animal.categoryId === categoryId),
    ),
  ),
  lawful('names are codes of eight characters, each taken once', unique, coded(8)),
  lawful('names are numbers of books, each taken once', unique, {
    catalogue: () =>
      catalogue().map((animal, index) => ({ ...animal, name: withCheckDigit(978_300_000_000 + index * 7919) })),
    ...refusing(
      400,
      anyOf(isNameTaken, ({ name }) => !endsInCheckDigit(name)),
    ),
  }),
  lawful('a category that is not known is not found: 404', bounded, {
    ...refusing(404, ({ categoryId }, { world }) => world.animals.every((animal) => animal.categoryId !== categoryId)),
  }),
  lawful('a category that is not known can not be processed: 422', bounded, {
    ...refusing(422, ({ categoryId }, { world }) => world.animals.every((animal) => animal.categoryId !== categoryId)),
  }),
  lawful('categories are few, in an empty catalogue', bounded, {
    catalogue: () => [],
    ...refusing(400, isCategoryUnknown(1n, 2n, 3n)),
  }),
  lawful(
    'a name is taken once, and categories must exist',
    `${unique} ${bounded}`,
    refusing(
      409,
      anyOf(isNameTaken, ({ categoryId }, { world }) =>
        world.animals.every((animal) => animal.categoryId !== categoryId),
      ),
    ),
  ),
  lawful('what is sold is in the category of the sold', bounded, {
    catalogue: () => catalogue().map((animal) => ({ ...animal, categoryId: animal.status === 'sold' ? 9n : 2n })),
    ...refusing(422, ({ status, categoryId }) => (status === 'sold') !== (categoryId === 9n)),
  }),
  lawful(
    'at most 50 animals: 409',
    most,
    refusing(409, (_, { world }) => world.animals.length >= 50),
  ),
  lawful(
    'at most 40 animals: 422',
    most,
    refusing(422, (_, { world }) => world.animals.length >= 40),
  ),
  lawful(
    'at most 35 animals: 400',
    most,
    refusing(400, (_, { world }) => world.animals.length >= 35),
  ),
];
