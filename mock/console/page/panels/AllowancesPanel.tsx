import { useEffect } from 'preact/hooks';
import { useAction } from '../hooks/useAction';
import { useWorldTime } from '../hooks/useWorldTime';
import type { Api } from '../link/api';
import { useEnded } from '../link/link-context';
import type { ClockReading } from '../model/clock-reading';
import type { Allowance } from '../model/model';
import { Failure } from '../parts/Failure';
import { Panel } from '../parts/Panel';
import { AllowanceCard } from './AllowanceCard';

interface Props {
  readonly api: Api;
  readonly allowances: readonly Allowance[];
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
  return (
    <Panel title="Allowances" name="allowances">
      <Failure message={failure} />
      <ul class="plain">
        {allowances.map((allowance) => (
          <AllowanceCard
            key={allowance.name}
            allowance={allowance}
            now={now}
            onChange={(change) => run(() => api.changeAllowance(allowance.name, change))}
          />
        ))}
      </ul>
    </Panel>
  );
}

const endsOf = ({ windows, bannedUntil }: Allowance): readonly number[] =>
  [...windows.map(({ resetAt }) => resetAt), bannedUntil].flatMap((end) => (end === null ? [] : [Date.parse(end)]));
