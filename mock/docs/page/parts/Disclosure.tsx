import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface Props {
  readonly id?: string;
  readonly summary: ComponentChildren;
  readonly isOpen?: boolean;
  /** Called only once it is open, since what is in it may have no end. */
  readonly children: () => ComponentChildren;
}

/** A line that opens to show more. */
export function Disclosure({ id, summary, isOpen = false, children }: Props) {
  const [open, setOpen] = useState(isOpen);
  return (
    <details id={id} class="disclosure" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {open && <div class="disclosed">{children()}</div>}
    </details>
  );
}
