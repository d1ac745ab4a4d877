import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { Group } from './model/model';
import { Markdown } from './parts/Markdown';

interface Props {
  readonly group: Pick<Group, 'name' | 'description'>;
  readonly children: ComponentChildren;
}

/** Operations that belong together. */
export function GroupView({ group: { name, description }, children }: Props) {
  const id = useId();
  return (
    <section class="group" aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      <Markdown text={description} />
      {children}
    </section>
  );
}
