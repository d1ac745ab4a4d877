import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface Props {
  readonly title: string;
  readonly name: string;
  /** Beside the heading. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Panel({ title, name, aside, children }: Props) {
  const id = useId();
  return (
    <section class={`panel ${name}`} aria-labelledby={id}>
      <div class="panel-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** What went wrong, announced to screen readers; nothing without a message. */
export function Failure({ message }: { readonly message: string | undefined }) {
  return (
    <div role="alert" class="failure">
      {message}
    </div>
  );
}

/** The status of a reply. The colour adds nothing to the number; it only makes it easier to find. */
export function Status({ status }: { readonly status: number | null }) {
  if (status === null) return <span class="status none">no reply</span>;
  return <span class={`status s${Math.floor(status / 100)}`}>{status}</span>;
}
