import type { AllowanceState, ShownSession } from '../../../../openapi/types/control';
import { timeOf } from './figures';

/** A world that can be chosen. */
export interface ListedWorld {
  /** A session's id; undefined for the default world. */
  readonly session: string | undefined;
  readonly title: string;
  /** What distinguishes it from others of the same title. */
  readonly detail: string;
}

const DEFAULT_WORLD: ListedWorld = { session: undefined, title: 'Default state', detail: '' };

/** The worlds whose title or id contains a text, without case: the default one, then sessions, the newest first. */
export function findWorlds(sessions: readonly ShownSession[], text: string): readonly ListedWorld[] {
  const wanted = text.trim().toLowerCase();
  return [DEFAULT_WORLD, ...sessions.map(listedWorld).reverse()].filter(({ title, session = '' }) =>
    `${title} ${session}`.toLowerCase().includes(wanted),
  );
}

/** @param known what was last read of a session, which may be another one */
export function worldOf(session: string | undefined, known: ShownSession | undefined): ListedWorld {
  if (session === undefined) return DEFAULT_WORLD;
  return known?.id === session ? listedWorld(known) : { session, title: unnamed(session), detail: '' };
}

function listedWorld({ id, name, openedAt }: ShownSession): ListedWorld {
  const since = `since ${timeOf(Date.parse(openedAt))} UTC`;
  return name === null
    ? { session: id, title: unnamed(id), detail: since }
    : { session: id, title: name, detail: `${unnamed(id)}, ${since}` };
}

/** With the end of the id, since sessions opened together have ids that begin alike. */
const unnamed = (id: string): string => `Session ${id.length <= 8 ? id : `…${id.slice(-6)}`}`;

/** Callers without a key are listed by their address (IPv4, IPv6, or unknown). */
const OF_ADDRESS = /^address (\d+(\.\d+){3}|[\da-f:.]*:[\da-f:.]*(%\w+)?|unknown)$/i;

/** The names of the keys among the holders of allowances. */
export const keysOf = (allowances: readonly Pick<AllowanceState, 'name'>[]): readonly string[] =>
  allowances.map(({ name }) => name).filter((name) => !OF_ADDRESS.test(name));

/** Whether nothing has happened to a key: none of its allowance is used, and it is not banned. */
export const isIdle = ({ windows, refusals, bannedUntil }: AllowanceState): boolean =>
  refusals === 0 && bannedUntil === null && windows.every(({ used, resetAt }) => used === 0 && resetAt === null);
