import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { type Json, writeJson } from '../../../console/page/link/exact-json';
import { itemsOf, memberOf } from '../model/json';
import { flatten, limitsOf, namedSchema, typeOf } from '../model/schema';
import { DocumentContext } from './document-context';

/** The type of a schema; a name that the document has for it leads there. */
export function TypeName({ schema }: { readonly schema: Json }): ComponentChildren {
  const document = useContext(DocumentContext);
  const name = namedSchema(schema);
  const type = typeOf(document, schema);
  if (name === undefined || memberOf(memberOf(memberOf(document, 'components'), 'schemas'), name) === undefined) {
    return <span class="type">{type}</span>;
  }
  return (
    <span class="type">
      {type.includes(name) ? type.replace(name, '') : `${type}, `}
      <a href={`#schema/${encodeURIComponent(name)}`}>{name}</a>
    </span>
  );
}

/** Limits, values and the default of a schema; nothing where it has none. */
export function SchemaFacts({ schema }: { readonly schema: Json }) {
  const flat = flatten(useContext(DocumentContext), schema);
  const values = flat.const === undefined ? itemsOf(flat.enum) : [flat.const];
  const limits = limitsOf(flat);
  return (
    <>
      {limits.length > 0 && <p class="hint limits">{limits.join(', ')}</p>}
      <Values label={flat.const === undefined ? 'One of' : 'Always'} values={values} />
      <Values label="Default" values={flat.default === undefined ? [] : [flat.default]} />
      <Values label="Example" values={[flat.example, ...itemsOf(flat.examples)].filter(isShort).slice(0, 3)} />
    </>
  );
}

const isShort = (value: Json | undefined): value is Json => value !== undefined && writeJson(value).length <= 80;

function Values({ label, values }: { readonly label: string; readonly values: readonly Json[] }) {
  if (values.length === 0) return null;
  return (
    <p class="hint values">
      {label}{' '}
      {values.map((value, at) => (
        // The index makes the key unique, since a document may repeat a value.
        <code key={at}>{typeof value === 'string' ? value : writeJson(value)}</code>
      ))}
    </p>
  );
}
