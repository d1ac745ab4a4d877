/** The keys of a session, by their names. */
type Keys = ReadonlyMap<string, string>;

const placeOf = (session: string): string => `keys of ${session}`;

/** Keeps the keys of a session that this page opened until it ends or its tab is closed: the mock shows them only once. */
export const keepKeys = (session: string, keys: Readonly<Record<string, string>>): void =>
  sessionStorage.setItem(placeOf(session), JSON.stringify(keys));

/** Those that were kept; none of the default world, or of a session that was opened elsewhere. */
export const keptKeys = (session: string | undefined): Keys =>
  new Map(
    Object.entries(JSON.parse((session === undefined ? null : sessionStorage.getItem(placeOf(session))) ?? '{}')),
  );

/** After the end of a session nobody needs them. */
export const dropKeys = (session: string | undefined): void => {
  if (session !== undefined) sessionStorage.removeItem(placeOf(session));
};
