import type { DocsConfig } from '../config';
import type { Reference } from './model/model';

interface Props {
  readonly reference: Reference;
  readonly config: DocsConfig;
}

/** What the page is about, and the way to the document and the console. */
export function TopBar({ reference: { title, version, openapi }, config: { document, console } }: Props) {
  return (
    <header class="top">
      <div class="title">
        <h1>{title}</h1>
        <p class="hint">
          Version {version}, OpenAPI {openapi}
        </p>
      </div>
      <ul class="plain ways">
        <li>
          <a href={document}>JSON</a>
        </li>
        <li>
          <a href={document.replace(/json$/, 'yaml')}>YAML</a>
        </li>
        {console !== undefined && (
          <li>
            <a href={console}>Console</a>
          </li>
        )}
      </ul>
    </header>
  );
}
