import { keeping } from '../server/altering';
import { catalogue, type NewAnimal, newAnimalOf } from '../server/animals';
import type { Behaviour, Stored, World } from '../server/model';
import { store } from '../server/records';

/** Good replies to an operation. */
export const LIST = { operation: 'list', status: 200 } as const;
export const READ = { operation: 'read', status: 200 } as const;
export const CREATED = { operation: 'create', status: 201 } as const;

/** What is kept of a new animal. */
export const kept = (change: (sent: NewAnimal) => Partial<NewAnimal>): Behaviour =>
  keeping((sent) => change(newAnimalOf(sent)));
export const category = (change: (categoryId: bigint) => bigint): Behaviour =>
  kept(({ categoryId }) => ({ categoryId: change(categoryId) }));

/** The records that are stored in place of each new one. */
export const storing = (alter: (record: Stored, world: World) => readonly Stored[]): Behaviour => ({
  store: (record, world) => {
    for (const one of alter(record, world)) store(one, world);
  },
});

/** The records at the start without those that are sold. */
export const noneSold = (): readonly Stored[] => catalogue().filter(({ members }) => members.status !== 'sold');
