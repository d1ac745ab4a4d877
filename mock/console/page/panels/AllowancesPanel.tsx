import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { AllowanceChange, AllowanceState, AllowanceWindow } from '../../../../openapi/types/control';
import { type Controls, useAction } from '../hooks/useFetched';
import { useOffline, useWorldTime } from '../hooks/useLive';
import { type ClockReading, grouped, spanInWords } from '../model/figures';
import { isIdle } from '../model/worlds';
import { CopyButton } from '../parts/buttons';
import { Field, submitting } from '../parts/Field';
import { Failure, Panel } from '../parts/Panel';

interface Props extends Controls {
  readonly allowances: readonly AllowanceState[];
  readonly reading: ClockReading | undefined;
}

/** So many idle keys have a line; more are folded. */
const MOST_IDLE = 6;

export function AllowancesPanel({ api, allowances, reading, changed }: Props) {
  const now = useWorldTime(reading);
  const { failure, run } = useAction(changed);
  const offline = useOffline();
  const isOver =
    !offline && now !== undefined && allowances.some((allowance) => endsOf(allowance).some((end) => end <= now));
  const second = isOver ? Math.floor(now / 1000) : undefined;
  // The mock does not announce the end of a window or a ban. Asked too early it still has it, or the next one ends.
  useEffect(() => {
    if (second !== undefined) changed();
  }, [second, changed]);
  /** Those that were used since the page was opened: they keep their meters, which show that they are full again. */
  const used = useRef(new Set<string>());
  for (const allowance of allowances) if (!isIdle(allowance)) used.current.add(allowance.name);
  const idle = allowances.filter(({ name }) => !used.current.has(name));
  const folded = idle.length > MOST_IDLE ? idle.slice(MOST_IDLE - 1) : [];
  const card = (allowance: AllowanceState) => (
    <AllowanceCard
      key={allowance.name}
      allowance={allowance}
      idle={!used.current.has(allowance.name)}
      now={now}
      onChange={(change) => run(() => api.changeAllowance(allowance.name, change))}
    />
  );
  return (
    <Panel title="Rate limits" name="allowances">
      <Failure message={failure} />
      <ul class="plain">{allowances.filter((one) => !folded.includes(one)).map(card)}</ul>
      {folded.length > 0 && (
        <details>
          <summary>{folded.length} more idle keys</summary>
          <ul class="plain">{folded.map(card)}</ul>
        </details>
      )}
    </Panel>
  );
}

const endsOf = ({ windows, bannedUntil }: AllowanceState): readonly number[] =>
  [...windows.map(({ resetAt }) => resetAt), bannedUntil].flatMap((end) => (end === null ? [] : [Date.parse(end)]));

interface AllowanceCardProps {
  readonly allowance: AllowanceState;
  /** Whether it takes a line only. */
  readonly idle: boolean;
  /** Unix milliseconds, by the world's clock. */
  readonly now: number | undefined;
  readonly onChange: (change: AllowanceChange) => void;
}

/** The allowance of one key, or of one address that sent requests without a key. */
function AllowanceCard({ allowance, idle, now, onChange }: AllowanceCardProps) {
  const id = useId();
  const [adjusting, setAdjusting] = useState(false);
  const { name, plan, revoked, demoValue, windows, refusals, bannedUntil } = allowance;
  const ban = bannedUntil === null || now === undefined ? 0 : (Date.parse(bannedUntil) - now) / 1000;
  const folded = idle && !adjusting;
  return (
    <li class="allowance column">
      <div class="allowance-head row">
        <h3>{name}</h3>
        {!revoked && plan.toLowerCase() !== name.toLowerCase() && <span class="hint">{plan}</span>}
        {revoked && <span class="badge strong">Revoked</span>}
        {ban > 0 && <span class="badge alarm">Banned for {spanInWords(ban)}</span>}
        {refusals > 0 && <span class="badge">{refusals} refused in a row</span>}
        {demoValue !== undefined && <CopyButton label="Copy" what={`the key ${name}`} text={demoValue} shown />}
        <button
          type="button"
          class="link"
          aria-expanded={adjusting}
          aria-controls={adjusting ? id : undefined}
          onClick={() => setAdjusting(!adjusting)}
        >
          Adjust<span class="unseen"> {name}</span>
        </button>
      </div>
      {!folded && windows.length === 0 && <p class="hint">Without a limit.</p>}
      {!folded && windows.length > 0 && (
        <div class="gauges">
          {windows.map((window) => (
            <Gauge key={window.window} of={name} window={window} now={now} />
          ))}
        </div>
      )}
      {adjusting && <AllowanceForm id={id} allowance={allowance} onChange={onChange} />}
    </li>
  );
}

type AllowanceFormProps = Pick<AllowanceCardProps, 'allowance' | 'onChange'> & { readonly id: string };

/** Sets what a key has left, bans it, or lifts its ban. */
function AllowanceForm({ id, allowance: { windows, bannedUntil }, onChange }: AllowanceFormProps) {
  const [window, setWindow] = useState(windows[0]?.window ?? '');
  const [left, setLeft] = useState('0');
  const [seconds, setSeconds] = useState('30');
  const max = windows.find((one) => one.window === window)?.limit;
  return (
    <div id={id} class="adjust column">
      {windows.length > 0 && (
        <form class="row" onSubmit={submitting(() => onChange({ left: { [window]: Number(left) } }))}>
          <Field label="Left" type="number" min="0" max={max} required value={left} onText={setLeft} />
          <span>this</span>
          <select aria-label="Window" value={window} onChange={(event) => setWindow(event.currentTarget.value)}>
            {windows.map((one) => (
              <option key={one.window}>{one.window}</option>
            ))}
          </select>
          <button type="submit">Set</button>
        </form>
      )}
      <form class="row" onSubmit={submitting(() => onChange({ bannedSeconds: Number(seconds) }))}>
        <Field
          label="Ban for seconds"
          type="number"
          min="1"
          max="1000000000"
          required
          value={seconds}
          onText={setSeconds}
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

interface GaugeProps {
  /** The name of the key. */
  readonly of: string;
  readonly window: AllowanceWindow;
  readonly now: number | undefined;
}

/** What is left in a window. */
function Gauge({ of, window: { window, limit, left, resetAt }, now }: GaugeProps) {
  const most = Math.max(1, limit);
  return (
    <div class="gauge column">
      <div class="gauge-line row spread">
        <span class="window">{window}</span>
        <span>
          <b>{grouped(left)}</b> of {grouped(limit)} left
        </span>
      </div>
      {/* Browsers draw meters differently, so this one is for screen readers, and the bar is what is seen. */}
      <meter class="unseen" aria-label={`${of}: left this ${window}`} min={0} max={most} value={left} />
      <div class={`bar ${levelOf(left / most)}`} aria-hidden="true">
        <div style={{ width: `${Math.min(100, (left / most) * 100)}%` }} />
      </div>
      {resetAt !== null && now !== undefined && (
        <div class="hint">resets in {spanInWords((Date.parse(resetAt) - now) / 1000)}</div>
      )}
    </div>
  );
}

/** Up to a third is `some`, up to a tenth `little`. */
const levelOf = (share: number): string => (share > 1 / 3 ? 'plenty' : share > 0.1 ? 'some' : 'little');
