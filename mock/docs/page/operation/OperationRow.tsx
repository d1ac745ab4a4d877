import { useId } from 'preact/hooks';
import type { Operation } from '../model/model';
import type { Target } from '../model/request';
import { Method } from '../parts/Method';
import { OperationDetails } from './OperationDetails';

interface Props {
  readonly operation: Operation;
  readonly target: Target | undefined;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** An operation in one line, which opens to its details. */
export function OperationRow({ operation, target, isOpen, onToggle }: Props) {
  const id = useId();
  const { anchor, method, path, summary, deprecation } = operation;
  return (
    <section class="operation" id={anchor} aria-labelledby={id}>
      <h3>
        <button type="button" id={id} aria-expanded={isOpen} onClick={onToggle}>
          <Method method={method} />
          <span class={deprecation === undefined ? 'path' : 'path old'}>{path}</span>
          <span class="summary">{summary}</span>
          {deprecation !== undefined && <span class="badge alarm">deprecated</span>}
        </button>
      </h3>
      {isOpen && <OperationDetails operation={operation} target={target} />}
    </section>
  );
}
