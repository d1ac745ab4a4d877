import type { Page } from './model/model';

/** Where there is more about the API. */
export function Pages({ pages }: { readonly pages: readonly Page[] }) {
  if (pages.length === 0) return null;
  return (
    <ul class="plain ways">
      {pages.map(({ name, address }) => (
        <li key={name}>
          <a href={address} rel="noreferrer">
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
