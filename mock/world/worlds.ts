import { randomBytes } from 'node:crypto';
import type { Contract } from '../../openapi/contract';
import type { Fixtures } from './fixtures';
import { createKeyring, type IssuedKey, type KeyHolder } from './keys';
import type { BanPolicy } from './ledger';
import type { World } from './model';
import { createWorld } from './world';

/** A world made while the mock runs, with keys of its own. Their values are told here once and kept nowhere. */
export interface NewWorld {
  readonly world: World;
  /** Value by name: one for each key of the default world that is not revoked, on the same plan. */
  readonly apiKeys: Readonly<Record<string, string>>;
}

/** Every world of the process, and the way from a key to its world. */
export interface Worlds {
  /** The one that callers without a valid key are in. */
  readonly main: World;
  holderOf(keyValue: string): KeyHolder | undefined;
  create(): Promise<NewWorld>;
  remove(world: World): void;
}

export interface WorldsOptions {
  readonly contract: Contract;
  readonly fixtures: Fixtures;
  readonly keys: readonly IssuedKey[];
  readonly bans: BanPolicy;
  readonly seed: number;
}

export async function createWorlds({ contract, fixtures, keys, bans, seed }: WorldsOptions): Promise<Worlds> {
  const keyring = createKeyring();
  const main = await createWorld({ id: 'default', contract, fixtures, bans, seed });
  for (const { value, key } of keys) keyring.add(value, { world: main, key });
  let made = 0;
  return {
    main,
    holderOf: (value) => keyring.find(value),
    async create() {
      made += 1;
      const world = await createWorld({ id: `world-${made}`, contract, fixtures, bans, seed });
      const valid = keys.filter(({ key: { revoked } }) => !revoked);
      const apiKeys = valid.map(({ key }) => {
        const value = `${world.id}-${randomBytes(12).toString('hex')}`;
        keyring.add(value, { world, key });
        return [key.name, value] as const;
      });
      return { world, apiKeys: Object.fromEntries(apiKeys) };
    },
    remove: (world) => keyring.remove(world),
  };
}
