import { useId, useState } from 'preact/hooks';
import type { ClockChange } from '../../../../openapi/types/control';
import { useAction } from '../hooks/useFetched';
import { useEnded } from '../hooks/useLive';
import { useWorldTime } from '../hooks/useWorldTime';
import type { Api } from '../link/api';
import { type ClockReading, dateOf, minuteOf, offsetInWords, timeOf } from '../model/figures';
import { Failure, Panel } from '../parts/Panel';

interface Props {
  readonly api: Api;
  readonly reading: ClockReading | undefined;
  readonly changed: () => void;
}

const STEPS = [
  { label: '+1 min', seconds: 60 },
  { label: '+1 h', seconds: 3600 },
  { label: '+1 day', seconds: 86_400 },
];

export function ClockPanel({ api, reading, changed }: Props) {
  const time = useWorldTime(reading);
  const { failure, run } = useAction(changed);
  const change = (wanted: ClockChange) => run(() => api.changeClock(wanted));
  const ended = useEnded();
  const frozen = reading?.frozen ?? false;
  return (
    <Panel
      title="Clock"
      name="clock"
      aside={<span class={frozen ? 'badge strong' : 'badge'}>{ended ? 'Ended' : frozen ? 'Frozen' : 'Running'}</span>}
    >
      <div class="time-line">
        {time === undefined ? (
          <p class="hint">Not known yet</p>
        ) : (
          <p class="time">
            <time dateTime={new Date(time.now).toISOString()}>
              <span class="hour">{timeOf(time.now)}</span> <span class="date">{dateOf(time.now)} UTC</span>
            </time>
            <span class="hint">{offsetInWords(time.offsetSeconds)}</span>
          </p>
        )}
        <button type="button" onClick={() => change({ action: 'reset' })}>
          Real time
        </button>
      </div>
      <div class="buttons">
        <button type="button" onClick={() => change({ action: frozen ? 'run' : 'freeze' })}>
          {frozen ? 'Run' : 'Freeze'}
        </button>
        {STEPS.map(({ label, seconds }) => (
          <button key={label} type="button" onClick={() => change({ action: 'advance', seconds })}>
            {label}
          </button>
        ))}
      </div>
      <ClockForm now={time?.now} onSet={(instant) => change({ action: 'set', instant })} />
      <Failure message={failure} />
    </Panel>
  );
}

interface ClockFormProps {
  /** Unix milliseconds, by the world's clock. */
  readonly now: number | undefined;
  /** Takes an instant in ISO 8601. */
  readonly onSet: (instant: string) => void;
}

/** Sets the clock to a date. Like all times of the page it is by UTC, whatever the time zone of the browser. */
function ClockForm({ now, onSet }: ClockFormProps) {
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
