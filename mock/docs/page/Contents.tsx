import { useId } from 'preact/hooks';
import type { Group } from './model/model';
import { Method } from './parts/Method';

interface Props {
  readonly groups: readonly Group[];
  readonly search: string;
  readonly onSearch: (text: string) => void;
}

/** All operations to go to, and a search that keeps those that it finds. */
export function Contents({ groups, search, onSearch }: Props) {
  const id = useId();
  return (
    <nav class="contents" aria-label="Operations">
      <label for={id}>Find an operation</label>
      <input
        id={id}
        type="search"
        value={search}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => onSearch(event.currentTarget.value)}
      />
      <ul class="plain groups">
        {groups.map(({ name, operations }) => (
          <li key={name}>
            <span class="group-name">{name}</span>
            <ul class="plain">
              {operations.map(({ anchor, method, path, summary, deprecation }) => (
                <li key={anchor}>
                  <a href={`#${encodeURI(anchor)}`} class={deprecation === undefined ? undefined : 'old'}>
                    <Method method={method} /> <span class="entry">{summary || path}</span>
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  );
}
