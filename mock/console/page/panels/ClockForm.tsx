import { useId, useState } from 'preact/hooks';
import { minuteOf } from '../model/time';

interface Props {
  /** Unix milliseconds, by the world's clock. */
  readonly now: number | undefined;
  /** Takes an instant in ISO 8601. */
  readonly onSet: (instant: string) => void;
}

/** Sets the clock to a date. Like all times of the page it is by UTC, whatever the time zone of the browser. */
export function ClockForm({ now, onSet }: Props) {
  const id = useId();
  const [draft, setDraft] = useState<string>();
  return (
    <form
      class="fields"
      onSubmit={(event) => {
        event.preventDefault();
        onSet(new Date(`${draft ?? minuteOf(now)}Z`).toISOString());
        setDraft(undefined);
      }}
    >
      <label for={id} class="unseen">
        Date and time to set, by UTC
      </label>
      <input
        id={id}
        class="instant"
        type="datetime-local"
        required
        min="0001-01-01T00:00"
        max="9999-12-31T23:59"
        value={draft ?? minuteOf(now)}
        onInput={(event) => setDraft(event.currentTarget.value)}
      />
      <span aria-hidden="true">UTC</span>
      <button type="submit">Set</button>
    </form>
  );
}
