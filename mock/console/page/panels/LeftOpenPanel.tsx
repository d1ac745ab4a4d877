import { useEffect, useId, useState } from 'preact/hooks';
import type { ChoicesState } from '../../../../openapi/types/control';
import { type Controls, useAction } from '../hooks/useFetched';
import {
  changeOf,
  choicesInWords,
  decidedInWords,
  groupsOf,
  otherwise,
  type UnspecifiedBehaviour,
  type WholeChange,
  withChoice,
  withException,
} from '../model/left-open';
import { Field, submitting } from '../parts/Field';
import { Failure, Panel } from '../parts/Panel';

/** What the document leaves open, and what is done about it. */
export function LeftOpenPanel({ api, choices, changed }: Controls & { readonly choices: ChoicesState | undefined }) {
  const [contains, setContains] = useState('');
  const { failure, run } = useAction(changed);
  if (choices === undefined) return null;
  const now = changeOf(choices);
  const change = (wanted: WholeChange) => run(() => api.changeChoices(wanted));
  const isChanged = now.vary !== null || Object.keys(now.choices).length > 0;
  const groups = groupsOf(choices.choices, contains);
  return (
    <Panel
      title="Left open by the contract"
      aside={<span class={isChanged ? 'badge strong' : 'badge'}>{choicesInWords(choices)}</span>}
    >
      <p class="hint">
        Unspecified behaviour: choose what the mock does where the contract says nothing, or vary all of it by a seed to
        find out what your client relies on.
      </p>
      <VaryForm
        vary={now.vary}
        onVary={(vary) => change({ ...now, vary })}
        canClear={isChanged}
        onClear={() => change({ choices: {}, vary: null, except: [] })}
      />
      <search class="row filter">
        <span class="pair">
          <Field label="Contains" type="search" placeholder="any word" value={contains} onText={setContains} />
        </span>
      </search>
      {groups.length === 0 && <p class="hint">No behaviour has this in its words.</p>}
      {groups.map(([about, behaviours]) => (
        <details key={`${about} ${contains === ''}`} open={contains !== ''}>
          <summary>
            {about[0]?.toUpperCase()}
            {about.slice(1)} <span class="hint">{countInWords(behaviours.length, otherwise(behaviours))}</span>
          </summary>
          <ul class="plain column behaviours">
            {behaviours.map((behaviour) => (
              <BehaviourRow key={behaviour.id} behaviour={behaviour} now={now} onChange={change} />
            ))}
          </ul>
        </details>
      ))}
      <Failure message={failure} />
    </Panel>
  );
}

const countInWords = (all: number, others: number): string => (others === 0 ? `${all}` : `${all}, ${others} changed`);

interface BehaviourRowProps {
  readonly behaviour: UnspecifiedBehaviour;
  readonly now: WholeChange;
  readonly onChange: (wanted: WholeChange) => void;
}

/** An unspecified behaviour with its options. */
function BehaviourRow({ behaviour, now, onChange }: BehaviourRowProps) {
  const field = useId();
  const { id, question, options, left, chosen, taken } = behaviour;
  const choose = (text: string) => onChange(withChoice(now, id, text === '' ? [] : text.split(',')));
  return (
    <li class="behaviour column">
      <label for={field}>{question}</label>
      <span class="row">
        <select
          id={field}
          aria-describedby={`${field}-taken`}
          value={chosen.join()}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          <option value="">not chosen</option>
          {options.map((option) => (
            <option key={option.id} value={option.id} disabled={!left.includes(option.id)}>
              {option.id}: {option.means}
            </option>
          ))}
          {chosen.length > 1 && <option value={chosen.join()}>any of {chosen.join(', ')}</option>}
        </select>
        {now.vary !== null && chosen.length === 0 && (
          <label class="varies">
            <input
              type="checkbox"
              checked={!now.except.includes(id)}
              onChange={({ currentTarget }) => onChange(withException(now, id, currentTarget.checked))}
            />
            <span>
              varies<span class="unseen">: {id}</span>
            </span>
          </label>
        )}
      </span>
      <div id={`${field}-taken`} class="hint">
        <p>
          <b>{id}</b>: {decidedInWords(behaviour)}
        </p>
        {options
          .filter((option) => taken.includes(option.id))
          .map((option) => (
            <p key={option.id}>
              {option.means} <code>{option.example}</code>
            </p>
          ))}
      </div>
    </li>
  );
}

interface VaryFormProps {
  /** The seed by which behaviours vary; null for none. */
  readonly vary: number | null;
  readonly onVary: (seed: number | null) => void;
  /** Whether anything was chosen. */
  readonly canClear: boolean;
  readonly onClear: () => void;
}

/** So many seeds are drawn from: one that can be read aloud. */
const SEEDS = 100_000;

/** By which seed behaviours vary. */
function VaryForm({ vary, onVary, canClear, onClear }: VaryFormProps) {
  const [typed, setTyped] = useState('1');
  // Another seed takes the place of what was typed.
  useEffect(() => {
    if (vary !== null) setTyped(String(vary));
  }, [vary]);
  return (
    <form class="row" onSubmit={submitting(() => onVary(Number(typed)))}>
      <Field
        label="Seed"
        class="seed"
        type="number"
        required
        min="0"
        max="4294967295"
        value={typed}
        onText={setTyped}
      />
      <button type="submit" aria-pressed={vary !== null && typed === String(vary)}>
        Vary
      </button>
      <button type="button" onClick={() => onVary(Math.floor(Math.random() * SEEDS))}>
        Another seed
      </button>
      <button type="button" disabled={vary === null} onClick={() => onVary(null)}>
        Don’t vary
      </button>
      <button type="button" disabled={!canClear} onClick={onClear}>
        Choose nothing
      </button>
    </form>
  );
}
