import { useCallback, useEffect, useState } from 'preact/hooks';

/** The session that the page shows. It is kept in the address, so that links, reload and the back button work. */
export function useSession(): readonly [string | undefined, (session: string | undefined) => void] {
  const [session, setSession] = useState(sessionInAddress);
  useEffect(() => {
    const follow = () => setSession(sessionInAddress());
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  const go = useCallback((wanted: string | undefined) => {
    const address = new URL(location.href);
    address.hash = '';
    if (wanted === undefined) address.searchParams.delete('session');
    else address.searchParams.set('session', wanted);
    history.pushState(null, '', address);
    setSession(wanted);
  }, []);
  return [session, go];
}

const sessionInAddress = (): string | undefined => new URLSearchParams(location.search).get('session') || undefined;
