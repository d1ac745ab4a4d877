import { useId, useState } from 'preact/hooks';
import { bodyDraft, mediaOf } from '../model/draft';
import { kindOf } from '../model/kind';
import type { Body } from '../model/model';
import type { Draft } from '../model/request';
import { Choice } from '../parts/ContentView';
import { FileFields } from './FileFields';

interface Props {
  readonly body: Body;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
}

/** A field for the body: media type, examples to begin with, and a text or a file. */
export function BodyField({ body, draft, onDraft }: Props) {
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
