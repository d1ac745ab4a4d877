import { useContext } from 'preact/hooks';
import type { Reference } from './model/document';
import { textOf } from './model/json';
import { flatten, typeOf } from './model/schema';
import { Markdown } from './parts/Markdown';
import { Disclosure, DocumentContext } from './parts/parts';
import { SchemaParts } from './parts/SchemaParts';

interface Props {
  readonly schemas: Reference['schemas'];
  readonly open: ReadonlySet<string>;
}

/** The schemas that the document has names for. */
export function Schemas({ schemas, open }: Props) {
  const document = useContext(DocumentContext);
  if (schemas.length === 0) return null;
  return (
    <section class="group column" aria-labelledby="schemas">
      <h2 id="schemas">Schemas</h2>
      <div class="panel schemas column">
        {schemas.map(([name, schema]) => {
          const anchor = `schema/${name}`;
          return (
            // Another key once a link leads here, so that it opens.
            <Disclosure
              key={`${name} ${open.has(anchor)}`}
              id={anchor}
              isOpen={open.has(anchor)}
              summary={
                <>
                  <code class="field-name">{name}</code> <span class="hint">{typeOf(document, schema)}</span>
                </>
              }
            >
              {() => (
                <>
                  <Markdown text={textOf(flatten(document, schema).description)} />
                  <SchemaParts schema={schema} />
                </>
              )}
            </Disclosure>
          );
        })}
      </div>
    </section>
  );
}
