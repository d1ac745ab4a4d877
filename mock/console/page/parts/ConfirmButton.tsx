import { useLayoutEffect, useRef, useState } from 'preact/hooks';

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
      class="confirm"
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
