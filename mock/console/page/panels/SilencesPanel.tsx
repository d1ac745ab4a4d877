import { useId, useState } from 'preact/hooks';
import type { ChoicesState } from '../../../../openapi/types/control';
import { useAction } from '../hooks/useAction';
import type { Api } from '../link/api';
import {
  changeOf,
  choicesInWords,
  groupsOf,
  otherwise,
  type WholeChange,
  withChoice,
  withException,
} from '../model/silences';
import { Failure } from '../parts/Failure';
import { Panel } from '../parts/Panel';
import { SilenceRow } from './SilenceRow';
import { VaryForm } from './VaryForm';

interface Props {
  readonly api: Api;
  readonly choices: ChoicesState | undefined;
  readonly changed: () => void;
}

/** What the document leaves open, and what is done about it. */
export function SilencesPanel({ api, choices, changed }: Props) {
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
      title="Silences"
      name="silences"
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
      {groups.length === 0 && <p class="hint">No silence has this in its words.</p>}
      {groups.map(([about, silences]) => (
        <details key={`${about} ${contains === ''}`} open={contains !== ''}>
          <summary>
            {about[0]?.toUpperCase()}
            {about.slice(1)} <span class="hint">{countInWords(silences.length, otherwise(silences))}</span>
          </summary>
          <ul class="plain">
            {silences.map((silence) => (
              <SilenceRow
                key={silence.id}
                silence={silence}
                isVaried={now.vary !== null}
                isException={now.except.includes(silence.id)}
                onChoose={(options) => change(withChoice(now, silence.id, options))}
                onException={(varies) => change(withException(now, silence.id, varies))}
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
