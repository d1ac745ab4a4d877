import { useEffect, useId, useState } from 'preact/hooks';

interface Props {
  /** The seed by which silences vary; null for none. */
  readonly vary: number | null;
  readonly onVary: (seed: number | null) => void;
  /** Whether there is anything to take back. */
  readonly canClear: boolean;
  readonly onClear: () => void;
}

/** So many seeds are drawn from: one that can be read aloud. */
const SEEDS = 100_000;

/** By which seed silences vary. */
export function VaryForm({ vary, onVary, canClear, onClear }: Props) {
  const id = useId();
  const [typed, setTyped] = useState('1');
  // Another seed takes the place of what was typed.
  useEffect(() => {
    if (vary !== null) setTyped(String(vary));
  }, [vary]);
  return (
    <form
      class="fields"
      onSubmit={(event) => {
        event.preventDefault();
        onVary(Number(typed));
      }}
    >
      <label for={id}>Seed</label>
      <input
        id={id}
        class="seed"
        type="number"
        required
        min="0"
        max="4294967295"
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <button type="submit" aria-pressed={vary !== null && typed === String(vary)}>
        Vary
      </button>
      <button type="button" onClick={() => onVary(Math.floor(Math.random() * SEEDS))}>
        Another seed
      </button>
      <button type="button" disabled={vary === null} onClick={() => onVary(null)}>
        Don’t vary
      </button>
      <button type="button" disabled={!canClear} onClick={onClear}>
        Choose nothing
      </button>
    </form>
  );
}
