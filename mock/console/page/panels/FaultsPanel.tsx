import type { Fault } from '../../../../openapi/types/control';
import { useAction } from '../hooks/useFetched';
import type { Api } from '../link/api';
import { alike, effectInWords, isUsedUp, PRESETS, type Preset, scopeInWords } from '../model/faults';
import { Failure, Panel } from '../parts/Panel';

import { FaultForm } from './FaultForm';

interface Props {
  readonly api: Api;
  readonly faults: readonly Fault[];
  readonly operationIds: readonly string[];
  readonly keys: readonly string[];
  readonly changed: () => void;
}

export function FaultsPanel({ api, faults, operationIds, keys, changed }: Props) {
  const { failure, run } = useAction(changed);
  const change = ({ rule }: Preset, on: boolean) =>
    run(async () => {
      for (const { id } of alike(faults, rule)) await api.removeFault(id);
      if (on) await api.addFault(JSON.stringify(rule));
    });
  const add = async (rule: string) => {
    await api.addFault(rule);
    changed();
  };
  return (
    <Panel
      title="Faults"
      name="faults"
      aside={
        <button type="button" disabled={faults.length === 0} onClick={() => run(api.clearFaults)}>
          All off
        </button>
      }
    >
      <FaultSwitches faults={faults} onSwitch={change} />
      <FaultList faults={faults} onRemove={(id) => run(() => api.removeFault(id))} />
      <FaultForm operationIds={operationIds} keys={keys} onAdd={add} />
      <Failure message={failure} />
    </Panel>
  );
}

interface FaultSwitchesProps {
  readonly faults: readonly Fault[];
  readonly onSwitch: (preset: Preset, on: boolean) => void;
}

/** A switch for each common fault. */
function FaultSwitches({ faults, onSwitch }: FaultSwitchesProps) {
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

interface FaultListProps {
  readonly faults: readonly Fault[];
  readonly onRemove: (id: string) => void;
}

/** The active faults, in the order in which they are tried. */
function FaultList({ faults, onRemove }: FaultListProps) {
  if (faults.length === 0) return <p class="hint">None is switched on.</p>;
  return (
    <ol class="plain faults-on" aria-label="Switched on">
      {faults.map((fault) => {
        const { id, rule, struck } = fault;
        const isOver = isUsedUp(fault);
        return (
          <li key={id} class={isOver ? 'over' : undefined}>
            <span>
              <b>{effectInWords(rule)}</b> for {scopeInWords(rule)}
              <span class="hint">
                {' '}
                fault {id}, {isOver && 'used up: '}applied {struck === 1 ? 'once' : `${struck} times`}
              </span>
            </span>
            <button type="button" aria-label={`Remove fault ${id}`} onClick={() => onRemove(id)}>
              Remove
            </button>
          </li>
        );
      })}
    </ol>
  );
}
