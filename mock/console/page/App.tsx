import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ShownSession } from '../../../openapi/types/control';
import { useFetched, usePulse } from './hooks/useFetched';
import { LinkContext, useLive } from './hooks/useLive';
import { usePlace } from './hooks/usePlace';
import { createApi } from './link/api';
import { hasPath, summarise, UNKNOWN_CONTRACT } from './model/contract';
import { type ListedWorld, worldOf } from './model/worlds';
import { Notice, TokenForm } from './Notice';
import { TopBar } from './TopBar';
import { World } from './World';

/** What the mock serves beside the console, with the paths that it needs: none of them may be the contract's own. */
const DOCUMENTS: readonly (readonly [title: string, path: string, ...needed: readonly string[]])[] = [
  ['API reference', '/docs/', '/openapi.json'],
  ['Contract', '/openapi.json'],
];

/** The token is kept until the tab is closed. */
const TOKEN = 'admin-token';

export function App() {
  const { base, fetch, document, close } = usePlace();
  const [session, setSession] = useSession(close === undefined);
  const [token, setToken] = useState(sessionStorage.getItem(TOKEN) ?? undefined);
  const api = useMemo(() => createApi({ base, fetch, session, token }), [base, fetch, session, token]);
  const { pulse, beat, nudge } = usePulse();
  const { link, journal, known, restart, loadOlder } = useLive(api, token !== undefined, nudge);
  // Read again with each connection, since another mock may have replaced the previous one.
  const isLive = link.state === 'live' ? 1 : 0;
  const [looks, setLooks] = useState(0);
  const look = useCallback(() => setLooks((count) => count + 1), []);
  const health = useFetched(api.health, pulse + isLive).value;
  // There may be a thousand of them, so they are not read at each change.
  const sessions = useFetched(api.sessions, looks + isLive).value ?? [];
  const loadContract = useCallback(async () => summarise(await api.contract()), [api]);
  const readAt = health === undefined ? 0 : Date.parse(health.contract.readAt);
  const read = useFetched(loadContract, readAt + isLive).value ?? UNKNOWN_CONTRACT;
  const contract = { ...read, prefix: health?.contract.prefix ?? '' };
  const isServed = (path: string) => health !== undefined && !hasPath(contract, path);
  // Over a page there is no address of the mock that could be opened.
  const served = close === undefined ? DOCUMENTS.filter(([, ...paths]) => paths.every(isServed)) : [];
  const links = served.map(([title, path]) => [title, new URL(`..${path}`, location.origin + base).pathname] as const);

  const title = health?.contract.title;
  const shown = useShownWorld(sessions, session);
  const world = session === undefined ? undefined : shown.title;
  useEffect(() => {
    document.title = [world, title, 'mock console'].filter((part) => part !== undefined).join(', ');
  }, [document, title, world]);
  const unlock = (given: string) => {
    sessionStorage.setItem(TOKEN, given);
    setToken(given);
    restart();
  };
  const isShut = link.state === 'locked' || link.state === 'forbidden' || (link.state === 'ended' && !known);
  return (
    <LinkContext.Provider value={link}>
      <a class="skip" href="#main">
        Skip to the requests
      </a>
      <TopBar
        health={health}
        links={links}
        sessions={sessions}
        shown={shown}
        link={link}
        onSession={setSession}
        onLook={look}
        onClose={close}
      />
      <Notice
        link={link}
        known={known}
        warnings={health?.warnings ?? []}
        onDefaultWorld={() => setSession(undefined)}
        onRetry={restart}
      />
      <main id="main" class="column" tabIndex={-1}>
        {link.state === 'locked' && <TokenForm refused={link.refused} onToken={unlock} />}
        {!isShut && (
          <World
            key={session ?? ''}
            api={api}
            title={shown.title}
            contract={contract}
            journal={journal}
            loadOlder={loadOlder}
            pulse={pulse}
            onSession={setSession}
            changed={beat}
          />
        )}
      </main>
    </LinkContext.Provider>
  );
}

/** The session that the page shows. In a tab it is kept in the address, so that links, reload and the back button work. */
function useSession(isTab: boolean): readonly [string | undefined, (session: string | undefined) => void] {
  const [session, setSession] = useState(isTab ? sessionInAddress : undefined);
  useEffect(() => {
    if (!isTab) return;
    const follow = () => setSession(sessionInAddress());
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [isTab]);
  const go = useCallback(
    (wanted: string | undefined) => {
      setSession(wanted);
      if (!isTab) return;
      const address = new URL(location.href);
      address.hash = '';
      if (wanted === undefined) address.searchParams.delete('session');
      else address.searchParams.set('session', wanted);
      history.pushState(null, '', address);
    },
    [isTab],
  );
  return [session, go];
}

const sessionInAddress = (): string | undefined => new URLSearchParams(location.search).get('session') || undefined;

/** The world that the page shows; by its name even when it has ended, and no list has it any more. */
function useShownWorld(sessions: readonly ShownSession[], session: string | undefined): ListedWorld {
  const last = useRef<ShownSession | undefined>(undefined);
  const listed = sessions.find(({ id }) => id === session);
  if (listed !== undefined) last.current = listed;
  return worldOf(session, last.current);
}
