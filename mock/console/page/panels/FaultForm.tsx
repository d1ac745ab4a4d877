import { useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { reasonOf } from '../link/api';
import type { ContractSummary } from '../model/contract';
import { ABORTS, BLANK, type Draft, type Field as FieldName, ruleOf, type Wrong, wrongIn } from '../model/faults';
import { asChoices, type Choices, Field, submitting } from '../parts/Field';
import { Failure } from '../parts/Panel';
import { operationsIn, type Samples, samplesOf } from './samples';

interface Props {
  /** What it begins with, and is opened for; undefined for a blank one. */
  readonly proposal: Draft | undefined;
  /** What was typed before, which it took the place of. */
  readonly replaced: Draft | undefined;
  readonly contract: ContractSummary;
  readonly keys: readonly string[];
  readonly onTyped: (draft: Draft) => void;
  readonly onRestore: (draft: Draft) => void;
  /** Takes a rule as JSON text. */
  readonly onAdd: (rule: string) => Promise<void>;
}

/** A form for any fault rule. What is seldom needed is folded, and unfolds where something in it is wrong. */
export function FaultForm({ proposal, replaced, contract, keys, onTyped, onRestore, onAdd }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<Draft>(proposal ?? BLANK);
  useLayoutEffect(() => {
    if (proposal !== undefined) form.current?.querySelector('select')?.focus();
  }, [proposal]);
  const [wrong, setWrong] = useState<Wrong>({});
  const [failure, setFailure] = useState<string>();
  const [isOpen, setIsOpen] = useState(proposal !== undefined);
  const { document } = contract;
  const operations = useMemo(() => (isOpen ? operationsIn(document) : []), [document, isOpen]);
  const samples = samplesOf(document, operations, draft.operationId);
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
      const found = wrongIn(reasonOf(error));
      if (Object.keys(found).length === 0) setFailure(reasonOf(error));
      else accuse(found);
    });
  };
  const fields = (rows: readonly Row[]) => rows.map((row) => <FaultField key={row.field} row={row} {...shared} />);
  const type = (wanted: Draft) => {
    setDraft(wanted);
    onTyped(wanted);
  };
  const shared = { draft, wrong, samples, onDraft: type };
  const folded = (title: string, rows: readonly Row[]) => (
    <Folded
      title={title}
      isFilled={rows.some(({ field }) => proposal !== undefined && proposal[field] !== BLANK[field])}
      isWrong={rows.some(({ field }) => wrong[field] !== undefined)}
    >
      {fields(rows)}
    </Folded>
  );
  return (
    <details class="adjust column" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>A fault of your own</summary>
      {replaced !== undefined && (
        <p class="row hint">
          This replaced what you typed.
          <button type="button" class="link" onClick={() => onRestore(replaced)}>
            Take it back
          </button>
        </p>
      )}
      <form ref={form} class="form" onSubmit={submitting(submit)}>
        {fields(
          mainRows(
            draft,
            contract.operations.map(({ id }) => id),
            keys,
          ),
        )}
        {folded('Which requests', MATCH_ROWS)}
        {folded('When', whenRows(draft))}
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
  /** Whether it is open at first. */
  readonly isFilled: boolean;
  readonly isWrong: boolean;
  readonly children: preact.ComponentChildren;
}

function Folded({ title, isFilled, isWrong, children }: FoldedProps) {
  const [isOpen, setIsOpen] = useState(isFilled);
  return (
    <details class="wide" open={isOpen || isWrong} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      <div class="form">{children}</div>
    </details>
  );
}

/** A field of the form: one of the choices, else a number from `min` to `max`, else a text. */
interface Row {
  readonly field: FieldName;
  readonly label: string;
  readonly choices?: Choices;
  readonly min?: number;
  readonly max?: number;
  readonly step?: string;
  readonly required?: boolean;
  /** Of a text of several lines. */
  readonly rows?: number;
  readonly placeholder?: string;
}

interface FaultFieldProps {
  readonly row: Row;
  readonly draft: Draft;
  readonly wrong: Wrong;
  readonly samples: Samples;
  readonly onDraft: (draft: Draft) => void;
}

/** A field with what is wrong with it. */
function FaultField({ row: { field, ...row }, draft, wrong, samples, onDraft }: FaultFieldProps) {
  const id = useId();
  const mistake = wrong[field];
  return (
    <>
      <Field
        placeholder={samples[field]}
        {...row}
        {...(row.min === undefined ? { spellcheck: false } : { type: 'number' })}
        name={field}
        aria-invalid={mistake !== undefined}
        aria-describedby={mistake === undefined ? undefined : id}
        value={draft[field]}
        onText={(text) => onDraft({ ...draft, ...(field === 'effect' ? STATUS_AT_FIRST[text] : {}), [field]: text })}
      />
      {mistake !== undefined && (
        <p id={id} role="alert" class="failure wide">
          {mistake}
        </p>
      )}
    </>
  );
}

const EFFECTS: Choices = [
  ['status', 'An error of the API'],
  ['reply', 'A reply of your own'],
  ['wait', 'Wait'],
  ['abort', 'Abort the connection'],
];

/** The status that an effect begins with. */
const STATUS_AT_FIRST: Readonly<Record<string, Partial<Draft>>> = {
  status: { status: BLANK.status },
  reply: { status: '200' },
};

const DELAY: readonly Row[] = [
  { field: 'delayFrom', label: 'Delay in ms', min: 0, max: 600_000, placeholder: 'none' },
  { field: 'delayTo', label: 'Up to ms', min: 0, max: 600_000, placeholder: 'no range' },
];

/** What an effect needs. */
const OF_EFFECT: Readonly<Record<string, readonly Row[]>> = {
  status: [{ field: 'status', label: 'Status', min: 400, max: 599, required: true }],
  reply: [
    { field: 'status', label: 'Status', min: 200, max: 599, required: true },
    { field: 'mediaType', label: 'Media type', required: true },
    { field: 'body', label: 'Body', rows: 3 },
    { field: 'headers', label: 'Headers', rows: 2, placeholder: 'Retry-After: 5' },
  ],
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
  { field: 'operationId', label: 'Operation', choices: [['', 'Any'], ...asChoices(operationIds)] },
  { field: 'key', label: 'Key', choices: [['', 'Any or none'], ...asChoices(keys)] },
];

/** Which requests, beside operation and key. */
const MATCH_ROWS: readonly Row[] = [
  { field: 'method', label: 'Method', placeholder: 'any' },
  { field: 'path', label: 'Path' },
  { field: 'query', label: 'Query has', rows: 2 },
  { field: 'sentHeaders', label: 'Headers have', rows: 2 },
  { field: 'sentBody', label: 'Body has', rows: 2 },
];

/** How often, and how late where waiting is not all that it does. */
const whenRows = ({ effect }: Draft): readonly Row[] => (effect === 'wait' ? OFTEN : [...OFTEN, ...DELAY]);
