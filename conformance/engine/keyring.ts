import type { Keys } from '../exchange/keys';
import { OutOfBudget } from './governor';
import type { KeyRenewal } from './options';

/** The keys of a run, of which the main one may change meanwhile. */
export interface Keyring {
  readonly keys: Keys;
  /** Which main key is in use, from 1. A key that comes back has the number that it had. */
  readonly number: number;
  /** Another main key takes the place of one that has had its time. @throws OutOfBudget where there is none */
  refresh(): Promise<void>;
  /** Another main key takes the place of one that the server refuses. @throws OutOfBudget where there is none */
  renew(): Promise<void>;
}

export function createKeyring(given: Keys, renewal: KeyRenewal | undefined): Keyring {
  const used = [given.main];
  let main = given.main;
  let fetchedAt = Date.now();
  let failure: string | undefined;

  const renew = async (): Promise<void> => {
    if (renewal === undefined) return;
    if (failure !== undefined) throw new OutOfBudget(failure);
    try {
      main = await renewal.fetch();
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
      throw new OutOfBudget(failure);
    }
    if (!used.includes(main)) used.push(main);
    fetchedAt = Date.now();
  };

  return {
    get keys() {
      return { ...given, main };
    },
    get number() {
      return used.indexOf(main) + 1;
    },
    renew,
    async refresh() {
      const isOver = Date.now() - fetchedAt >= (renewal?.lifeMs ?? Number.POSITIVE_INFINITY);
      if (failure !== undefined || isOver) await renew();
    },
  };
}
