import { useEffect } from 'preact/hooks';
import type { AllowanceState } from '../../../../openapi/types/control';
import { useAction } from '../hooks/useAction';
import { useWorldTime } from '../hooks/useWorldTime';
import type { Api } from '../link/api';
import { useEnded } from '../link/link-context';
import type { ClockReading } from '../model/clock-reading';
import { isIdle } from '../model/keys';
import { Failure } from '../parts/Failure';
import { Panel } from '../parts/Panel';
import { AllowanceCard } from './AllowanceCard';

interface Props {
  readonly api: Api;
  readonly allowances: readonly AllowanceState[];
  readonly reading: ClockReading | undefined;
  readonly changed: () => void;
}

export function AllowancesPanel({ api, allowances, reading, changed }: Props) {
  const now = useWorldTime(reading)?.now;
  const { failure, run } = useAction(changed);
  const ended = useEnded();
  const isOver =
    !ended && now !== undefined && allowances.some((allowance) => endsOf(allowance).some((end) => end <= now));
  // The mock does not announce the end of a window or a ban.
  useEffect(() => {
    if (isOver) changed();
  }, [isOver, changed]);
  const card = (allowance: AllowanceState) => (
    <AllowanceCard
      key={allowance.name}
      allowance={allowance}
      now={now}
      onChange={(change) => run(() => api.changeAllowance(allowance.name, change))}
    />
  );
  const { shown, folded } = foldIdle(allowances);
  return (
    <Panel title="Allowances" name="allowances">
      <Failure message={failure} />
      <ul class="plain">{shown.map(card)}</ul>
      {folded.length > 0 && (
        <details>
          <summary>{folded.length} more idle keys</summary>
          <ul class="plain">{folded.map(card)}</ul>
        </details>
      )}
    </Panel>
  );
}

/** So many idle keys have a line; more are folded. */
const MOST_IDLE = 6;

function foldIdle(
  allowances: readonly AllowanceState[],
): Readonly<Record<'shown' | 'folded', readonly AllowanceState[]>> {
  const idle = allowances.filter(isIdle);
  if (idle.length <= MOST_IDLE) return { shown: allowances, folded: [] };
  const first = idle.slice(0, MOST_IDLE - 1);
  return {
    shown: allowances.filter((one) => !isIdle(one) || first.includes(one)),
    folded: idle.slice(MOST_IDLE - 1),
  };
}

const endsOf = ({ windows, bannedUntil }: AllowanceState): readonly number[] =>
  [...windows.map(({ resetAt }) => resetAt), bannedUntil].flatMap((end) => (end === null ? [] : [Date.parse(end)]));
