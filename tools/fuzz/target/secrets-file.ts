import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract } from '../../../openapi/contract';
import { MARK } from '../subject';

/** The admin token and the keys of the default world, which the seed decides, and the file that the mock reads the keys from. */
export interface Issued {
  readonly token: string;
  readonly shared: readonly string[];
  /** One more. */
  readonly buried: string;
  readonly file: string;
}

/** Writes a keys file with keys of several forms, each under the first plan that has figures. */
export function issueKeys(folder: string, contract: Contract, seed: number): Issued {
  const word = (name: string): string =>
    MARK + createHash('sha256').update(`${seed} ${name}`).digest('hex').slice(0, 20);
  const shared = [word('plain'), `${word('dashed')}-x-Y`, `a.${word('dots')}.~b`, `${word('slashed')}/c+d==`];
  const plan =
    contract.plans.find(({ allowances }) => allowances !== 'custom')?.name ?? contract.plans[0]?.name ?? 'any';
  const file = join(folder, 'keys.json');
  const figures = { allowances: { minute: 1_000_000_000 } };
  const buried = word('buried');
  const keys = [...shared, buried].map((key, place) => ({ name: keyNameAt(place), key, plan, ...figures }));
  writeFileSync(file, JSON.stringify(keys));
  return { token: word('token'), shared, buried, file };
}

/** What the mock calls a key, by its place in the file. */
export const keyNameAt = (place: number): string => `siege ${place}`;
