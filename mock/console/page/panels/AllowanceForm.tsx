import { useId, useState } from 'preact/hooks';
import type { AllowanceChange, AllowanceState } from '../../../../openapi/types/control';

interface Props {
  readonly id: string;
  readonly allowance: AllowanceState;
  readonly onChange: (change: AllowanceChange) => void;
}

/** Sets what a key has left, bans it, or lifts its ban. */
export function AllowanceForm({ id, allowance: { windows, bannedUntil }, onChange }: Props) {
  const part = useId();
  const [window, setWindow] = useState(windows[0]?.window ?? '');
  const [left, setLeft] = useState('0');
  const [seconds, setSeconds] = useState('30');
  return (
    <div id={id} class="adjust">
      {windows.length > 0 && (
        <form
          class="fields"
          onSubmit={(event) => {
            event.preventDefault();
            onChange({ left: { [window]: Number(left) } });
          }}
        >
          <label for={`${part}-left`}>Left</label>
          <input
            id={`${part}-left`}
            type="number"
            min="0"
            max={windows.find((one) => one.window === window)?.limit}
            required
            value={left}
            onInput={(event) => setLeft(event.currentTarget.value)}
          />
          <span>this</span>
          <select aria-label="Window" value={window} onChange={(event) => setWindow(event.currentTarget.value)}>
            {windows.map((one) => (
              <option key={one.window}>{one.window}</option>
            ))}
          </select>
          <button type="submit">Set</button>
        </form>
      )}
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          onChange({ bannedSeconds: Number(seconds) });
        }}
      >
        <label for={`${part}-ban`}>Ban for seconds</label>
        <input
          id={`${part}-ban`}
          type="number"
          min="1"
          max="1000000000"
          required
          value={seconds}
          onInput={(event) => setSeconds(event.currentTarget.value)}
        />
        <button type="submit">Ban</button>
        {bannedUntil !== null && (
          <button type="button" onClick={() => onChange({ bannedSeconds: 0 })}>
            Lift the ban
          </button>
        )}
      </form>
    </div>
  );
}
