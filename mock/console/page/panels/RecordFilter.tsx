import { useId } from 'preact/hooks';
import type { Records } from '../link/api';
import { useOffline } from '../link/link-context';

interface Props {
  readonly collections: Records['collections'];
  readonly collection: string;
  readonly contains: string;
  readonly onCollection: (name: string) => void;
  readonly onContains: (text: string) => void;
}

/** Which records are shown. */
export function RecordFilter({ collections, collection, contains, onCollection, onContains }: Props) {
  const id = useId();
  const offline = useOffline();
  return (
    <search class="fields filter">
      <span class="pair">
        <label for={`${id}-collection`}>Collection</label>
        <select
          id={`${id}-collection`}
          disabled={offline}
          value={collection}
          onChange={(event) => onCollection(event.currentTarget.value)}
        >
          {collections.map(({ name, count }) => (
            <option key={name} value={name}>
              {name} ({count})
            </option>
          ))}
        </select>
      </span>
      <span class="pair">
        <label for={`${id}-contains`}>Contains</label>
        <input
          id={`${id}-contains`}
          type="search"
          placeholder="any text"
          disabled={offline}
          value={contains}
          onInput={(event) => onContains(event.currentTarget.value)}
        />
      </span>
    </search>
  );
}
