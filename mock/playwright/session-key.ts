import type { Credential } from '../../openapi/types/control';
import type { ConnectedMock, RemoteSessionClient } from '../client/remote/model';

/** A key's value, and how a request carries it. */
export interface SessionKey {
  readonly value: string;
  readonly credential: Credential;
}

/**
 * The key that the requests of a session's pages carry; undefined where they are to stay as they are, or the API asks for
 * no key.
 *
 * @param name that of the key; undefined for the first, false for none
 * @throws Error for a name that no key of the session has
 */
export function sessionKey(
  { credentials: [credential] }: Pick<ConnectedMock, 'credentials'>,
  { apiKeys }: Pick<RemoteSessionClient, 'apiKeys'>,
  name: string | false | undefined,
): SessionKey | undefined {
  const names = Object.keys(apiKeys);
  const wanted = name ?? names[0];
  if (credential === undefined || wanted === false || wanted === undefined) return undefined;
  const value = Object.hasOwn(apiKeys, wanted) ? apiKeys[wanted] : undefined;
  if (value !== undefined) return { value, credential };
  throw new Error(`apiKeyName: there is no key "${wanted}" in the session; there is ${names.join(', ') || 'none'}.`);
}
