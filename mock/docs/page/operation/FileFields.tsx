import { useId } from 'preact/hooks';
import type { FileField } from '../model/model';
import type { Draft } from '../model/request';

interface Props {
  readonly fields: readonly FileField[];
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
}

/** A file to choose for each field of a form that is one. */
export function FileFields({ fields, draft, onDraft }: Props) {
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
