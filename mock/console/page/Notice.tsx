import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Link } from './link/live';
import { Field, submitting } from './parts/Field';

interface Props {
  readonly link: Link;
  /** Whether the page shows anything of this world. */
  readonly known: boolean;
  /** What the mock says is wrong with something other than a request. */
  readonly warnings: readonly string[];
  readonly onDefaultWorld: () => void;
  readonly onRetry: () => void;
}

/** How long "The mock is back." is shown, in milliseconds. */
const BACK_MS = 6000;

/** Says that the mock can't be followed, and why; then, for a while, that it is back. */
export function Notice({ link, known, warnings, onDefaultWorld, onRetry }: Props) {
  const [back, setBack] = useState(false);
  const wasGone = useRef(false);
  useEffect(() => {
    if (link.state === 'gone') wasGone.current = true;
    if (link.state !== 'live' || !wasGone.current) return setBack(false);
    wasGone.current = false;
    setBack(true);
    const timer = setTimeout(() => setBack(false), BACK_MS);
    return () => clearTimeout(timer);
  }, [link.state]);

  return (
    <>
      <div role="alert">
        {link.state === 'gone' && (
          <p class="notice bad">
            <strong>{link.message === undefined ? 'The mock is gone.' : 'The mock can not be followed.'}</strong>{' '}
            {link.message ?? 'The page shows its last known state.'} Nothing can be changed until it is back; the page
            keeps trying.
          </p>
        )}
        {link.state === 'ended' && (
          <p class="notice bad">
            <strong>{known ? 'This session has ended.' : 'There is no such session.'}</strong>{' '}
            {known ? 'The page shows its last known state.' : 'It may have ended before.'}{' '}
            <button type="button" onClick={onDefaultWorld}>
              Show the default state
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
        {warnings.map((warning) => (
          <p key={warning} class="notice warn">
            {warning}
          </p>
        ))}
      </div>
      <div role="status">{back && <p class="notice good">The mock is back.</p>}</div>
    </>
  );
}

interface TokenFormProps {
  /** Whether the last token was refused. */
  readonly refused: boolean;
  readonly onToken: (token: string) => void;
}

export function TokenForm({ refused, onToken }: TokenFormProps) {
  const id = useId();
  const [token, setToken] = useState('');
  return (
    <form
      class="panel column token"
      aria-labelledby={`${id}-heading`}
      onSubmit={submitting(() => onToken(token.trim()))}
    >
      <h2 id={`${id}-heading`}>The admin token is needed</h2>
      <p>
        The mock was started with a token for its Admin API, its <code>--admin-token</code>. It is kept for this tab
        alone.
      </p>
      <div class="row">
        <Field
          label="Admin token"
          type="password"
          autocomplete="off"
          required
          aria-invalid={refused}
          aria-describedby={`${id}-refused`}
          value={token}
          onText={setToken}
        />
        <button type="submit">Unlock</button>
      </div>
      <p id={`${id}-refused`} role="alert" class="failure">
        {refused && 'That is not the token.'}
      </p>
    </form>
  );
}
