import { keeping } from '../server/altering';
import { catalogue, type NewAnimal, newAnimalOf } from '../server/animals';
import type { Behaviour, Stored } from '../server/model';

/** What is kept of a new animal. */
export const kept = (change: (sent: NewAnimal) => Partial<NewAnimal>): Behaviour =>
  keeping((sent) => change(newAnimalOf(sent)));

/** The records at the start without those that are sold. */
export const noneSold = (): readonly Stored[] => catalogue().filter(({ members }) => members.status !== 'sold');
