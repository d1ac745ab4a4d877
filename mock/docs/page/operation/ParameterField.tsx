import { useContext, useId } from 'preact/hooks';
import { itemsOf } from '../model/json';
import type { Parameter } from '../model/model';
import { flatten, typeOf } from '../model/schema';
import { fieldText } from '../model/serialise';
import { DocumentContext } from '../parts/document-context';

interface Props {
  readonly parameter: Parameter;
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** A field for a parameter: a choice where the document lists the values, else a text. */
export function ParameterField({ parameter, text, onText }: Props) {
  const id = useId();
  const document = useContext(DocumentContext);
  const { type, enum: values, items } = flatten(document, parameter.schema);
  const choices = type === 'boolean' ? ['true', 'false'] : itemsOf(values).map(fieldText);
  const hint = items === undefined ? '' : ', separated by commas';
  return (
    <div class="try-field">
      <label for={id}>
        <code>{parameter.name}</code>{' '}
        <span class="hint">
          {typeOf(document, parameter.schema)}
          {hint}
        </span>
      </label>
      {choices.length > 0 ? (
        <select id={id} value={text} onChange={(event) => onText(event.currentTarget.value)}>
          {(!parameter.required || text === '') && <option value="">not sent</option>}
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          value={text}
          required={parameter.required && parameter.in === 'path'}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => onText(event.currentTarget.value)}
        />
      )}
    </div>
  );
}
