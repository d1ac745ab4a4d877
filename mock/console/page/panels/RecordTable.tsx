import { type Json, JsonNumber, type JsonObject, writeJson } from '../link/exact-json';

interface Props {
  readonly label: string;
  readonly records: readonly JsonObject[];
}

/** A column for each member of the records, in the order of their first occurrence. */
export function RecordTable({ label, records }: Props) {
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
          </tr>
        </thead>
        <tbody>
          {records.map((record, at) => (
            // The index is enough as a key, since rows hold no state; only the contract knows which member is the id.
            <tr key={at}>
              {columns.map((column) => (
                <Cell key={column} value={Object.hasOwn(record, column) ? record[column] : undefined} />
              ))}
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
