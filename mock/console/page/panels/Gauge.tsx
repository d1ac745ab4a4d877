import type { Window } from '../model';
import { grouped, spanInWords } from '../time';

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
      <meter
        aria-label={`${of}: left this ${window}`}
        min={0}
        max={most}
        low={most * 0.1}
        high={most * 0.34}
        optimum={most}
        value={left}
      />
      {resetAt !== null && now !== undefined && (
        <div class="gauge-line hint">
          <span>{grouped(used)} used</span>
          <span>resets in {spanInWords((Date.parse(resetAt) - now) / 1000)}</span>
        </div>
      )}
    </div>
  );
}
