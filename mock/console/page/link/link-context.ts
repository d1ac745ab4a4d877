import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Link } from './live';

/** How the page stands with the mock, for each part that goes by it; another object with each connection. */
export const LinkContext = createContext<Link>({ state: 'connecting' });

/** Whether the world is over: what is shown of it is the last, and nothing can be changed. */
export const useEnded = (): boolean => useContext(LinkContext).state === 'ended';
