import { type ComponentChildren, createElement, type HTMLAttributes } from 'preact';
import { useId } from 'preact/hooks';

interface Props {
  readonly title: string;
  /** For styles of its own. */
  readonly name?: string;
  /** Beside the heading. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Panel({ title, name, aside, children }: Props) {
  const id = useId();
  return (
    <section class={name === undefined ? 'panel column' : `panel column ${name}`} aria-labelledby={id}>
      <div class="panel-head row spread">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** What went wrong, announced to screen readers; nothing without a message. */
export const Failure = ({ message }: { readonly message: string | undefined }) => (
  <div role="alert" class="failure">
    {message}
  </div>
);

/** The status of a reply. The colour adds nothing to the number; it only makes it easier to find. */
export const Status = ({ status }: { readonly status: number | null }) =>
  status === null ? (
    <span class="status none">no reply</span>
  ) : (
    <span class={`status s${Math.floor(status / 100)}`}>{status}</span>
  );

type ScrollingProps = HTMLAttributes<HTMLElement> & { readonly as: 'div' | 'pre' | 'section' };

/** An element that scrolls, by the keyboard too. */
export const Scrolling = ({ as, ...given }: ScrollingProps) => createElement(as, { ...given, tabIndex: 0 });
