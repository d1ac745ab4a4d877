import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

interface Props {
  readonly label: string;
  /** On the button of the second step, e.g. `Yes, reset`. */
  readonly confirmLabel: string;
  readonly question: string;
  readonly onConfirm: () => void;
}

/** A button for what can't be undone: it asks for confirmation in place. */
export function ConfirmButton({ label, confirmLabel, question, onConfirm }: Props) {
  const [asking, setAsking] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  const second = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useLayoutEffect(() => {
    if (asking) second.current?.focus();
    else if (wasAsking.current) first.current?.focus();
    wasAsking.current = asking;
  }, [asking]);

  if (!asking) {
    return (
      <button type="button" ref={first} onClick={() => setAsking(true)}>
        {label}
      </button>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields; these are two buttons.
    <span
      role="group"
      aria-label={question}
      class="confirm row"
      onKeyDown={(event) => {
        if (event.key === 'Escape') setAsking(false);
      }}
    >
      <span class="question">{question}</span>
      <button
        type="button"
        class="danger"
        ref={second}
        onClick={() => {
          setAsking(false);
          onConfirm();
        }}
      >
        {confirmLabel}
      </button>
      <button type="button" onClick={() => setAsking(false)}>
        Keep
      </button>
    </span>
  );
}

interface CopyButtonProps {
  readonly label: string;
  /** What is copied, for those who do not see what the button stands beside. */
  readonly what?: string;
  readonly text: string;
  /** Whether the text is shown beside the button. */
  readonly shown?: boolean;
}

/** Copies a text. Says so if there is no clipboard: browsers only give one to pages on https or loopback. */
export function CopyButton({ label, what, text, shown = false }: CopyButtonProps) {
  const [outcome, setOutcome] = useState('');
  // A new text has not been copied yet.
  useEffect(() => setOutcome(''), [text]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('Copied');
    } catch {
      setOutcome('No clipboard here: select the text and copy it');
    }
  };
  return (
    <span class="copy row">
      {shown && <code>{text}</code>}
      <button type="button" class={shown ? 'link' : undefined} onClick={() => void copy()}>
        {label}
        {what !== undefined && <span class="unseen"> {what}</span>}
      </button>
      <span role="status" class="hint">
        {outcome}
      </span>
    </span>
  );
}
