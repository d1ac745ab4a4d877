import type { ClockChange } from '../../../../openapi/types/control';
import { useAction } from '../hooks/useAction';
import { useWorldTime } from '../hooks/useWorldTime';
import type { Api } from '../link/api';
import { useEnded } from '../link/link-context';
import type { ClockReading } from '../model/clock-reading';
import { dateOf, offsetInWords, timeOf } from '../model/time';
import { Failure } from '../parts/Failure';
import { Panel } from '../parts/Panel';
import { ClockForm } from './ClockForm';

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
