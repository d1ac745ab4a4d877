import { useCallback, useEffect, useState } from 'preact/hooks';
import { type Controls, useAction, useFetched } from '../hooks/useFetched';
import { useOffline } from '../hooks/useLive';
import { usePlace } from '../hooks/usePlace';
import { type Json, JsonNumber, type JsonObject, prettyJson, writeJson } from '../model/json';
import { Field } from '../parts/Field';
import { Failure, Panel, Scrolling } from '../parts/Panel';
import { type Edited, RecordEditor, useRecordChanges } from './RecordEditor';

const STEP = 100;
/** Milliseconds after the last key stroke before the search starts. */
const DEBOUNCE_MS = 250;

export function RecordsPanel({ api, pulse, changed }: Controls & { readonly pulse: number }) {
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
  const { document } = usePlace();
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
      <search class="row filter">
        <span class="pair">
          <Field
            label="Collection"
            disabled={offline}
            choices={(value?.collections ?? []).map(({ name, count }) => [name, `${name} (${count})`])}
            value={collection ?? shown ?? ''}
            onText={(name) => {
              setCollection(name);
              setLimit(STEP);
              setEdited(undefined);
            }}
          />
        </span>
        <span class="pair">
          <Field
            label="Contains"
            type="search"
            placeholder="any text"
            disabled={offline}
            value={typed}
            onText={setTyped}
          />
        </span>
      </search>
      <Failure message={offline ? undefined : (failure ?? undoing.failure)} />
      <div role="status" class="row hint outcome-line">
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

interface RecordTableProps {
  readonly label: string;
  readonly records: readonly JsonObject[];
  /** Those of the records, in the same order. */
  readonly ids: readonly string[];
  readonly onEdit: (id: string, record: JsonObject) => void;
}

/** A column for each member of the records, in the order of their first occurrence. */
function RecordTable({ label, records, ids, onEdit }: RecordTableProps) {
  const offline = useOffline();
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return (
    <Scrolling as="section" class="scroll records-box" aria-label={`Records of ${label}`}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                class={records.every((record) => isNumeric(record[column])) ? 'number' : undefined}
              >
                {column}
              </th>
            ))}
            <th scope="col" class="tools">
              <span class="unseen">Change</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {records.map((record, at) => (
            <tr key={ids[at]}>
              {columns.map((column) => (
                <Cell key={column} value={Object.hasOwn(record, column) ? record[column] : undefined} />
              ))}
              <td class="tools">
                <button
                  type="button"
                  class="link"
                  data-record={ids[at]}
                  disabled={offline}
                  onClick={() => onEdit(ids[at] ?? '', record)}
                >
                  Edit<span class="unseen"> record {ids[at]}</span>
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  );
}

function Cell({ value }: { readonly value: Json | undefined }) {
  if (value === undefined) return <td class="hint">–</td>;
  if (typeof value === 'string') return <td>{value}</td>;
  return <td class={value instanceof JsonNumber ? 'number' : 'code'}>{writeJson(value)}</td>;
}

const isNumeric = (value: Json | undefined): boolean => value === undefined || value instanceof JsonNumber;
