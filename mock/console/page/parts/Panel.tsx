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
