import { useEffect, useRef, useState } from 'preact/hooks';
import type { Link } from './link/live';

interface Props {
  readonly link: Link;
  /** Whether there is something to see of this world. */
  readonly known: boolean;
  readonly onDefaultWorld: () => void;
  readonly onRetry: () => void;
}

/** Milliseconds that the good news stays. */
const GLAD = 6000;

/** What stands between the page and the mock, said at once; and that it is over. */
export function Notice({ link, known, onDefaultWorld, onRetry }: Props) {
  const [back, setBack] = useState(false);
  const wasGone = useRef(false);
  useEffect(() => {
    if (link.state === 'gone') wasGone.current = true;
    if (link.state !== 'live' || !wasGone.current) return setBack(false);
    wasGone.current = false;
    setBack(true);
    const timer = setTimeout(() => setBack(false), GLAD);
    return () => clearTimeout(timer);
  }, [link.state]);

  return (
    <>
      <div role="alert">
        {link.state === 'gone' && (
          <p class="notice bad">
            <strong>{link.message === undefined ? 'The mock is gone.' : 'The mock can not be followed.'}</strong>{' '}
            {link.message ?? 'What you see is the last that it told.'} Trying again until it is back.
          </p>
        )}
        {link.state === 'ended' && (
          <p class="notice bad">
            <strong>This session has ended.</strong> {known && 'What you see is the last that it told. '}
            <button type="button" onClick={onDefaultWorld}>
              Show the default world
            </button>
          </p>
        )}
        {link.state === 'forbidden' && (
          <p class="notice bad">
            <strong>The mock refuses this page.</strong> {link.message}{' '}
            <button type="button" onClick={onRetry}>
              Try again
            </button>
          </p>
        )}
      </div>
      <div role="status">{back && <p class="notice good">The mock is back.</p>}</div>
    </>
  );
}
