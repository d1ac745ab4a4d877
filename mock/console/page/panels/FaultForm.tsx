import { useId, useRef, useState } from 'preact/hooks';
import { reasonOf } from '../link/api';
import { ABORTS, BLANK, type Draft, type Field, fieldOf, ruleOf, type Wrong } from '../model/faults';

import { Failure } from '../parts/Panel';

interface Props {
  readonly operationIds: readonly string[];
  readonly keys: readonly string[];
  /** Takes a rule as JSON text. */
  readonly onAdd: (rule: string) => Promise<void>;
}

/** A form for any fault rule. What is seldom needed is folded, and unfolds where something in it is wrong. */
export function FaultForm({ operationIds, keys, onAdd }: Props) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<Draft>(BLANK);
  const [wrong, setWrong] = useState<Wrong>({});
  const [failure, setFailure] = useState<string>();
  const accuse = (found: Wrong) => {
    setWrong(found);
    const [first] = Object.keys(found);
    // Once what was folded is unfolded.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus());
  };
  const submit = () => {
    setWrong({});
    setFailure(undefined);
    const made = ruleOf(draft);
    if (made.wrong !== undefined) return accuse(made.wrong);
    onAdd(made.rule).catch((error: unknown) => {
      const message = reasonOf(error);
      const field = fieldOf(message);
      if (field === undefined) setFailure(message);
      else accuse({ [field]: message });
    });
  };
  const options: FieldOptions = { id, draft, wrong, change: (field, text) => setDraft({ ...draft, [field]: text }) };
  return (
    <details class="adjust">
      <summary>A fault of your own</summary>
      <form
        ref={form}
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <FaultFields options={options} rows={mainRows(draft, operationIds, keys)} />
        <Folded title="Which requests" options={options} rows={MATCH_ROWS} />
        <Folded title="When" options={options} rows={whenRows(draft)} />
        <button type="submit" class="main">
          Switch on
        </button>
      </form>
      <Failure message={failure} />
    </details>
  );
}

interface FoldedProps {
  readonly title: string;
  readonly options: FieldOptions;
  readonly rows: readonly Row[];
}

function Folded({ title, options, rows }: FoldedProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isWrong = rows.some(({ field }) => options.wrong[field] !== undefined);
  return (
    <details class="wide" open={isOpen || isWrong} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      <div class="form">
        <FaultFields options={options} rows={rows} />
      </div>
    </details>
  );
}

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

interface FieldOptions {
  /** What the ids of the fields begin with. */
  readonly id: string;
  readonly draft: Draft;
  readonly wrong: Wrong;
  readonly change: (field: Field, text: string) => void;
}

interface FaultFieldsProps {
  readonly options: FieldOptions;
  readonly rows: readonly Row[];
}

/** The fields of a form, each with what is wrong with it. */
function FaultFields({ options, rows }: FaultFieldsProps) {
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

const EFFECTS: Row['choices'] = [
  ['status', 'An error of the API'],
  ['reply', 'A reply of your own'],
  ['wait', 'Wait'],
  ['abort', 'Abort the connection'],
];

const REPLY: readonly Row[] = [
  { field: 'status', label: 'Status', min: 200, max: 599, required: true },
  { field: 'mediaType', label: 'Media type', placeholder: 'text/html', required: true },
  { field: 'body', label: 'Body', lines: 3 },
  { field: 'headers', label: 'Headers', lines: 2, placeholder: 'Retry-After: 5' },
];

const DELAY: readonly Row[] = [
  { field: 'delayFrom', label: 'Delay in ms', min: 0, max: 600_000, placeholder: 'none' },
  { field: 'delayTo', label: 'Up to ms', min: 0, max: 600_000, placeholder: 'no range' },
];

/** What an effect needs. */
const OF_EFFECT: Readonly<Record<string, readonly Row[]>> = {
  status: [{ field: 'status', label: 'Status', min: 400, max: 599, required: true }],
  reply: REPLY,
  wait: DELAY.map((row) => ({ ...row, required: row.field === 'delayFrom' })),
  abort: [{ field: 'abort', label: 'How', choices: Object.entries(ABORTS) }],
};

const OFTEN: readonly Row[] = [
  { field: 'after', label: 'After so many', min: 0, placeholder: 'at once' },
  { field: 'times', label: 'Times at most', min: 1, placeholder: 'no limit' },
  { field: 'percent', label: 'Chance in %', min: 0, max: 100, step: 'any', required: true },
];

/** The fields that are always shown. */
const mainRows = ({ effect }: Draft, operationIds: readonly string[], keys: readonly string[]): readonly Row[] => [
  { field: 'effect', label: 'What', choices: EFFECTS },
  ...(OF_EFFECT[effect] ?? []),
  { field: 'operationId', label: 'Operation', choices: [['', 'Any'], ...alone(operationIds)] },
  { field: 'key', label: 'Key', choices: [['', 'Any or none'], ...alone(keys)] },
];

/** Which requests, beside operation and key. */
const MATCH_ROWS: readonly Row[] = [
  { field: 'method', label: 'Method', placeholder: 'any' },
  { field: 'path', label: 'Path', placeholder: '/things/7 or /things/*' },
  { field: 'query', label: 'Query has', lines: 2, placeholder: 'colour=red' },
  { field: 'sentHeaders', label: 'Headers have', lines: 2, placeholder: 'Accept-Language: de' },
  { field: 'sentBody', label: 'Body has', lines: 2, placeholder: '{ "colour": "red" }' },
];

/** How often, and how late where waiting is not all that it does. */
const whenRows = ({ effect }: Draft): readonly Row[] => (effect === 'wait' ? OFTEN : [...OFTEN, ...DELAY]);

const alone = (names: readonly string[]): readonly (readonly [string, string])[] => names.map((name) => [name, name]);
