import { type ComponentChildren, createElement, type LooseInputHTMLAttributes } from 'preact';
import { useId } from 'preact/hooks';

/** What can be chosen, each with what is shown for it. */
export type Choices = readonly (readonly [value: string, words: string])[];

/** Names as choices, which are shown as they are. */
export const asChoices = (names: readonly string[]): Choices => names.map((name) => [name, name]);

interface Props extends Omit<LooseInputHTMLAttributes<HTMLInputElement>, 'label'> {
  readonly label: ComponentChildren;
  /** Whether the label is for screen readers alone. */
  readonly isUnseen?: boolean;
  readonly onText?: (text: string) => void;
  /** Of a field that takes nothing else. */
  readonly choices?: Choices | undefined;
  /** Of a text of several lines. */
  readonly rows?: number | undefined;
  /** The id of a list of proposals. */
  readonly list?: string;
}

/** A label with its field. */
export function Field({ label, isUnseen = false, onText, choices, ...given }: Props) {
  const id = useId();
  const name = choices !== undefined ? 'select' : given.rows === undefined ? 'input' : 'textarea';
  return (
    <>
      <label for={id} class={isUnseen ? 'unseen' : undefined}>
        {label}
      </label>
      {createElement(
        name,
        {
          ...(name === 'input' ? { type: 'text' } : {}),
          ...given,
          id,
          onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => onText?.(currentTarget.value),
        },
        choices?.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        )),
      )}
    </>
  );
}

/** Does something when a form is submitted, on this page. */
export const submitting = (act: () => void) => (event: Event) => {
  event.preventDefault();
  act();
};
