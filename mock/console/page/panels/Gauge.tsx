import type { Window } from '../model/model';
import { grouped, spanInWords } from '../model/time';

interface Props {
  readonly of: string;
  readonly window: Window;
  /** Unix milliseconds, by the world's clock. */
  readonly now: number | undefined;
}

/** What is left in one window. */
export function Gauge({ of, window: { window, limit, used, left, resetAt }, now }: Props) {
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
        <div class="gauge-line hint">
          <span>{grouped(used)} used</span>
          <span>resets in {spanInWords((Date.parse(resetAt) - now) / 1000)}</span>
        </div>
      )}
    </div>
  );
}

/** Up to a third is `some`, up to a tenth `little`. */
const levelOf = (share: number): string => (share > 1 / 3 ? 'plenty' : share > 0.1 ? 'some' : 'little');
