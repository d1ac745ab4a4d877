import { useEffect, useState } from 'preact/hooks';

interface Props {
  readonly label: string;
  readonly text: string;
}

/** Copies a text. Says so if there is no clipboard: browsers only give one to pages on https or loopback. */
export function CopyButton({ label, text }: Props) {
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
      <button type="button" onClick={() => void copy()}>
        {label}
      </button>
      <span role="status" class="hint">
        {outcome}
      </span>
    </span>
  );
}
