import { useCallback, useEffect, useState } from 'preact/hooks';
import { useAction } from '../hooks/useAction';
import { useFetched } from '../hooks/useFetched';
import { useRecordChanges } from '../hooks/useRecordChanges';
import type { Api } from '../link/api';
import { type JsonObject, prettyJson, writeJson } from '../link/exact-json';
import { useOffline } from '../link/link-context';
import { Failure } from '../parts/Failure';
import { Panel } from '../parts/Panel';
import { type Edited, RecordEditor } from './RecordEditor';
import { RecordFilter } from './RecordFilter';
import { RecordTable } from './RecordTable';

interface Props {
  readonly api: Api;
  readonly pulse: number;
  readonly changed: () => void;
}

const STEP = 100;
/** Milliseconds after the last key stroke before the search starts. */
const DEBOUNCE_MS = 250;

export function RecordsPanel({ api, pulse, changed }: Props) {
  const [collection, setCollection] = useState<string>();
  const [limit, setLimit] = useState(STEP);
  const [typed, setTyped] = useState('');
  const [contains, setContains] = useState('');
  const [edited, setEdited] = useState<Edited>();
  useEffect(() => {
    const timer = setTimeout(() => setContains(typed), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const load = useCallback(() => api.records({ collection, contains, limit }), [api, collection, contains, limit]);
  const { value, failure } = useFetched(load, pulse);
  const offline = useOffline();
  const changes = useRecordChanges(api, changed);
  const undoing = useAction(changed);

  const { done } = changes;
  const undo = done?.undo;
  const shown = value?.collection ?? undefined;
  const edit = (id: string | undefined, record: JsonObject) => {
    if (shown !== undefined) setEdited({ collection: shown, id, text: prettyJson(writeJson(record)) });
  };
  const close = () => {
    setEdited(undefined);
    const opener = edited?.id === undefined ? '[data-new-record]' : `[data-record="${CSS.escape(edited.id)}"]`;
    // Once the editor is gone, and enabled again what opened it.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(opener)?.focus());
  };
  const save = async (wanted: Edited) => {
    if (wanted.id === undefined) await changes.add(wanted.collection, wanted.text, value?.idProperty ?? null);
    else await changes.replace(wanted.collection, wanted.id, wanted.text, edited?.text ?? '');
    if (wanted.id === undefined) setCollection(wanted.collection);
    close();
  };
  const remove = async ({ collection, id = '' }: Edited) => {
    await changes.remove(collection, id, edited?.text ?? '');
    close();
  };
  return (
    <Panel
      title="Records"
      name="records"
      aside={
        <button
          type="button"
          data-new-record
          disabled={offline || shown === undefined}
          onClick={() => edit(undefined, value?.example ?? {})}
        >
          New record
        </button>
      }
    >
      <RecordFilter
        collections={value?.collections ?? []}
        collection={collection ?? shown ?? ''}
        contains={typed}
        onCollection={(name) => {
          setCollection(name);
          setLimit(STEP);
          setEdited(undefined);
        }}
        onContains={setTyped}
      />
      <Failure message={offline ? undefined : (failure ?? undoing.failure)} />
      <div role="status" class="buttons hint outcome-line">
        {done?.words}
        {undo !== undefined && (
          <button type="button" class="link" disabled={offline} onClick={() => undoing.run(undo)}>
            Undo
          </button>
        )}
      </div>
      {edited !== undefined && (
        <RecordEditor
          key={`${edited.collection} ${edited.id}`}
          edited={edited}
          collections={value?.collections.map(({ name }) => name) ?? []}
          onSave={save}
          onDelete={remove}
          onClose={close}
        />
      )}
      {value !== undefined && (
        <>
          <p class="hint">{totalInWords(value.total, value.records.length)}</p>
          {value.records.length > 0 && (
            <RecordTable label={value.collection ?? ''} records={value.records} ids={value.ids} onEdit={edit} />
          )}
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
