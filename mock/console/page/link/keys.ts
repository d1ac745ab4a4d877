/** The keys of a session, by their names. */
type Keys = Readonly<Record<string, string>>;

const placeOf = (session: string): string => `keys of ${session}`;

/** Keeps the keys of a session that this page opened until its tab is closed: the mock shows them only once. */
export const keepKeys = (session: string, keys: Keys): void =>
  sessionStorage.setItem(placeOf(session), JSON.stringify(keys));

/** Those that were kept; none of the default world, or of a session that was opened elsewhere. */
export const keptKeys = (session: string | undefined): Keys =>
  JSON.parse((session === undefined ? null : sessionStorage.getItem(placeOf(session))) ?? '{}');
