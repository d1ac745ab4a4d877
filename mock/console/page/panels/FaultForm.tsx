import { useId, useState } from 'preact/hooks';
import { ABORTS, isAbort } from '../model/faults';
import type { FaultRule } from '../model/model';

interface Props {
  readonly operationIds: readonly string[];
  readonly keys: readonly string[];
  readonly onAdd: (rule: FaultRule) => void;
}

const BLANK = {
  operationId: '',
  key: '',
  effect: 'status',
  status: '500',
  delayMs: '1000',
  abort: 'CONNECTION_RESET_BY_PEER',
  percent: '100',
  times: '',
};
type Draft = typeof BLANK;

/** A form for any fault rule. */
export function FaultForm({ operationIds, keys, onAdd }: Props) {
  const id = useId();
  const [draft, setDraft] = useState(BLANK);
  /** The props of the field for one part of the draft. */
  const field = (part: keyof Draft) => ({
    id: `${id}-${part}`,
    value: draft[part],
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement | HTMLSelectElement }) =>
      setDraft({ ...draft, [part]: currentTarget.value }),
  });
  return (
    <details class="adjust">
      <summary>A fault of your own</summary>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          onAdd(ruleOf(draft));
        }}
      >
        <label for={`${id}-effect`}>What</label>
        <select {...field('effect')}>
          <option value="status">Answer with a status</option>
          <option value="delayMs">Wait</option>
          <option value="abort">Abort the connection</option>
        </select>
        {draft.effect === 'status' && (
          <>
            <label for={`${id}-status`}>Status</label>
            <input type="number" min="400" max="599" required {...field('status')} />
          </>
        )}
        {draft.effect === 'delayMs' && (
          <>
            <label for={`${id}-delayMs`}>Milliseconds</label>
            <input type="number" min="0" max="600000" required {...field('delayMs')} />
          </>
        )}
        {draft.effect === 'abort' && (
          <>
            <label for={`${id}-abort`}>How</label>
            <select {...field('abort')}>
              {Object.entries(ABORTS).map(([name, words]) => (
                <option key={name} value={name}>
                  {words}
                </option>
              ))}
            </select>
          </>
        )}
        <label for={`${id}-operationId`}>Operation</label>
        <select {...field('operationId')}>
          <option value="">Any</option>
          {operationIds.map((operation) => (
            <option key={operation}>{operation}</option>
          ))}
        </select>
        <label for={`${id}-key`}>Key</label>
        <select {...field('key')}>
          <option value="">Any or none</option>
          {keys.map((key) => (
            <option key={key}>{key}</option>
          ))}
        </select>
        <label for={`${id}-percent`}>Chance in %</label>
        <input type="number" min="0" max="100" step="any" required {...field('percent')} />
        <label for={`${id}-times`}>Times at most</label>
        <input type="number" min="1" placeholder="no limit" {...field('times')} />
        <button type="submit">Switch on</button>
      </form>
    </details>
  );
}

function ruleOf({ operationId, key, effect, status, delayMs, abort, percent, times }: Draft): FaultRule {
  return {
    ...(operationId === '' ? {} : { operationId }),
    ...(key === '' ? {} : { key }),
    ...(effect === 'status' ? { status: Number(status) } : {}),
    ...(effect === 'delayMs' ? { delayMs: Number(delayMs) } : {}),
    ...(effect === 'abort' && isAbort(abort) ? { abort } : {}),
    ...(percent === '100' ? {} : { probability: Number(percent) / 100 }),
    ...(times === '' ? {} : { times: Number(times) }),
  };
}
