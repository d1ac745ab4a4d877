import { useId, useState } from 'preact/hooks';

interface Props {
  /** Whether the last token was refused. */
  readonly refused: boolean;
  readonly onToken: (token: string) => void;
}

export function TokenForm({ refused, onToken }: Props) {
  const id = useId();
  const [token, setToken] = useState('');
  return (
    <form
      class="panel token"
      aria-labelledby={`${id}-heading`}
      onSubmit={(event) => {
        event.preventDefault();
        onToken(token.trim());
      }}
    >
      <h2 id={`${id}-heading`}>The admin token is needed</h2>
      <p>
        The mock was started with a token for whoever steers it, its <code>--admin-token</code>. It is kept for this tab
        alone.
      </p>
      <div class="fields">
        <label for={`${id}-token`}>Admin token</label>
        <input
          id={`${id}-token`}
          type="password"
          autocomplete="off"
          required
          aria-invalid={refused}
          aria-describedby={`${id}-refused`}
          value={token}
          onInput={(event) => setToken(event.currentTarget.value)}
        />
        <button type="submit">Unlock</button>
      </div>
      <p id={`${id}-refused`} role="alert" class="failure">
        {refused && 'That is not the token.'}
      </p>
    </form>
  );
}
