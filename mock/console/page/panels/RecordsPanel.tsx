import { useCallback, useEffect, useId, useState } from 'preact/hooks';
import { useFetched } from '../hooks/useFetched';
import type { Api } from '../link/api';
import { useOffline } from '../link/link-context';
import { Failure } from '../parts/Failure';
import { Panel } from '../parts/Panel';
import { RecordTable } from './RecordTable';

interface Props {
  readonly api: Api;
  readonly pulse: number;
}

const STEP = 100;
/** Milliseconds after the last key stroke before the search starts. */
const DEBOUNCE_MS = 250;

export function RecordsPanel({ api, pulse }: Props) {
  const id = useId();
  const [collection, setCollection] = useState<string>();
  const [limit, setLimit] = useState(STEP);
  const [typed, setTyped] = useState('');
  const [contains, setContains] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setContains(typed), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const load = useCallback(() => api.records({ collection, contains, limit }), [api, collection, contains, limit]);
  const { value, failure } = useFetched(load, pulse);
  const offline = useOffline();
  return (
    <Panel title="Records" name="records">
      <search class="fields filter">
        <span class="pair">
          <label for={`${id}-collection`}>Collection</label>
          <select
            id={`${id}-collection`}
            disabled={offline}
            value={collection ?? value?.collection ?? ''}
            onChange={(event) => {
              setCollection(event.currentTarget.value);
              setLimit(STEP);
            }}
          >
            {value?.collections.map(({ name, count }) => (
              <option key={name} value={name}>
                {name} ({count})
              </option>
            ))}
          </select>
        </span>
        <span class="pair">
          <label for={`${id}-contains`}>Contains</label>
          <input
            id={`${id}-contains`}
            type="search"
            placeholder="any text"
            disabled={offline}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </span>
      </search>
      <Failure message={offline ? undefined : failure} />
      {value !== undefined && (
        <>
          <p class="hint">{totalInWords(value.total, value.records.length)}</p>
          {value.records.length > 0 && <RecordTable label={value.collection ?? ''} records={value.records} />}
          {value.total > value.records.length && (
            <p class="more">
              <button type="button" disabled={offline} onClick={() => setLimit(limit + STEP)}>
                Show more
              </button>
            </p>
          )}
        </>
      )}
    </Panel>
  );
}

function totalInWords(total: number, shown: number): string {
  if (total === 0) return 'No record matches.';
  const all = total === 1 ? '1 record.' : `${total} records.`;
  return shown < total ? `${all} The first ${shown} are shown.` : all;
}
