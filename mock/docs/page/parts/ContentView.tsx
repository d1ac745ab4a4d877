import { useContext, useState } from 'preact/hooks';
import type { Json } from '../../../console/page/model/json';
import { Field } from '../../../console/page/parts/Field';
import type { MediaType } from '../model/example';
import { bodyText } from '../model/request';
import { namedSchema, partsOf, typeOf } from '../model/schema';

import { Code, Disclosure, DocumentContext } from './parts';
import { SchemaFacts, SchemaParts } from './SchemaParts';

interface Props {
  readonly content: readonly MediaType[];
  /** What it is the content of, for those who do not see where it stands. */
  readonly of: string;
}

/** What a body may be: its media types, its schema, and examples. */
export function ContentView({ content, of }: Props) {
  const [chosen, setChosen] = useState(0);
  const media = content[chosen] ?? content[0];
  if (media === undefined) return <p class="hint">No body.</p>;
  return (
    <div class="content column">
      {content.length === 1 ? (
        <p class="hint">
          <code>{media.type}</code>
        </p>
      ) : (
        <Choice
          label={`Media type of ${of}`}
          names={content.map(({ type }) => type)}
          chosen={chosen}
          onChoose={setChosen}
        />
      )}
      <Shown key={media.type} media={media} of={of} />
    </div>
  );
}

function Shown({ media, of }: { readonly media: MediaType; readonly of: string }) {
  const [chosen, setChosen] = useState(0);
  const example = media.examples[chosen];
  return (
    <>
      {media.schema !== undefined && <SchemaView schema={media.schema} />}
      {media.examples.length > 1 && (
        <Choice
          label={`Example of ${of}`}
          names={media.examples.map(({ name }) => name)}
          chosen={chosen}
          onChoose={setChosen}
        />
      )}
      {example !== undefined && <Code text={bodyText(media.type, example.value)} isJson={/json/i.test(media.type)} />}
    </>
  );
}

function SchemaView({ schema }: { readonly schema: Json }) {
  const document = useContext(DocumentContext);
  const type = typeOf(document, schema);
  const name = namedSchema(schema);
  if (partsOf(document, schema) === undefined) {
    return (
      <>
        <p class="type">{type}</p>
        <SchemaFacts schema={schema} />
      </>
    );
  }
  return (
    <Disclosure summary={`Schema: ${name === undefined || type.includes(name) ? type : name}`}>
      {() => <SchemaParts schema={schema} />}
    </Disclosure>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly chosen: number;
  readonly onChoose: (at: number) => void;
}

/** One of several, by its place among them. */
export const Choice = ({ label, names, chosen, onChoose }: ChoiceProps) => (
  <div class="choice">
    <Field
      label={label}
      choices={names.map((name, at) => [String(at), name])}
      value={String(chosen)}
      onText={(at) => onChoose(Number(at))}
    />
  </div>
);
