import type { AllowanceWindow } from '../../../../openapi/types/control';
import { grouped, spanInWords } from '../model/time';

interface Props {
  /** Whose they are. */
  readonly of: string;
  readonly windows: readonly AllowanceWindow[];
  /** Unix milliseconds, by the world's clock. */
  readonly now: number | undefined;
}

/** What is left in each window. */
export function Gauges({ of, windows, now }: Props) {
  if (windows.length === 0) return <p class="hint">Without a limit.</p>;
  return (
    <div class="gauges">
      {windows.map((window) => (
        <Gauge key={window.window} of={of} window={window} now={now} />
      ))}
    </div>
  );
}

type GaugeProps = Omit<Props, 'windows'> & { readonly window: AllowanceWindow };

function Gauge({ of, window: { window, limit, left, resetAt }, now }: GaugeProps) {
  const most = Math.max(1, limit);
  return (
    <div class="gauge">
      <div class="gauge-line">
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
