import { useEffect, useState } from 'preact/hooks';

interface Props {
  readonly label: string;
  readonly text: string;
}

/** Copies a text. Without a clipboard, which a page has on https and on loopback alone, it says so. */
export function CopyButton({ label, text }: Props) {
  const [outcome, setOutcome] = useState('');
  // Another text has not been copied yet.
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
