import { useId, useState } from 'preact/hooks';
import type { AllowanceChange, AllowanceState } from '../../../../openapi/types/control';
import { isIdle } from '../model/keys';
import { spanInWords } from '../model/time';
import { CopyButton } from '../parts/CopyButton';
import { AllowanceForm } from './AllowanceForm';
import { Gauges } from './Gauges';

interface Props {
  readonly allowance: AllowanceState;
  /** Unix milliseconds, by the world's clock. */
  readonly now: number | undefined;
  readonly onChange: (change: AllowanceChange) => void;
}

/** The allowance of one key, or of one address that sent requests without a key. */
export function AllowanceCard({ allowance, now, onChange }: Props) {
  const id = useId();
  const [adjusting, setAdjusting] = useState(false);
  const { name, plan, revoked, demoValue, windows, refusals, bannedUntil } = allowance;
  const ban = bannedUntil === null || now === undefined ? 0 : (Date.parse(bannedUntil) - now) / 1000;
  const folded = isIdle(allowance) && !adjusting;
  return (
    <li class={folded ? 'allowance folded' : 'allowance'}>
      <div class="allowance-head">
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
      {!folded && <Gauges of={name} windows={windows} now={now} />}
      {adjusting && <AllowanceForm id={id} allowance={allowance} onChange={onChange} />}
    </li>
  );
}
