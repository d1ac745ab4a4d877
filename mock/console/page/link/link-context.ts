import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Link } from './live';

/** The state of the connection to the mock; a new object with each connection. */
export const LinkContext = createContext<Link>({ state: 'connecting' });

/** Whether nothing can be asked or changed: the mock is gone, or the world has ended. The page shows its last state. */
export const useOffline = (): boolean => ['gone', 'ended'].includes(useContext(LinkContext).state);

/** Whether the world has ended, for good. */
export const useEnded = (): boolean => useContext(LinkContext).state === 'ended';
