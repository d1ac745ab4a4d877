import { type Json, JsonNumber, type JsonObject, writeJson } from '../link/exact-json';
import { useOffline } from '../link/link-context';

interface Props {
  readonly label: string;
  readonly records: readonly JsonObject[];
  /** Those of the records, in the same order. */
  readonly ids: readonly string[];
  readonly onEdit: (id: string, record: JsonObject) => void;
}

/** A column for each member of the records, in the order of their first occurrence. */
export function RecordTable({ label, records, ids, onEdit }: Props) {
  const offline = useOffline();
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by the keyboard too.
    <section class="scroll records-box" aria-label={`Records of ${label}`} tabIndex={0}>
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
    </section>
  );
}

function Cell({ value }: { readonly value: Json | undefined }) {
  if (value === undefined) return <td class="hint">–</td>;
  if (typeof value === 'string') return <td>{value}</td>;
  return <td class={value instanceof JsonNumber ? 'number' : 'code'}>{writeJson(value)}</td>;
}

const isNumeric = (value: Json | undefined): boolean => value === undefined || value instanceof JsonNumber;
