import { useEffect, useId, useState } from 'preact/hooks';
import type { ChoicesState, SilenceState } from '../../../../openapi/types/control';
import { useAction } from '../hooks/useFetched';
import type { Api } from '../link/api';
import {
  changeOf,
  choicesInWords,
  groupsOf,
  otherwise,
  settledInWords,
  type WholeChange,
  withChoice,
  withException,
} from '../model/left-open';
import { Failure, Panel } from '../parts/Panel';

interface Props {
  readonly api: Api;
  readonly choices: ChoicesState | undefined;
  readonly changed: () => void;
}

/** What the document leaves open, and what is done about it. */
export function LeftOpenPanel({ api, choices, changed }: Props) {
  const id = useId();
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
      name="left-open"
      aside={<span class={isChanged ? 'badge strong' : 'badge'}>{choicesInWords(choices)}</span>}
    >
      <VaryForm
        vary={now.vary}
        onVary={(vary) => change({ ...now, vary })}
        canClear={isChanged}
        onClear={() => change({ choices: {}, vary: null, except: [] })}
      />
      <search class="fields filter">
        <span class="pair">
          <label for={id}>Contains</label>
          <input
            id={id}
            type="search"
            placeholder="any word"
            value={contains}
            onInput={(event) => setContains(event.currentTarget.value)}
          />
        </span>
      </search>
      {groups.length === 0 && <p class="hint">No behaviour has this in its words.</p>}
      {groups.map(([about, behaviours]) => (
        <details key={`${about} ${contains === ''}`} open={contains !== ''}>
          <summary>
            {about[0]?.toUpperCase()}
            {about.slice(1)} <span class="hint">{countInWords(behaviours.length, otherwise(behaviours))}</span>
          </summary>
          <ul class="plain">
            {behaviours.map((behaviour) => (
              <BehaviourRow
                key={behaviour.id}
                behaviour={behaviour}
                isVaried={now.vary !== null}
                isException={now.except.includes(behaviour.id)}
                onChoose={(options) => change(withChoice(now, behaviour.id, options))}
                onException={(varies) => change(withException(now, behaviour.id, varies))}
              />
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
  readonly behaviour: SilenceState;
  /** Whether whatever is not chosen varies. */
  readonly isVaried: boolean;
  readonly isException: boolean;
  /** None: it is left to the mock. */
  readonly onChoose: (options: readonly string[]) => void;
  readonly onException: (varies: boolean) => void;
}

/** An unspecified behaviour with its options. */
function BehaviourRow({ behaviour, isVaried, isException, onChoose, onException }: BehaviourRowProps) {
  const id = useId();
  const { question, options, left, chosen, taken } = behaviour;
  return (
    <li class="behaviour">
      <label for={id}>{question}</label>
      <span class="buttons">
        <select
          id={id}
          aria-describedby={`${id}-taken`}
          value={chosen.join()}
          onChange={({ currentTarget }) => onChoose(currentTarget.value === '' ? [] : currentTarget.value.split(','))}
        >
          <option value="">not chosen</option>
          {options.map((option) => (
            <option key={option.id} value={option.id} disabled={!left.includes(option.id)}>
              {option.id}: {option.means}
            </option>
          ))}
          {chosen.length > 1 && <option value={chosen.join()}>any of {chosen.join(', ')}</option>}
        </select>
        {isVaried && chosen.length === 0 && (
          <label class="varies">
            <input
              type="checkbox"
              checked={!isException}
              onChange={({ currentTarget }) => onException(currentTarget.checked)}
            />
            <span>
              varies<span class="unseen">: {behaviour.id}</span>
            </span>
          </label>
        )}
      </span>
      <div id={`${id}-taken`} class="hint">
        <p>
          <b>{behaviour.id}</b>: {settledInWords(behaviour)}
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
  const id = useId();
  const [typed, setTyped] = useState('1');
  // Another seed takes the place of what was typed.
  useEffect(() => {
    if (vary !== null) setTyped(String(vary));
  }, [vary]);
  return (
    <form
      class="fields"
      onSubmit={(event) => {
        event.preventDefault();
        onVary(Number(typed));
      }}
    >
      <label for={id}>Seed</label>
      <input
        id={id}
        class="seed"
        type="number"
        required
        min="0"
        max="4294967295"
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
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
