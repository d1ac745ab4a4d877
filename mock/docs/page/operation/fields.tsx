import type { ComponentChildren } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { itemsOf } from '../../../console/page/model/json';
import { asChoices, Field } from '../../../console/page/parts/Field';
import type { Body, Parameter } from '../model/document';
import { type FileField, kindOf } from '../model/example';
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
  const document = useContext(DocumentContext);
  const { name, in: place, required, schema } = parameter;
  const { type, enum: values, items } = flatten(document, schema);
  const choices = type === 'boolean' ? ['true', 'false'] : itemsOf(values).map(fieldText);
  const label = (
    <>
      <code>{name}</code>{' '}
      <span class="hint">
        {typeOf(document, schema)}
        {items !== undefined && ', separated by commas'}
      </span>
    </>
  );
  return (
    <div class="try-field column">
      {choices.length > 0 ? (
        <Field
          label={label}
          choices={[...(required && text !== '' ? [] : [['', 'not sent'] as const]), ...asChoices(choices)]}
          value={text}
          onText={onText}
        />
      ) : (
        <Field
          label={label}
          value={text}
          required={required && place === 'path'}
          autocomplete="off"
          spellcheck={false}
          onText={onText}
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
  const [example, setExample] = useState(0);
  const media = mediaOf(body, draft.mediaType);
  const examples = media?.examples ?? [];
  const types = [...body.content.map(({ type }) => type), ...(body.required ? [] : ['no body'])];
  const kind = kindOf(media?.type ?? '');
  const label = (
    <>
      Body{' '}
      <span class="hint">
        {media?.type}
        {kind === 'form' && `, its ${media?.files.length === 0 ? '' : 'other '}fields as JSON`}
      </span>
    </>
  );
  return (
    <div class="try-field column">
      {types.length > 1 && (
        <Choice
          label="Media type"
          names={types}
          chosen={media === undefined ? body.content.length : body.content.indexOf(media)}
          onChoose={(at) => {
            setExample(0);
            onDraft({ ...draft, ...bodyDraft(body.content[at]) });
          }}
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
      {media?.files.map((field) => (
        <div class="try-field column" key={`${media.type} ${field.name}`}>
          <FileInput
            label={<FileLabel field={field} />}
            multiple={field.isMany}
            title={field.description}
            onFiles={(files) => onDraft({ ...draft, files: { ...draft.files, [field.name]: files } })}
          />
        </div>
      ))}
      {media !== undefined &&
        (kind === 'file' ? (
          <FileInput label={label} onFiles={([file]) => onDraft({ ...draft, file })} />
        ) : (
          <Field
            label={label}
            rows={Math.min(18, Math.max(4, draft.body.split('\n').length))}
            value={draft.body}
            spellcheck={false}
            onText={(text) => onDraft({ ...draft, body: text })}
          />
        ))}
    </div>
  );
}

interface FileInputProps {
  readonly label: ComponentChildren;
  readonly multiple?: boolean;
  readonly title?: string;
  readonly onFiles: (files: readonly File[]) => void;
}

const FileInput = ({ onFiles, ...given }: FileInputProps) => (
  <Field {...given} type="file" onChange={({ currentTarget }) => onFiles([...(currentTarget.files ?? [])])} />
);

const FileLabel = ({ field: { name, isMany, required } }: { readonly field: FileField }) => (
  <>
    <code>{name}</code>{' '}
    <span class="hint">
      {isMany ? 'files' : 'file'}
      {required && ', required'}
    </span>
  </>
);
