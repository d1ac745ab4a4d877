import { SHIPPED_DOCUMENT } from '../../../openapi/contract';
import type { JsonObject } from './json';
import type { Ground, Stored, World } from './model';
import { recordOf, textOf, whole } from './records';

/** A record of the shipped contract, by its types. */
export interface Animal {
  readonly id: bigint;
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: string | undefined;
}
export type NewAnimal = Omit<Animal, 'id'>;

export const newAnimalOf = ({ name, categoryId, status }: JsonObject): NewAnimal => ({
  name: textOf(name),
  categoryId: whole(categoryId),
  ...(typeof status === 'string' ? { status } : {}),
});
export const animalOf = ({ id, members }: Stored): Animal => ({ id: whole(id), ...newAnimalOf(members) });

export const statuses: readonly string[] = ['available', 'pending', 'sold'];

/** Names and numbers that break careless servers, as records that the server itself shows. */
const opening: readonly NewAnimal[] = [
  { name: 'Biscuit', categoryId: 1n, status: 'available' },
  { name: 'Marmalade', categoryId: 2n },
  { name: "O'Malley", categoryId: 3n, status: 'pending' },
  { name: 'Zoë', categoryId: 4n, status: 'sold' },
  { name: 'Snow White', categoryId: 5n, status: 'available' },
  { name: '🐈 Mitzi', categoryId: 9007199254740993n, status: 'pending' },
  { name: 'Cafe\u0301', categoryId: -7n, status: 'sold' },
  { name: 'Tom & "Jerry" <b>', categoryId: 2147483648n, status: 'available' },
];

const plain = ['Rex', 'Bella', 'Luna', 'Milo', 'Nala', 'Otis', 'Pip', 'Ruby', 'Sky', 'Toby', 'Una', 'Vito'] as const;

/** `size` records with ids from `first` up: those of `opening`, then plain ones. */
export function catalogue(size = 31, first = 1n): readonly Stored[] {
  return Array.from({ length: size }, (_, index) => {
    const members = opening[index] ?? {
      name: `${plain[index % plain.length]} ${index}`,
      categoryId: BigInt(1 + (index % 5)),
      status: statuses[index % 3],
    };
    return { kind: 'pets', parents: [], id: first + BigInt(index), members: { ...members }, madeAt: 0 };
  });
}

/** The ground of the shipped contract. */
export const ANIMALS: Ground = {
  document: SHIPPED_DOCUMENT,
  opening: () => catalogue(),
  textIds: {},
  unique: {},
};

/** A record that no request has asked for in this way. */
export const somebody = (world: World, name = 'Nobody', status = 'available'): Stored =>
  recordOf({ name, categoryId: 1n, status }, { kind: 'pets', above: [], world });
