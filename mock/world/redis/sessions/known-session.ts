import type { Session, SessionStart } from '../../stores/sessions';

/** A session that was opened or used in this process. */
export interface KnownSession extends SessionStart {
  /** Unix milliseconds, as all here. */
  readonly openedAt: number;
  /** As far as it is known here: others may have used it since. */
  expiresAt: number;
  /** When others were last told that it is used. */
  toldAt: number;
  /** The number of the question to Redis by whose answer it became known. */
  readonly asked: number;
}

/** What is stored of it, as a list that begins with the times. */
export const writeDetails = (openedAt: number, { timeToLiveMs, name }: SessionStart): string =>
  JSON.stringify([openedAt, timeToLiveMs, name]);

/** @param details as `writeDetails` writes them */
export function readDetails(id: string, details: string): SessionStart & Pick<KnownSession, 'openedAt'> {
  // It has written nothing else.
  const [openedAt, timeToLiveMs, name] = JSON.parse(details) as [number, number, string | null];
  return { id, openedAt, timeToLiveMs, name: name ?? undefined };
}

export const sessionOf = ({ id, name, openedAt, expiresAt }: Omit<KnownSession, 'toldAt' | 'asked'>): Session => ({
  id,
  name,
  openedAt,
  expiresAt,
});
