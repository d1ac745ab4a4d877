import type { Draft, Field, Wrong } from '../model/fault-draft';

/** A field of the form: one of the choices, else a number from `min` to `max`, else a text. */
export interface Row {
  readonly field: Field;
  readonly label: string;
  /** What is sent, and what is shown for it. */
  readonly choices?: readonly (readonly [value: string, words: string])[];
  readonly min?: number;
  readonly max?: number;
  readonly step?: string;
  readonly required?: boolean;
  /** A text of several lines. */
  readonly lines?: number;
  readonly placeholder?: string;
}

export interface FieldOptions {
  /** What the ids of the fields begin with. */
  readonly id: string;
  readonly draft: Draft;
  readonly wrong: Wrong;
  readonly change: (field: Field, text: string) => void;
}

interface Props {
  readonly options: FieldOptions;
  readonly rows: readonly Row[];
}

/** The fields of a form, each with what is wrong with it. */
export function FaultFields({ options, rows }: Props) {
  return (
    <>
      {rows.map((row) => (
        <FaultField key={row.field} options={options} row={row} />
      ))}
    </>
  );
}

function FaultField({
  options: { id, draft, wrong, change },
  row,
}: {
  readonly options: FieldOptions;
  readonly row: Row;
}) {
  const { field, label, choices, min, max, step, required = false, lines, placeholder } = row;
  const mistake = wrong[field];
  const props = {
    id: `${id}-${field}`,
    name: field,
    value: draft[field],
    required,
    'aria-invalid': mistake !== undefined,
    'aria-describedby': mistake === undefined ? undefined : `${id}-${field}-wrong`,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      change(field, currentTarget.value),
  };
  return (
    <>
      <label for={props.id}>{label}</label>
      {choices !== undefined ? (
        <select {...props}>
          {choices.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      ) : lines !== undefined ? (
        <textarea {...props} class="code" rows={lines} spellcheck={false} placeholder={placeholder} />
      ) : min !== undefined ? (
        <input {...props} type="number" min={min} max={max} step={step} placeholder={placeholder} />
      ) : (
        <input {...props} type="text" spellcheck={false} placeholder={placeholder} />
      )}
      {mistake !== undefined && (
        <p id={`${id}-${field}-wrong`} role="alert" class="failure wide">
          {mistake}
        </p>
      )}
    </>
  );
}
