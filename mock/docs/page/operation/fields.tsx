import { useContext, useId, useState } from 'preact/hooks';
import { itemsOf, kindOf } from '../model/json';
import type { Body, FileField, Parameter } from '../model/model';
import { bodyDraft, type Draft, mediaOf } from '../model/request';

import { flatten, typeOf } from '../model/schema';
import { fieldText } from '../model/serialise';
import { Choice } from '../parts/ContentView';
import { DocumentContext } from '../parts/parts';

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

interface BodyFieldProps {
  readonly body: Body;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
}

/** A field for the body: media type, examples to begin with, and a text or a file. */
export function BodyField({ body, draft, onDraft }: BodyFieldProps) {
  const id = useId();
  const [example, setExample] = useState(0);
  const media = mediaOf(body, draft.mediaType);
  const examples = media?.examples ?? [];
  const types = [...body.content.map(({ type }) => type), ...(body.required ? [] : ['no body'])];
  const kind = kindOf(media?.type ?? '');
  const choose = (at: number) => {
    setExample(0);
    onDraft({ ...draft, ...bodyDraft(body.content[at]) });
  };
  return (
    <div class="try-field">
      {types.length > 1 && (
        <Choice
          label="Media type"
          names={types}
          chosen={media === undefined ? body.content.length : body.content.indexOf(media)}
          onChoose={choose}
        />
      )}
      {examples.length > 1 && kind !== 'file' && (
        <Choice
          label="Begin with"
          names={examples.map(({ name }) => name)}
          chosen={example}
          onChoose={(at) => {
            setExample(at);
            onDraft({ ...draft, ...bodyDraft(media, examples[at]?.value), files: draft.files });
          }}
        />
      )}
      {media !== undefined && <FileFields key={media.type} fields={media.files} draft={draft} onDraft={onDraft} />}
      {media !== undefined && (
        <>
          <label for={id}>
            Body{' '}
            <span class="hint">
              {kind === 'form'
                ? `${media.type}, its ${media.files.length > 0 ? 'other ' : ''}fields as JSON`
                : media.type}
            </span>
          </label>
          {kind === 'file' ? (
            <input
              id={id}
              type="file"
              onChange={(event) => onDraft({ ...draft, file: event.currentTarget.files?.[0] })}
            />
          ) : (
            <textarea
              id={id}
              rows={Math.min(18, Math.max(4, draft.body.split('\n').length))}
              value={draft.body}
              spellcheck={false}
              onInput={(event) => onDraft({ ...draft, body: event.currentTarget.value })}
            />
          )}
        </>
      )}
    </div>
  );
}

interface FileFieldsProps {
  readonly fields: readonly FileField[];
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
}

/** A file to choose for each field of a form that is one. */
function FileFields({ fields, draft, onDraft }: FileFieldsProps) {
  const id = useId();
  return (
    <>
      {fields.map(({ name, isMany, required, description }) => (
        <div class="try-field" key={name}>
          <label for={`${id}-${name}`}>
            <code>{name}</code>{' '}
            <span class="hint">
              {isMany ? 'files' : 'file'}
              {required && ', required'}
            </span>
          </label>
          <input
            id={`${id}-${name}`}
            type="file"
            multiple={isMany}
            title={description}
            onChange={(event) =>
              onDraft({ ...draft, files: { ...draft.files, [name]: [...(event.currentTarget.files ?? [])] } })
            }
          />
        </div>
      ))}
    </>
  );
}
