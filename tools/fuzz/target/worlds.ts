import type { Contract } from '../../../openapi/contract';
import { ATTACKS } from '../attacks';
import type { Subject } from '../subject';
import type { Plane } from './plane';
import type { Issued } from './secrets-file';

/** The sessions that a siege opens, by what they are for. */
export interface Worlds {
  readonly keys: Subject['keys'];
  readonly prey: Subject['prey'];
  /** The session of each attack. */
  readonly ofAttack: Readonly<Record<string, Opened>>;
  /** That of the other client. */
  readonly other: Opened;
}

export interface Opened {
  readonly id: string;
  readonly key: string;
}

const TIME_TO_LIVE_S = 86_400;
const PREY = 3;

/** Opens a session for each attack, one for the other client, one that is soon used up, and some that may be broken. */
export async function openWorlds(plane: Plane, contract: Contract, { token, shared, buried }: Issued): Promise<Worlds> {
  const ofAttack: Record<string, Opened> = {};
  for (const { name } of ATTACKS) ofAttack[name] = await openOne(plane, name, 'unlimited');
  const plan = contract.plans[0];
  const metered = await openOne(plane, 'metered', plan && { [plan.name]: { minute: 3 } });
  return {
    ofAttack,
    other: await openOne(plane, 'another client', 'unlimited'),
    prey: await openPrey(plane),
    keys: {
      token,
      shared,
      buried,
      metered: metered.key,
      ofAttack: Object.fromEntries(Object.entries(ofAttack).map(([name, { key }]) => [name, key])),
    },
  };
}

export async function openPrey(plane: Plane): Promise<Worlds['prey']> {
  const prey: Opened[] = [];
  while (prey.length < PREY) prey.push(await openOne(plane, 'prey', 'unlimited'));
  return prey;
}

async function openOne(plane: Plane, name: string, plans: unknown): Promise<Opened> {
  const options = {
    name: `siege: ${name}`,
    fixtures: 'none',
    timeToLive: TIME_TO_LIVE_S,
    ...(plans === undefined ? {} : { plans }),
  };
  // True by the document of the control plane.
  const { id, apiKeys } = (await plane.ask('POST', '/sessions', options)) as {
    id: string;
    apiKeys: Record<string, string>;
  };
  return { id, key: Object.values(apiKeys)[0] ?? '' };
}

/** Everything as at the start: the default world and these sessions are reset, all other sessions closed. */
export async function clearWorlds(plane: Plane, { ofAttack, other }: Worlds): Promise<void> {
  await plane.ask('POST', '/reset');
  for (const { id } of Object.values(ofAttack)) await plane.ask('POST', `/sessions/${id}/reset`);
  const kept = new Set([other, ...Object.values(ofAttack)].map(({ id }) => id));
  // True by the document of the control plane.
  const open = (await plane.ask('GET', '/sessions')) as readonly { id: string; name: string | null }[];
  for (const { id, name } of open) {
    if (!kept.has(id) && name !== 'siege: metered') await plane.ask('DELETE', `/sessions/${id}`);
  }
}
