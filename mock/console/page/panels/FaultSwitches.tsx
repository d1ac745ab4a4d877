import type { Fault } from '../../../../openapi/types/control';
import { alike, effectInWords, isUsedUp, PRESETS, type Preset } from '../model/faults';

interface Props {
  readonly faults: readonly Fault[];
  readonly onSwitch: (preset: Preset, on: boolean) => void;
}

/** A switch for each common fault. */
export function FaultSwitches({ faults, onSwitch }: Props) {
  return (
    <ul class="plain switches">
      {PRESETS.map((preset) => {
        const on = alike(faults, preset.rule).some((fault) => !isUsedUp(fault));
        const { probability = 1, times } = preset.rule;
        return (
          <li key={preset.title}>
            <button
              type="button"
              role="switch"
              aria-checked={on}
              aria-label={preset.title}
              class="switch"
              onClick={() => onSwitch(preset, !on)}
            >
              <span class="track" aria-hidden="true" />
              <span>{preset.title}</span>
              <span class="hint">
                {effectInWords(preset.rule)}
                {probability < 1 && `, ${probability * 100} %`}
                {times === 1 && ', once'}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
