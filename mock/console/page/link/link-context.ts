import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Link } from './live';

/** The state of the connection to the mock; a new object with each connection. */
export const LinkContext = createContext<Link>({ state: 'connecting' });

/** Whether the world has ended: the page shows its last state, and nothing can be changed. */
export const useEnded = (): boolean => useContext(LinkContext).state === 'ended';
