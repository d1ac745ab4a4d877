import { useEffect, useState } from 'preact/hooks';

interface Props {
  readonly label: string;
  /** What is copied, for those who do not see what the button stands beside. */
  readonly what?: string;
  readonly text: string;
  /** Whether the text is shown beside the button. */
  readonly shown?: boolean;
}

/** Copies a text. Says so if there is no clipboard: browsers only give one to pages on https or loopback. */
export function CopyButton({ label, what, text, shown = false }: Props) {
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
    <span class="copy">
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
