import type { Contract } from '../../openapi/contract';
import { ATTACKS } from './attacks';
import type { Session, Sessions } from './model';
import { type ControlClient, openSession } from './target/control';

const DISPOSABLE = 3;

/** Opens all of them. */
export async function openSessions(control: ControlClient, contract: Contract): Promise<Sessions> {
  const ofAttack: Record<string, Session> = {};
  for (const { name } of ATTACKS) ofAttack[name] = await openSession(control, name, contract);
  return {
    ofAttack,
    metered: await openSession(control, 'metered', contract, { minute: 3 }),
    other: await openSession(control, 'another client', contract),
    disposable: await openDisposable(control, contract),
  };
}

async function openDisposable(control: ControlClient, contract: Contract): Promise<readonly Session[]> {
  const opened: Session[] = [];
  while (opened.length < DISPOSABLE) opened.push(await openSession(control, 'disposable', contract));
  return opened;
}

/** Resets the default session and those of the attacks, and closes all that attacks have opened. */
export async function resetSessions(control: ControlClient, contract: Contract, sessions: Sessions): Promise<Sessions> {
  const { ofAttack, other, metered } = sessions;
  await control.ask('POST', '/reset');
  for (const { id } of Object.values(ofAttack)) await control.ask('POST', `/sessions/${id}/reset`);
  const kept = new Set([other, metered, ...Object.values(ofAttack)].map(({ id }) => id));
  // True by the document of the control plane.
  const open = (await control.ask('GET', '/sessions')) as readonly { id: string }[];
  for (const { id } of open) if (!kept.has(id)) await control.ask('DELETE', `/sessions/${id}`);
  return { ...sessions, disposable: await openDisposable(control, contract) };
}
