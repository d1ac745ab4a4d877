import type { Fault } from '../../../../openapi/types/control';
import { useAction } from '../hooks/useAction';
import type { Api } from '../link/api';
import { alike, type Preset } from '../model/faults';
import { Failure } from '../parts/Failure';
import { Panel } from '../parts/Panel';
import { FaultForm } from './FaultForm';
import { FaultList } from './FaultList';
import { FaultSwitches } from './FaultSwitches';

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
