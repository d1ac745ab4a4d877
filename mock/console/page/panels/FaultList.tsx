import type { Fault } from '../../../../openapi/types/control';
import { effectInWords, isUsedUp, scopeInWords } from '../model/faults';

interface Props {
  readonly faults: readonly Fault[];
  readonly onRemove: (id: string) => void;
}

/** The active faults, in the order in which they are tried. */
export function FaultList({ faults, onRemove }: Props) {
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
                fault {id}, {isOver && 'used up: '}struck {struck === 1 ? 'once' : `${struck} times`}
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
