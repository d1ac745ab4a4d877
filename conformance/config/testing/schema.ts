// biome-ignore-all lint/suspicious/noTemplateCurlyInString: so a user writes a variable
import type { OptionRow, OptionTable } from '../../../openapi/program/option';
import { FORMS } from '../section';

/** The JSON Schema of a file with these options. */
export function schemaOf({ config: _, ...table }: OptionTable): object {
  const { env: __, ...ofEnvironment } = table;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Configuration of the conformance suite',
    description:
      'Each option by its name, as the flag has it. ${NAME} in a text stands for an environment variable, ${NAME:-text} has a default, $${ stands for ${ itself. Relative paths are relative to the file.',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      ...references(table),
      environments: {
        description: 'By the names that --env takes: what goes before the options of the file.',
        type: 'object',
        additionalProperties: { type: 'object', additionalProperties: false, properties: references(ofEnvironment) },
      },
    },
    $defs: definitions(table),
  };
}

const references = (table: OptionTable): object =>
  Object.fromEntries(Object.keys(table).map((name) => [name, { $ref: `#/$defs/${name}` }]));

const definitions = (table: OptionTable): object =>
  Object.fromEntries(Object.entries(table).map(([name, row]) => [name, schemaOfRow(row)]));

function schemaOfRow({ help, kind, flag, ...row }: OptionRow): object {
  const text = [help, kind.members === undefined ? kind.expected : undefined, flag].filter(
    (part) => part !== undefined,
  );
  const said = {
    description: text.join('; '),
    ...(row.default === undefined || row.defaultWords !== undefined ? {} : { default: row.default }),
  };
  if (kind.members === undefined) return { ...said, ...FORMS[kind.form ?? 'text'].schema };
  const properties = definitions(kind.members);
  return { ...said, type: 'object', additionalProperties: { type: 'object', additionalProperties: false, properties } };
}
