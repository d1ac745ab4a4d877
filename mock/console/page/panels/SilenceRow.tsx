import { useId } from 'preact/hooks';
import type { SilenceState } from '../../../../openapi/types/control';
import { settledInWords } from '../model/silences';

interface Props {
  readonly silence: SilenceState;
  /** Whether whatever is not chosen varies. */
  readonly isVaried: boolean;
  readonly isException: boolean;
  /** None: it is left to the mock. */
  readonly onChoose: (options: readonly string[]) => void;
  readonly onException: (varies: boolean) => void;
}

/** A silence with the options that it has. */
export function SilenceRow({ silence, isVaried, isException, onChoose, onException }: Props) {
  const id = useId();
  const { question, options, left, chosen, taken } = silence;
  return (
    <li class="silence">
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
              varies<span class="unseen">: {silence.id}</span>
            </span>
          </label>
        )}
      </span>
      <div id={`${id}-taken`} class="hint">
        <p>
          <b>{silence.id}</b>: {settledInWords(silence)}
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
