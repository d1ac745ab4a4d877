import { useState } from 'preact/hooks';
import type { ClockChange } from '../../../../openapi/types/control';
import { type Controls, useAction } from '../hooks/useFetched';
import { useEnded, useWorldTime } from '../hooks/useLive';
import { type ClockReading, dateOf, isInStep, minuteOf, offsetInWords, timeOf } from '../model/figures';
import { Field, submitting } from '../parts/Field';
import { Failure, Panel } from '../parts/Panel';

const STEPS = [
  { label: '+1 min', seconds: 60 },
  { label: '+1 h', seconds: 3600 },
  { label: '+1 day', seconds: 86_400 },
];

/** The clock of the world. Like all times of the page it is by UTC, whatever the time zone of the browser. */
export function ClockPanel({ api, reading, changed }: Controls & { readonly reading: ClockReading | undefined }) {
  const time = useWorldTime(reading);
  const { failure, run } = useAction(changed);
  const change = (wanted: ClockChange) => run(() => api.changeClock(wanted));
  const [draft, setDraft] = useState<string>();
  const instant = draft ?? minuteOf(time);
  const ended = useEnded();
  const frozen = reading?.frozen ?? false;
  const isReal = reading !== undefined && !frozen && isInStep(reading.offsetSeconds);
  return (
    <Panel
      title="Clock"
      aside={<span class={frozen ? 'badge strong' : 'badge'}>{ended ? 'Ended' : frozen ? 'Frozen' : 'Running'}</span>}
    >
      <div class="row spread">
        {time === undefined || reading === undefined ? (
          <p class="hint">Not known yet</p>
        ) : (
          <p class="time column">
            <time dateTime={new Date(time).toISOString()}>
              <span class="hour">{timeOf(time)}</span> <span class="date">{dateOf(time)} UTC</span>
            </time>
            <span class="hint">{offsetInWords(reading.offsetSeconds)}</span>
          </p>
        )}
        <button type="button" disabled={isReal} onClick={() => change({ action: 'reset' })}>
          Real time
        </button>
      </div>
      <div class="row">
        <button type="button" onClick={() => change({ action: frozen ? 'run' : 'freeze' })}>
          {frozen ? 'Run' : 'Freeze'}
        </button>
        {STEPS.map(({ label, seconds }) => (
          <button key={label} type="button" onClick={() => change({ action: 'advance', seconds })}>
            {label}
          </button>
        ))}
      </div>
      <form
        class="row"
        onSubmit={submitting(() => {
          change({ action: 'set', instant: new Date(`${instant}Z`).toISOString() });
          setDraft(undefined);
        })}
      >
        <Field
          label="Date and time to set, by UTC"
          isUnseen
          type="datetime-local"
          required
          min="0001-01-01T00:00"
          max="9999-12-31T23:59"
          value={instant}
          onText={setDraft}
        />
        <span aria-hidden="true">UTC</span>
        <button type="submit">Set</button>
      </form>
      <Failure message={failure} />
    </Panel>
  );
}
