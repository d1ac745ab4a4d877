import { useId, useRef, useState } from 'preact/hooks';
import { reasonOf } from '../link/api';
import { BLANK, type Draft, fieldOf, ruleOf, type Wrong } from '../model/fault-draft';
import { Failure } from '../parts/Failure';
import { FaultFields, type FieldOptions, type Row } from './FaultFields';
import { MATCH_ROWS, mainRows, whenRows } from './fault-rows';

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
