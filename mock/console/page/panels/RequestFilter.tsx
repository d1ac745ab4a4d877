import { useId } from 'preact/hooks';
import type { Filter } from '../model/journal';

interface Props {
  readonly filter: Filter;
  readonly methods: readonly string[];
  readonly onFilter: (filter: Filter) => void;
}

const STATUSES = ['2XX', '3XX', '4XX', '5XX'];

export function RequestFilter({ filter, methods, onFilter }: Props) {
  const id = useId();
  return (
    <search class="fields filter">
      <label for={`${id}-text`}>Filter</label>
      <input
        id={`${id}-text`}
        type="search"
        placeholder="path, key, operation"
        value={filter.text}
        onInput={(event) => onFilter({ ...filter, text: event.currentTarget.value })}
      />
      <label for={`${id}-method`} class="unseen">
        Method
      </label>
      <select
        id={`${id}-method`}
        value={filter.method}
        onChange={(event) => onFilter({ ...filter, method: event.currentTarget.value })}
      >
        <option value="">Any method</option>
        {methods.map((method) => (
          <option key={method}>{method}</option>
        ))}
      </select>
      <label for={`${id}-status`} class="unseen">
        Status
      </label>
      <select
        id={`${id}-status`}
        value={filter.status}
        onChange={(event) => onFilter({ ...filter, status: event.currentTarget.value })}
      >
        <option value="">Any status</option>
        {STATUSES.map((status) => (
          <option key={status}>{status}</option>
        ))}
        <option value="none">No reply</option>
      </select>
    </search>
  );
}
