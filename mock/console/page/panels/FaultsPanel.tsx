import type { Fault } from '../../../../openapi/types/control';
import { type Controls, useAction } from '../hooks/useFetched';
import type { ContractSummary } from '../model/contract';
import { alike, type Draft, effectInWords, isUsedUp, PRESETS, type Preset, scopeInWords } from '../model/faults';
import { Failure, Panel } from '../parts/Panel';
import { FaultForm } from './FaultForm';

/** A fault that was proposed beside a request, to be looked at and switched on; each has a number. */
export interface Proposal {
  readonly round: number;
  readonly draft: Draft | undefined;
  /** What was typed when it came. */
  readonly replaced: Draft | undefined;
}

interface Props extends Controls {
  readonly faults: readonly Fault[];
  readonly contract: ContractSummary;
  readonly proposal: Proposal;
  /** What is typed in the form and not switched on. */
  readonly typed: { current: Draft | undefined };
  readonly onPropose: (draft: Draft) => void;
  readonly keys: readonly string[];
}

export function FaultsPanel({ api, faults, contract, proposal, typed, onPropose, keys, changed }: Props) {
  const { failure, run } = useAction(changed);
  const change = ({ rule }: Preset, on: boolean) =>
    run(async () => {
      for (const { id } of alike(faults, rule)) await api.removeFault(id);
      if (on) await api.addFault(JSON.stringify(rule));
    });
  const add = async (rule: string) => {
    await api.addFault(rule);
    typed.current = undefined;
    changed();
  };
  return (
    <Panel
      title="Faults"
      aside={
        <button type="button" disabled={faults.length === 0} onClick={() => run(api.clearFaults)}>
          All off
        </button>
      }
    >
      <ul class="plain column switches">
        {PRESETS.map((preset) => (
          <li key={preset.title}>
            <FaultSwitch preset={preset} faults={faults} onSwitch={(on) => change(preset, on)} />
          </li>
        ))}
      </ul>
      {faults.length === 0 ? (
        <p class="hint">None is switched on.</p>
      ) : (
        // In the order in which they are tried.
        <ol class="plain column faults-on" aria-label="Switched on">
          {faults.map((fault) => (
            <FaultRow key={fault.id} fault={fault} onRemove={() => run(() => api.removeFault(fault.id))} />
          ))}
        </ol>
      )}
      <FaultForm
        key={proposal.round}
        proposal={proposal.draft}
        replaced={proposal.replaced}
        contract={contract}
        keys={keys}
        onTyped={(draft) => {
          typed.current = draft;
        }}
        onRestore={onPropose}
        onAdd={add}
      />
      <Failure message={failure} />
    </Panel>
  );
}

interface FaultSwitchProps {
  readonly preset: Preset;
  readonly faults: readonly Fault[];
  readonly onSwitch: (on: boolean) => void;
}

function FaultSwitch({ preset: { title, rule }, faults, onSwitch }: FaultSwitchProps) {
  const on = alike(faults, rule).some((fault) => !isUsedUp(fault));
  const { probability = 1, times } = rule;
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={title}
      class="switch"
      onClick={() => onSwitch(!on)}
    >
      <span class="track" aria-hidden="true" />
      <span>{title}</span>
      <span class="hint">
        {effectInWords(rule)}
        {probability < 1 && `, ${probability * 100} %`}
        {times === 1 && ', once'}
      </span>
    </button>
  );
}

function FaultRow({ fault, onRemove }: { readonly fault: Fault; readonly onRemove: () => void }) {
  const { id, rule, struck } = fault;
  const isOver = isUsedUp(fault);
  return (
    <li class={isOver ? 'over' : undefined}>
      <span>
        <b>{effectInWords(rule)}</b> for {scopeInWords(rule)}
        <span class="hint">
          {' '}
          fault {id}, {isOver && 'used up: '}applied {struck === 1 ? 'once' : `${struck} times`}
        </span>
      </span>
      <button type="button" aria-label={`Remove fault ${id}`} onClick={onRemove}>
        Remove
      </button>
    </li>
  );
}
