import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useOffline } from '../hooks/useLive';
import { type Api, reasonOf } from '../link/api';
import { memberOf, messageOf, readJson, unquoted } from '../model/json';
import { ConfirmButton } from '../parts/buttons';
import { Field, submitting } from '../parts/Field';
import { Failure } from '../parts/Panel';

/** A record that is being edited. */
export interface Edited {
  readonly collection: string;
  /** Undefined for a new record. */
  readonly id: string | undefined;
  /** In JSON. */
  readonly text: string;
}

interface Props {
  readonly edited: Edited;
  /** The names of those that there are. */
  readonly collections: readonly string[];
  readonly onSave: (edited: Edited) => Promise<void>;
  readonly onDelete: (edited: Edited) => Promise<void>;
  readonly onClose: () => void;
}

/** A record as JSON. What is wrong with it is said below, and selected in the text. */
export function RecordEditor({ edited, collections, onSave, onDelete, onClose }: Props) {
  const id = useId();
  const [text, setText] = useState(edited.text);
  const [collection, setCollection] = useState(edited.collection);
  const [mistake, setMistake] = useState<Mistake>();
  const area = useRef<HTMLTextAreaElement>(null);
  const offline = useOffline();
  useLayoutEffect(() => area.current?.focus(), []);
  const accuse = (found: Mistake) => {
    setMistake(found);
    if (found.span === undefined) return;
    area.current?.focus();
    area.current?.setSelectionRange(...found.span);
  };
  const run = (action: (edited: Edited) => Promise<void>) => {
    setMistake(undefined);
    action({ collection, id: edited.id, text }).catch((error: unknown) => accuse(refusalIn(text, reasonOf(error))));
  };
  const title = edited.id === undefined ? 'New record' : `Record ${edited.id} of ${edited.collection}`;
  return (
    <form
      class="detail column editor"
      aria-labelledby={`${id}-heading`}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text === edited.text) onClose();
      }}
      onSubmit={submitting(() => {
        const broken = syntaxMistake(text);
        if (broken === undefined) run(onSave);
        else accuse(broken);
      })}
    >
      <fieldset class="column" disabled={offline}>
        <h3 id={`${id}-heading`}>{title}</h3>
        {edited.id === undefined && (
          <div class="row">
            <Field label="Collection" list={`${id}-collections`} required value={collection} onText={setCollection} />
            <datalist id={`${id}-collections`}>
              {collections.map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </div>
        )}
        <label for={`${id}-text`} class="unseen">
          Record as JSON
        </label>
        <textarea
          id={`${id}-text`}
          ref={area}
          rows={Math.min(20, text.split('\n').length + 1)}
          spellcheck={false}
          required
          aria-invalid={mistake !== undefined}
          aria-describedby={`${id}-mistake`}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <div id={`${id}-mistake`}>
          <Failure message={mistake?.message} />
        </div>
        <div class="row">
          <button type="submit" class="main">
            Save
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          {edited.id !== undefined && (
            <ConfirmButton
              label="Delete…"
              question={`Delete record ${edited.id} of ${edited.collection}?`}
              confirmLabel="Yes, delete"
              onConfirm={() => run(onDelete)}
            />
          )}
        </div>
      </fieldset>
    </form>
  );
}

/** A change that was made, in words, and how it is taken back, if it can be. */
interface Done {
  readonly words: string;
  readonly undo: (() => Promise<void>) | undefined;
}

/** Changes records, and remembers how the last change is taken back: by what stood there before, in JSON. */
export function useRecordChanges(api: Api, changed: () => void) {
  const [done, setDone] = useState<Done>();
  const finish = (words: string, undo?: () => Promise<unknown>) => {
    const takeBack = async () => {
      await undo?.();
      finish('Taken back.');
    };
    setDone({ words, undo: undo && takeBack });
    changed();
  };
  return {
    done,
    async add(collection: string, text: string, idProperty: string | null) {
      const id = idIn(await api.addRecord(collection, text), idProperty);
      if (id === undefined) return finish(`A record of ${collection} is stored.`);
      finish(`Record ${id} of ${collection} is stored.`, () => api.deleteRecord(collection, id));
    },
    async replace(collection: string, id: string, text: string, before: string) {
      await api.replaceRecord(collection, id, text);
      finish(`Record ${id} of ${collection} is changed.`, () => api.replaceRecord(collection, id, before));
    },
    async remove(collection: string, id: string, before: string) {
      await api.deleteRecord(collection, id);
      finish(`Record ${id} of ${collection} is deleted.`, () => api.addRecord(collection, before));
    },
  };
}

function idIn(record: string, property: string | null): string | undefined {
  const id = property === null ? undefined : memberOf(readJson(record), property);
  return id === undefined ? undefined : unquoted(id);
}

/** A part of a text, by its first place and the one after its last. */
type Span = readonly [from: number, to: number];

/** What is wrong with a JSON text: a sentence, and where in the text it is, if that is known. */
interface Mistake {
  readonly message: string;
  readonly span: Span | undefined;
}

/** @returns undefined for a text that is JSON */
function syntaxMistake(text: string): Mistake | undefined {
  try {
    readJson(text);
    return undefined;
  } catch (error) {
    const message = messageOf(error);
    const at = Number(/at position (\d+)/.exec(message)?.[1] ?? text.length);
    return { message: `This is not JSON: ${message}.`, span: [at, at + 1] };
  }
}

/** A refusal of a text that names its place, as in `The field "owner.name" must be a string`. */
function refusalIn(text: string, message: string): Mistake {
  const name = /\bfield "((?:[^"\\]|\\.)+)"/.exec(message)?.[1];
  return { message, span: name === undefined ? undefined : spanOf(text, name) };
}

/** The last step of a field's name, in the text; that of an outer member where the text does not have it. */
function spanOf(text: string, field: string): Span | undefined {
  let span: Span | undefined;
  for (const [, quoted, plain = ''] of field.matchAll(/\['((?:[^'\\]|\\.)*)'\]|([^.[\]]+)/g)) {
    const name = quoted === undefined ? JSON.stringify(plain) : `"${quoted.replaceAll("\\'", "'")}"`;
    const at = text.indexOf(name, span?.[1] ?? 0);
    if (at >= 0) span = [at, at + name.length];
  }
  return span;
}
