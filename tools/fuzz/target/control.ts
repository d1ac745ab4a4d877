import { type Contract, isObject } from '../../../openapi/contract';
import { ATTACKS } from '../attacks';
import type { Address } from '../http/connection';
import type { Session, Sessions } from '../model';
import { FuzzError } from './mock';

/** The control plane of the mock, as the fuzzer itself uses it. */
export interface ControlClient {
  /** The body of a success, read as JSON; undefined where there is none. @throws FuzzError for any other reply */
  ask(method: string, path: string, body?: unknown): Promise<unknown>;
}

const PATIENCE_MS = 60_000;

/** @param onAnswer is called with each request, when it began (in Unix milliseconds), and how long it took */
export function controlClient(
  { host, port }: Address,
  prefix: string,
  token: string,
  onAnswer: (request: string, begun: number, milliseconds: number) => void = () => {},
): ControlClient {
  return {
    async ask(method, path, body) {
      const begun = Date.now();
      const json = { 'content-type': 'application/json' };
      const reply = await fetch(`http://${host}:${port}${prefix}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, connection: 'close', ...(body === undefined ? {} : json) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      }).catch((error: unknown) => {
        const isLate = error instanceof Error && error.name === 'TimeoutError';
        throw isLate ? new FuzzError(`${method} ${path} got no reply in a minute`) : error;
      });
      const text = await reply.text();
      onAnswer(`${method} ${path}`, begun, Date.now() - begun);
      if (!reply.ok) throw new FuzzError(`${method} ${path} was answered ${reply.status}: ${text.slice(0, 300)}`);
      return text === '' ? undefined : JSON.parse(text);
    },
  };
}

/** The bound of memory that the mock's health states, in bytes; undefined where it states none. */
export async function statedMemory(control: ControlClient): Promise<number | undefined> {
  const health = await control.ask('GET', '/health');
  const memory = isObject(health) ? health.memory : undefined;
  const bound = isObject(memory) ? memory.mostBytes : undefined;
  return typeof bound === 'number' ? bound : undefined;
}

/** @param limits of the first plan of the document; left out, there are none */
export async function openSession(
  control: ControlClient,
  name: string,
  { plans }: Pick<Contract, 'plans'>,
  limits?: Readonly<Record<string, number>>,
): Promise<Session> {
  const [plan] = plans;
  const limited = plan === undefined ? {} : { plans: { [plan.name]: limits } };
  // True by the document of the control plane.
  const { id, apiKeys } = (await control.ask('POST', '/sessions', {
    name: `fuzz: ${name}`,
    fixtures: 'none',
    timeToLive: 86_400,
    ...(limits === undefined ? { plans: 'unlimited' } : limited),
  })) as { id: string; apiKeys: Record<string, string> };
  return { id, key: Object.values(apiKeys)[0] ?? '' };
}

/** How many records a collection of a session holds; '' is the default session. */
export async function countRecords(control: ControlClient, session: string, collection: string): Promise<number> {
  const query = new URLSearchParams({ collection, limit: '1' });
  // True by the document of the control plane.
  const { total } = (await control.ask('GET', `${session}/records?${query}`)) as { total: number };
  return total;
}

const DISPOSABLE = 3;

/** Opens a session for each attack, and the others that attacks need. */
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
