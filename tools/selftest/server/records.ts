import type { Asked, World } from './behaviour';
import type { Json } from './json';
import type { Animal, NewAnimal } from './model';

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
export function catalogue(size = 31, first = 1n): readonly Animal[] {
  return Array.from({ length: size }, (_, index) => {
    const animal = opening[index] ?? {
      name: `${plain[index % plain.length]} ${index}`,
      categoryId: BigInt(1 + (index % 5)),
      status: statuses[index % 3],
    };
    return { id: first + BigInt(index), ...animal };
  });
}

export const show = ({ id, name, categoryId, status }: Animal): { readonly [field: string]: Json | undefined } => ({
  id,
  name,
  categoryId,
  status,
});

export function assignId(world: World): bigint {
  let highest = 0n;
  for (const { id } of world.animals) if (id > highest) highest = id;
  return highest + 1n;
}

export function store(animal: Animal, world: World): void {
  world.animals = [...world.animals, animal];
}

export function keep(kept: NewAnimal, { world }: Asked): Animal {
  const animal = { id: world.behaviour.assignId(world, kept), ...kept };
  world.made += 1;
  world.behaviour.store(animal, world);
  return animal;
}

export function find(id: bigint, world: World): Animal | undefined {
  return world.animals.find((animal) => animal.id === id);
}

export const filter = (animals: readonly Animal[], status: string | undefined): readonly Animal[] =>
  status === undefined ? animals : animals.filter((animal) => animal.status === status);

export const page = (animals: readonly Animal[], limit: number): readonly Animal[] => animals.slice(0, limit);
