import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import {
  itemsOf,
  type Json,
  type JsonObject,
  memberOf,
  textOf,
  unquoted,
  writeJson,
} from '../../../console/page/model/json';
import type { Reference } from '../model/document';
import { alternativesOf, flatten, limitsOf, namedSchema, partsOf, propertiesOf, typeOf } from '../model/schema';
import { Markdown } from './Markdown';
import { Disclosure, DocumentContext } from './parts';

interface MemberProps {
  readonly name: string;
  readonly schema: Json;
  readonly required: boolean;
  readonly deprecated?: boolean;
  /** In place of the schema's own. */
  readonly description?: string;
  /** Where it stands, e.g. `query`. */
  readonly place?: string;
  /** How many schemas are around it. */
  readonly depth?: number;
}

type MembersProps = Pick<MemberProps, 'depth'> & { readonly members: readonly MemberProps[] };

/** Properties, parameters or headers. */
export const Members = ({ members, depth = 0 }: MembersProps) => (
  <ul class="members plain">
    {members.map((member) => (
      <Member key={`${member.place} ${member.name}`} depth={depth} {...member} />
    ))}
  </ul>
);

/** A property, a parameter or a header: its name, its type and its description. */
function Member({ name, schema, required, deprecated = false, description = '', place, depth = 0 }: MemberProps) {
  const document = useContext(DocumentContext);
  const flat = flatten(document, schema);
  return (
    <li class="field column">
      <div class="field-head row">
        <code class="field-name">{name}</code>
        <TypeName schema={schema} />
        {place !== undefined && <span class="hint">in {place}</span>}
        {required && <span class="badge strong">required</span>}
        {(deprecated || flat.deprecated === true) && <span class="badge alarm">deprecated</span>}
      </div>
      <Markdown text={description || textOf(flat.description)} />
      <SchemaFacts schema={schema} />
      {partsOf(document, schema) !== undefined && (
        <Disclosure summary={`Inside ${name}`} isOpen={depth < 1}>
          {() => <SchemaParts schema={schema} depth={depth + 1} />}
        </Disclosure>
      )}
    </li>
  );
}

interface Props {
  readonly schema: Json;
  readonly depth?: number;
}

/** The properties and alternatives of a schema, or of the items of a list; for a plain value, what it must keep to. */
export function SchemaParts({ schema, depth = 0 }: Props) {
  const document = useContext(DocumentContext);
  const parts = partsOf(document, schema);
  if (parts === undefined) return <SchemaFacts schema={schema} />;
  const properties = propertiesOf(parts);
  const { kind, schemas } = alternativesOf(parts);
  return (
    <>
      {properties.length > 0 && <Members members={properties} depth={depth} />}
      {schemas.length > 0 && (
        <div class="alternatives column">
          <p class="hint">{kind}</p>
          {schemas.map((alternative, at) => (
            <Disclosure key={at} summary={nameOf(document, alternative, at)}>
              {() => <Alternative schema={alternative} depth={depth + 1} />}
            </Disclosure>
          ))}
        </div>
      )}
    </>
  );
}

function Alternative({ schema, depth }: Required<Props>) {
  const flat = flatten(useContext(DocumentContext), schema);
  return (
    <>
      <Markdown text={textOf(flat.description)} />
      <SchemaParts schema={schema} depth={depth} />
    </>
  );
}

function nameOf(document: JsonObject, schema: Json, at: number): string {
  const title = textOf(flatten(document, schema).title);
  const type = typeOf(document, schema);
  return `${at + 1}. ${namedSchema(schema) ?? (title || type)}`;
}

/** The type of a schema; a name that the document has for it leads there. */
function TypeName({ schema }: { readonly schema: Json }): ComponentChildren {
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
        <code key={at}>{unquoted(value)}</code>
      ))}
    </p>
  );
}

interface SchemasProps {
  readonly schemas: Reference['schemas'];
  readonly open: ReadonlySet<string>;
}

/** The schemas that the document has names for. */
export function Schemas({ schemas, open }: SchemasProps) {
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
